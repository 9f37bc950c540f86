import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronDown, CircleCheck, FileUp, Save } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Menu } from '#platform/ui/menu/Menu.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { listOrderDrafts, type SavedDraft } from '../contract.ts'
import { draftKeyOf } from '../draft-key.ts'
import type { OrderFormStore } from './order-form-store.ts'
import { emptyForm, hasContent } from './order-form.ts'
import { readOrderEntrySearch } from './order-entry-search-params.ts'
import { restoreDiscarded, notifyDiscarded } from './drafts/discarded-order-notice.ts'
import { parseStoredForm } from './drafts/parse-stored-draft.ts'
import type { DraftAutosave } from './drafts/draft-autosave.ts'
import { completeCustomer } from './customer/load-customer-of-form.ts'
import { focusCustomer } from './focus.ts'
import { currentDraft, saveBeforeReplacing, saveDraftNow } from './drafts/save-draft.ts'
import { useHandOver } from './drafts/use-hand-over.ts'

const PrintConfirmation = lazyPart(
  async () => (await import('./PrintConfirmation.tsx')).PrintConfirmation,
)
const UnreadableDraft = lazyPart(
  async () => (await import('./drafts/UnreadableDraft.tsx')).UnreadableDraft,
)
const OrderImportDialog = lazyPart(
  async () => (await import('./import/OrderImportDialog.tsx')).OrderImportDialog,
)

type OrderFormBarProps = {
  store: OrderFormStore
  autosave: DraftAutosave
  isUnfinished: boolean
  last: SalesOrderDetails | undefined
  onRepeat: (order: SalesOrderDetails) => unknown
  moreImports?: ReactNode
}

/** The bar above the form: the last created order, imports and drafts. */
export function OrderFormBar(props: OrderFormBarProps) {
  const { store, autosave, isUnfinished, last, onRepeat, moreImports: extraImports } = props
  return (
    <div className="order-bar flex min-h-9 flex-wrap items-center justify-end gap-2 max-sm:gap-1">
      {/* On a narrow bar, the last order has its own reserved row, to avoid a layout shift. */}
      <div
        role="status"
        className="flex min-w-0 flex-1 items-center max-xl:min-h-9 max-xl:basis-full"
      >
        {!last && (
          <span className="text-table text-muted xl:hidden">No order created here yet</span>
        )}
        {last && <LastOrder order={last} onRepeat={() => onRepeat(last)} />}
      </div>
      <ImportOrders />
      {extraImports}
      <IconButton
        icon={Save}
        label="Save draft"
        shortcut="draftSave"
        onClick={() => void saveDraftNow(store, autosave)}
      />
      <DraftsMenu store={store} autosave={autosave} isUnfinished={isUnfinished} />
    </div>
  )
}

/** Imports orders from a file. */
function ImportOrders() {
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useWhyNot()('orders.import')
  return (
    <>
      <Button size="small" icon={FileUp} whyNot={whyNot} onClick={() => setIsOpen(true)}>
        Import orders
      </Button>
      {isOpen && <OrderImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function LastOrder({ order, onRepeat }: { order: SalesOrderDetails; onRepeat: () => void }) {
  const [isPrinting, setIsPrinting] = useState(false)
  const view = { to: '/sales-orders', search: { open: order.orderNumber } }
  return (
    <p className="text-body numbers flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:gap-x-1">
      <CircleCheck aria-hidden size={18} strokeWidth={1.75} className="text-success" />
      <span>
        <span className="max-sm:sr-only">{'Last order '}</span>
        <Link {...view} className="font-semibold">
          {order.orderNumber}
        </Link>{' '}
        {formatDecimal(order.totalAmount)}
      </span>
      <span className="flex flex-wrap items-center gap-1">
        {/* On a phone the strip is one row: the number links to the order, which can be printed
            there. */}
        <span className="max-sm:hidden">
          <Link {...view} className="text-table inline-flex h-8 items-center px-2 font-medium">
            View
          </Link>
          <Button kind="ghost" size="small" onClick={() => setIsPrinting(true)}>
            Print
          </Button>
        </span>
        <Button kind="ghost" size="small" onClick={onRepeat}>
          Repeat
        </Button>
      </span>
      {isPrinting && <PrintConfirmation order={order} onDone={() => setIsPrinting(false)} />}
    </p>
  )
}

/** A ref that is false after the component unmounts. */
function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

type DraftsMenuProps = Pick<OrderFormBarProps, 'store' | 'autosave' | 'isUnfinished'>

function DraftsMenu(props: DraftsMenuProps) {
  const { store, autosave, isUnfinished } = props
  const client = useQueryClient()
  const drafts = useRead(listOrderDrafts).data ?? []
  const otherDrafts = drafts.filter((draft) => draft.id !== autosave.id())
  const { drafts: isAsked } = readOrderEntrySearch(useSearch({ strict: false }))
  const [isOpen, setIsOpen] = useState(isAsked !== undefined)
  const [unreadable, setUnreadable] = useState<{ draft: SavedDraft; whyNot: string }>()
  const openDraft = async (listed: SavedDraft) => {
    const draft = await currentDraft(client, listed)
    if (!draft) return notify({ title: 'Drafts', text: 'That draft no longer exists' })
    const { orderForm, whyNot } = parseStoredForm(draft.form)
    if (!orderForm) return setUnreadable({ draft, whyNot })
    if (!(await saveBeforeReplacing(store, autosave))) return
    const saved = { draftId: draft.id, idempotencyKey: draftKeyOf(draft) }
    flushSync(() => autosave.replaceForm(orderForm, saved))
    focusCustomer()
    await completeCustomer(store)
  }
  const startNew = async () => {
    if (!(await saveBeforeReplacing(store, autosave))) return
    flushSync(() => autosave.replaceForm(emptyForm()))
    focusCustomer()
  }
  const handOver = useHandOver(store, autosave)
  const isMounted = useIsMounted()
  const discard = async () => {
    const { orderForm, idempotencyKey } = store.read()
    flushSync(() => store.reset())
    await autosave.discard()
    focusCustomer()
    // If another order was started in the meantime, this one is restored under Drafts.
    notifyDiscarded(orderForm, () => {
      if (!isMounted.current || hasContent(store.read().orderForm))
        return restoreDiscarded(client, { orderForm, idempotencyKey, userId: autosave.userId })
      flushSync(() => autosave.replaceForm(orderForm, { idempotencyKey }))
      focusCustomer()
      return autosave.save()
    })
  }
  const whyNot = isUnfinished ? undefined : 'This order is still empty'
  const items = [
    ...otherDrafts.slice(0, 20).map((draft) => ({
      label: draft.title || `Draft ${draft.id}`,
      run: () => void openDraft(draft),
    })),
    {
      label: 'Save this order and start another',
      startsGroup: otherDrafts.length > 0,
      whyNot,
      run: () => void startNew(),
    },
    { label: 'Move to Intake', whyNot, run: () => void handOver() },
    { label: 'Discard this order', whyNot, run: () => void discard() },
  ]
  return (
    <>
      <Menu label="Drafts" items={items} open={isOpen} onOpenChange={setIsOpen}>
        <Button size="small">
          {otherDrafts.length > 0 ? `Drafts ${otherDrafts.length}` : 'Drafts'}
          <ChevronDown aria-hidden size={14} />
        </Button>
      </Menu>
      {unreadable && <UnreadableDraft {...unreadable} onClose={() => setUnreadable(undefined)} />}
    </>
  )
}
