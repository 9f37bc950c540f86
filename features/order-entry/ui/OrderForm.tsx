import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { typeHeldKeys } from '#platform/ui/keyboard/type-ahead.ts'
import { CustomerCard, NoCustomerCard } from './customer/CustomerCard.tsx'
import { DeskBar } from './OrderFormBar.tsx'
import { LeaveQuestion } from './drafts/LeaveQuestion.tsx'
import { OrderButtons } from './decision/OrderButtons.tsx'
import { OrderDecision } from './decision/OrderDecision.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderLines } from './lines/OrderLines.tsx'
import { type OrderForm, isTouched, problemsOf } from './order-form.ts'
import { type OrderFormState, type OrderFormStore, useDeskStore } from './order-form-store.ts'
import { completeCustomer } from './customer/complete-customer.ts'
import { type DraftAutosave, createDraftAutosave } from './drafts/draft-autosave.ts'
import { focusCustomer } from './focus.ts'
import { createLineActions } from './lines/line-actions.ts'
import { createLookups } from './lookups.ts'
import { useDeskKeys } from './use-order-form-keys.ts'
import { useLastOrder } from './customer/use-last-order.ts'
import { useOrderFlow } from './decision/use-order-flow.ts'
import { usePreview } from './decision/use-preview.ts'

type OrderDeskProps = {
  userId: number
  moreImports?: ReactNode
  newsOf?: (customerId: number) => ReactNode
  /** The initial form, and the id of the draft it is saved as. */
  begin: {
    desk: OrderForm
    idempotencyKey?: string
    draftId?: number | undefined
    isUnsaved?: boolean
  }
}

/** The order form, with the validation result beside it. */
export function OrderDesk({ userId, begin, moreImports, newsOf }: OrderDeskProps) {
  const client = useQueryClient()
  const { store, state } = useDeskStore(() => begin)
  const [lookups] = useState(() => createLookups(client))
  const [acts] = useState(() => createLineActions(store, lookups))
  const [keeper] = useState(() => createDraftAutosave({ store, client, userId }, begin))
  const { last, setLast, repeat, isRepeating } = useLastOrder({ store, keeper })
  const flow = useOrderFlow({
    store,
    settled: lookups.settled,
    onCreated: (order) => {
      void keeper.forget()
      setLast(order)
    },
  })
  const preview = usePreview(state.desk)
  const problems = visibleProblems(state)
  const customer = state.desk.customer
  useBeginning(store, keeper)
  useDeskKeys({
    store,
    acts,
    flow,
    keeper,
    repeat: () => customer && repeat.ofCustomer(customer.id),
  })
  return (
    <>
      <LeaveQuestion store={store} keeper={keeper} />
      <DeskBar
        store={store}
        keeper={keeper}
        isUnfinished={isTouched(state.desk)}
        last={last}
        onRepeat={repeat.ofOrder}
        moreImports={moreImports}
      />
      <div className="order-desk">
        <div className="grid min-w-0 gap-4" inert={state.working === 'creating'}>
          <OrderHead store={store} state={state} problems={problems} lookups={lookups} />
          <OrderLines
            state={state}
            problems={problems}
            preview={preview}
            acts={acts}
            lookups={lookups}
          />
        </div>
        <div className="order-side">
          <OrderButtons state={state} flow={flow} />
          <div className="order-panel">
            <OrderDecision store={store} state={state} keeper={keeper} />
          </div>
        </div>
        {!customer && <NoCustomerCard />}
        {customer && (
          <CustomerCard
            customer={customer}
            isRepeating={isRepeating}
            onRepeat={() => void repeat.ofCustomer(customer.id)}
          >
            {newsOf?.(customer.id)}
          </CustomerCard>
        )}
      </div>
    </>
  )
}

/**
 * Focuses the customer field, unless the focus is in a tour step, and starts saving edits as a
 * draft.
 */
function useBeginning(store: OrderFormStore, keeper: DraftAutosave): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!document.activeElement?.closest('[data-tour-card]')) focusCustomer()
    void typeHeldKeys()
    void completeCustomer(store)
    keeper.begin()
    // The form now holds what the URL requested; clear the URL for the next order.
    void navigate({ to: '/order-entry', search: {}, replace: true })
  }, [keeper, navigate, store])
  useEffect(() => store.subscribe(keeper.watch), [store, keeper])
}

/** The problems shown at the fields: after the first validation attempt, plus server rejections. */
function visibleProblems({ desk, isChecked, refused }: OrderFormState) {
  const own = isChecked ? problemsOf(desk) : { lines: {} }
  if (!refused) return own
  return { ...own, ...refused, lines: { ...own.lines, ...refused.lines } }
}
