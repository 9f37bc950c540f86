import { useState } from 'react'
import { flushSync } from 'react-dom'
import { readCustomer } from '#features/customers/contract.ts'
import {
  type SalesOrderDetails,
  listSalesOrders,
  readSalesOrder,
} from '#features/sales-orders/contract.ts'
import { type Sku, listSkus } from '#features/skus/contract.ts'
import { type NoticeAction, notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { type OrderForm, emptyForm, lineOf, withFreshKeys } from '../order-form.ts'
import { isSameForm, type OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { saveBeforeReplacing } from '../drafts/save-draft.ts'
import { withCustomer, withEarlierMethod } from './filled-fields.ts'
import { chosenCustomer, chosenSku } from '../find-customers-and-skus.ts'
import { focusLine } from '../focus.ts'
import { withLine, withoutAdded } from '../lines/lines.ts'

/** The last order created on this screen, and a function that repeats an order in the form. */
export function useRepeatOrder({
  store,
  autosave,
}: {
  store: OrderFormStore
  autosave: DraftAutosave
}) {
  const [last, setLast] = useState<SalesOrderDetails>()
  const [isRepeating, setIsRepeating] = useState(false)

  const runOnce = async (read: () => Promise<SalesOrderDetails | undefined>) => {
    if (isRepeating || store.read().working) return
    setIsRepeating(true)
    const { customer } = store.read().orderForm
    const isSame = isSameForm(store)
    const isWanted = () => isSame() && store.read().orderForm.customer?.id === customer?.id
    try {
      const order = await read()
      if (order) await fillForm({ store, autosave, isWanted }, order)
      else notify({ title: 'Repeat last order', text: 'This customer has no orders yet' })
    } catch (error) {
      const detail = error instanceof ApiError ? { detail: error.message } : {}
      notify({ title: 'Error', text: 'Failed to repeat the order', tone: 'danger', ...detail })
    } finally {
      setIsRepeating(false)
    }
  }
  const repeat = {
    ofOrder: (order: SalesOrderDetails) => runOnce(async () => order),
    ofCustomer: (customerId: number) =>
      runOnce(async () => {
        const [lastOrder] = await send(listSalesOrders, {
          query: { customerId, limit: 1, sort: '-id' },
        })
        return lastOrder && send(readSalesOrder, { params: { id: lastOrder.id } })
      }),
  }
  return { last, setLast, repeat, isRepeating }
}

type FillParts = {
  store: OrderFormStore
  autosave: DraftAutosave
  /** False once the form is for another order or customer than when the copy was requested. */
  isWanted: () => boolean
}

const notRepeated = {
  title: 'Repeat last order',
  text: 'Nothing was copied, because the customer was changed meanwhile',
} as const

/** Fills the form with an order's lines at today's prices, without SKUs no longer sold. */
async function fillForm(
  { store, autosave, isWanted }: FillParts,
  order: SalesOrderDetails,
): Promise<void> {
  const [customer, skus] = await Promise.all([
    send(readCustomer, { params: { id: order.customerId } }),
    readSkus(order.items.map((item) => item.skuId)),
  ])
  const activeItems = order.items.filter((item) => skus.get(item.skuId)?.isActive)
  if (!isWanted()) return notify(notRepeated)
  const isSame = store.read().orderForm.customer?.id === order.customerId
  if (activeItems.length === 0) {
    return notify({ title: 'Repeat last order', text: 'All of its SKUs are discontinued' })
  }
  if (!isSame && !(await saveBeforeReplacing(store, autosave))) return
  if (!isWanted()) return notify(notRepeated)
  const { orderForm } = store.read()
  const empty = withFreshKeys(emptyForm(), orderForm.nextKey)
  const base: OrderForm = isSame ? orderForm : withCustomer(empty, chosenCustomer(customer))
  const lines = activeItems.map((item, index) => {
    const sku = skus.get(item.skuId)
    const key = base.nextKey + index
    return lineOf(key, {
      sku: sku && chosenSku(sku),
      quantity: String(item.quantity),
      isAdded: true,
    })
  })
  const withMethod = order.shippingMethod ? withEarlierMethod(base, order.shippingMethod) : base
  const next = { ...withMethod, lines, nextKey: base.nextKey + lines.length }
  if (!isSame) autosave.replaceForm(emptyForm())
  const first = lines[0]?.key ?? 0
  flushSync(() => store.edit(() => withLine(next, first, {})))
  focusLine(first, 'quantity')
  // A form for another customer is saved as a draft first; for the same customer, Undo restores the
  // replaced lines.
  const replacesLines =
    isSame && orderForm.lines.some((line) => line.sku || line.text.trim() !== '')
  const undo = replacesLines
    ? offerUndo(() => restoreLines(store, { before: orderForm, after: next }), isSameForm(store))
    : undefined
  notifyRepeated(order, activeItems.length, undo)
}

/** Puts the replaced lines back, and the shipping method unless it was changed since. */
function restoreLines(
  store: OrderFormStore,
  { before, after }: { before: OrderForm; after: OrderForm },
): void {
  const { shippingMethod, fills } = before
  flushSync(() =>
    store.edit((current) => {
      const restored = withoutAdded(current, { before, after, count: after.lines.length })
      if (current.shippingMethod !== after.shippingMethod) return restored
      const method = { shippingMethod: fills.shippingMethod }
      return { ...restored, shippingMethod, fills: { ...restored.fills, ...method } }
    }),
  )
  if (before.lines[0]) focusLine(before.lines[0].key, 'sku')
}

/** Notifies what was filled in, and offers Undo if lines were replaced. */
function notifyRepeated(
  order: SalesOrderDetails,
  copiedCount: number,
  undo: NoticeAction | undefined,
): void {
  const skippedCount = order.items.length - copiedCount
  const text = `Lines copied from ${order.orderNumber} at today’s prices`
  const isOne = skippedCount === 1
  const detail = `${skippedCount} ${isOne ? 'line is' : 'lines are'} skipped: SKU discontinued`
  const action = undo && { action: undo }
  notify({ title: 'Repeat last order', text, ...(skippedCount > 0 && { detail }), ...action })
}

/** Reads SKUs by id; SKUs that no longer exist are missing from the map. */
async function readSkus(ids: readonly number[]): Promise<Map<number, Sku>> {
  const requestedIds = [...new Set(ids)]
  const pages = Array.from({ length: Math.ceil(requestedIds.length / 100) }, (_, page) =>
    requestedIds.slice(page * 100, page * 100 + 100),
  )
  const found = await Promise.all(
    pages.map((page) => send(listSkus, { query: { id: page.join(), limit: 100 } })),
  )
  return new Map(found.flat().map((sku) => [sku.id, sku]))
}
