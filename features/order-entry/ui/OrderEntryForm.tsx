import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { typeBufferedKeys } from '#platform/ui/keyboard/key-buffer.ts'
import { CustomerNotesAndOrders, NoCustomerCard } from './customer/CustomerNotesAndOrders.tsx'
import { OrderFormBar } from './OrderFormBar.tsx'
import { LeaveOrderPrompt } from './drafts/LeaveOrderPrompt.tsx'
import { OrderButtons } from './decision/OrderButtons.tsx'
import { OrderDecision } from './decision/OrderDecision.tsx'
import { OrderHeader } from './OrderHeader.tsx'
import { OrderLines } from './lines/OrderLines.tsx'
import { type OrderForm, hasContent, problemsOf } from './order-form.ts'
import { type OrderFormState, type OrderFormStore, useOrderFormStore } from './order-form-store.ts'
import { completeCustomer } from './customer/load-customer-of-form.ts'
import { type DraftAutosave, createDraftAutosave } from './drafts/draft-autosave.ts'
import { focusCustomer } from './focus.ts'
import { createLineActions } from './lines/line-actions.ts'
import { createLookups } from './pending-lookups.ts'
import { deleteQueuedOrder, useOrderQueue } from './offline/use-order-queue.ts'
import { useOrderFormKeys } from './use-order-form-keys.ts'
import { useRepeatOrder } from './customer/use-repeat-order.ts'
import { useValidateAndCreate } from './decision/use-validate-and-create.ts'
import { usePreview } from './decision/use-order-preview.ts'

export type OrderEntryFormProps = {
  userId: number
  extraImports?: ReactNode
  renderCustomerInfo?: (customerId: number) => ReactNode
  /** The initial form, and the id of the draft it is saved as. */
  initial: {
    orderForm: OrderForm
    idempotencyKey?: string
    draftId?: number | undefined
    isUnsaved?: boolean
    mayExist?: boolean
    attemptToken?: string | undefined
  }
}

/** The order form, with the validation result beside it. */
export function OrderEntryForm({ userId, initial, ...extensions }: OrderEntryFormProps) {
  const client = useQueryClient()
  const { store, state } = useOrderFormStore(() => initial)
  const [lookups] = useState(() => createLookups(client))
  const [lineActions] = useState(() => createLineActions(store, lookups))
  const [autosave] = useState(() => createDraftAutosave({ store, client, userId }, initial))
  const { last, setLast, repeat, isRepeating } = useRepeatOrder({ store, autosave })
  const flow = useValidateAndCreate({
    store,
    waitForLookups: lookups.settled,
    onCreated: (order, idempotencyKey) => {
      void autosave.discard()
      deleteQueuedOrder(idempotencyKey)
      setLast(order)
    },
  })
  const { queue, submit } = useOrderQueue({ userId, store, autosave, lookups, flow })
  const preview = usePreview(state.orderForm, state.approvalToken)
  const problems = visibleProblems(state)
  const customer = state.orderForm.customer
  useInitialFocus(store, autosave)
  useOrderFormKeys({
    store,
    acts: lineActions,
    flow: { ...flow, submit },
    autosave,
    repeat: () => customer && repeat.ofCustomer(customer.id),
  })
  return (
    <>
      <LeaveOrderPrompt store={store} autosave={autosave} />
      <OrderFormBar
        store={store}
        autosave={autosave}
        isUnfinished={hasContent(state.orderForm)}
        last={last}
        onRepeat={repeat.ofOrder}
        moreImports={extensions.extraImports}
      />
      <div className="order-form">
        <div className="grid min-w-0 gap-4" inert={state.working === 'creating'}>
          <OrderHeader store={store} state={state} problems={problems} lookups={lookups} />
          <OrderLines
            state={state}
            problems={problems}
            preview={preview}
            actions={lineActions}
            lookups={lookups}
          />
        </div>
        <div className="order-side">
          <OrderButtons state={state} flow={flow} preview={preview} queue={queue} />
          <div className="order-panel">
            <OrderDecision store={store} state={state} autosave={autosave} />
          </div>
        </div>
        {!customer && <NoCustomerCard />}
        {customer && (
          <CustomerNotesAndOrders
            customer={customer}
            isRepeating={isRepeating}
            onRepeat={() => void repeat.ofCustomer(customer.id)}
          >
            {extensions.renderCustomerInfo?.(customer.id)}
          </CustomerNotesAndOrders>
        )}
      </div>
    </>
  )
}

/**
 * Focuses the customer field, unless the focus is in a tour step, and starts saving edits as a
 * draft.
 */
function useInitialFocus(store: OrderFormStore, autosave: DraftAutosave): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!document.activeElement?.closest('[data-tour-card]')) focusCustomer()
    void typeBufferedKeys()
    void completeCustomer(store)
    autosave.start()
    // The form now holds what the URL requested; clear the URL for the next order.
    void navigate({ to: '/order-entry', search: {}, replace: true })
  }, [autosave, navigate, store])
  useEffect(() => store.subscribe(autosave.watch), [store, autosave])
}

/** The problems shown at the fields: after the first validation attempt, plus server rejections. */
function visibleProblems({ orderForm, isChecked, refused: serverProblems }: OrderFormState) {
  const fieldProblems = isChecked ? problemsOf(orderForm) : { lines: {} }
  if (!serverProblems) return fieldProblems
  return {
    ...fieldProblems,
    ...serverProblems,
    lines: { ...fieldProblems.lines, ...serverProblems.lines },
  }
}
