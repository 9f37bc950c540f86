import { useState } from 'react'
import { flushSync } from 'react-dom'
import { readCustomer } from '#features/customers/contract.ts'
import {
  type SalesOrderDetails,
  listSalesOrders,
  readSalesOrder,
} from '#features/sales-orders/contract.ts'
import { type Sku, listSkus } from '#features/skus/contract.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { type OrderForm, emptyForm, hasContent, lineOf } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { withCustomer, withEarlierMethod } from './filled-fields.ts'
import { chosenCustomer, chosenSku } from '../find-customers-and-skus.ts'
import { focusLine } from '../focus.ts'
import { withLine } from '../lines/lines.ts'

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
    try {
      const order = await read()
      if (order) await fillForm(store, autosave, order)
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

/** Fills the form with an order's lines at today's prices, without SKUs no longer sold. */
async function fillForm(
  store: OrderFormStore,
  autosave: DraftAutosave,
  order: SalesOrderDetails,
): Promise<void> {
  const [customer, skus] = await Promise.all([
    send(readCustomer, { params: { id: order.customerId } }),
    readSkus(order.items.map((item) => item.skuId)),
  ])
  const activeItems = order.items.filter((item) => skus.get(item.skuId)?.isActive)
  const { orderForm } = store.read()
  const isSame = orderForm.customer?.id === order.customerId
  if (!isSame && hasContent(orderForm)) await autosave.saveAndClose()
  const base: OrderForm = isSame ? orderForm : withCustomer(emptyForm(), chosenCustomer(customer))
  const lines = activeItems.map((item, index) => {
    const sku = skus.get(item.skuId)
    const key = base.nextKey + index
    return lineOf(key, {
      sku: sku && chosenSku(sku),
      quantity: String(item.quantity),
      isAdded: true,
    })
  })
  if (lines.length === 0) {
    return notify({ title: 'Repeat last order', text: 'All of its SKUs are discontinued' })
  }
  const withMethod = order.shippingMethod ? withEarlierMethod(base, order.shippingMethod) : base
  const next = { ...withMethod, lines, nextKey: base.nextKey + lines.length }
  if (!isSame) autosave.replaceForm(emptyForm())
  const first = lines[0]?.key ?? 0
  flushSync(() => store.edit(() => withLine(next, first, {})))
  focusLine(first, 'quantity')
  // A form for another customer is saved as a draft first; for the same customer, Undo restores the
  // replaced lines.
  const restoreLines = () => {
    const { lines, shippingMethod, fills } = orderForm
    const previousLines = { lines, shippingMethod }
    const method = { shippingMethod: fills.shippingMethod }
    flushSync(() =>
      store.edit((current) => ({
        ...current,
        ...previousLines,
        fills: { ...current.fills, ...method },
      })),
    )
    if (lines[0]) focusLine(lines[0].key, 'sku')
  }
  const replacesLines =
    isSame && orderForm.lines.some((line) => line.sku || line.text.trim() !== '')
  notifyRepeated(order, activeItems.length, replacesLines ? restoreLines : undefined)
}

/** Notifies what was filled in, and offers Undo if lines were replaced. */
function notifyRepeated(
  order: SalesOrderDetails,
  copiedCount: number,
  restoreLines?: () => void,
): void {
  const skippedCount = order.items.length - copiedCount
  const text = `Lines copied from ${order.orderNumber} at today’s prices`
  const isOne = skippedCount === 1
  const detail = `${skippedCount} ${isOne ? 'line is' : 'lines are'} skipped: SKU discontinued`
  const action = restoreLines && { action: offerUndo(restoreLines) }
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
