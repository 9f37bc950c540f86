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
import { ApiError, send } from '#platform/web/send.ts'
import { type OrderForm, emptyDesk, isTouched, lineOf } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { withCustomer, withEarlierMethod } from './filled-fields.ts'
import { chosenCustomer, chosenSku } from '../find-choices.ts'
import { focusLine } from '../focus.ts'
import { withLine } from '../lines/lines.ts'

/** The last order created on this screen, and a function that repeats an order in the form. */
export function useLastOrder({ store, keeper }: { store: OrderFormStore; keeper: DraftAutosave }) {
  const [last, setLast] = useState<SalesOrderDetails>()
  const [isRepeating, setIsRepeating] = useState(false)

  const guarded = async (read: () => Promise<SalesOrderDetails | undefined>) => {
    if (isRepeating || store.read().working) return
    setIsRepeating(true)
    try {
      const order = await read()
      if (order) await fill(store, keeper, order)
      else notify({ title: 'Repeat last order', text: 'This customer has no orders yet' })
    } catch (error) {
      const detail = error instanceof ApiError ? { detail: error.message } : {}
      notify({ title: 'Error', text: 'Failed to repeat the order', tone: 'danger', ...detail })
    } finally {
      setIsRepeating(false)
    }
  }
  const repeat = {
    ofOrder: (order: SalesOrderDetails) => guarded(async () => order),
    ofCustomer: (customerId: number) =>
      guarded(async () => {
        const [newest] = await send(listSalesOrders, {
          query: { customerId, limit: 1, sort: '-id' },
        })
        return newest && send(readSalesOrder, { params: { id: newest.id } })
      }),
  }
  return { last, setLast, repeat, isRepeating }
}

/** Fills the form with an order's lines at today's prices, without SKUs no longer sold. */
async function fill(
  store: OrderFormStore,
  keeper: DraftAutosave,
  order: SalesOrderDetails,
): Promise<void> {
  const [customer, skus] = await Promise.all([
    send(readCustomer, { params: { id: order.customerId } }),
    readSkus(order.items.map((item) => item.skuId)),
  ])
  const sold = order.items.filter((item) => skus.get(item.skuId)?.isActive)
  const { desk } = store.read()
  const isSame = desk.customer?.id === order.customerId
  if (!isSame && isTouched(desk)) await keeper.leave()
  const begin: OrderForm = isSame ? desk : withCustomer(emptyDesk(), chosenCustomer(customer))
  const lines = sold.map((item, index) => {
    const sku = skus.get(item.skuId)
    const key = begin.nextKey + index
    return lineOf(key, {
      sku: sku && chosenSku(sku),
      quantity: String(item.quantity),
      isMade: true,
    })
  })
  if (lines.length === 0) {
    return notify({ title: 'Repeat last order', text: 'All of its SKUs are discontinued' })
  }
  const shipped = order.shippingMethod ? withEarlierMethod(begin, order.shippingMethod) : begin
  const next = { ...shipped, lines, nextKey: begin.nextKey + lines.length }
  if (!isSame) keeper.continueAs(emptyDesk())
  const first = lines[0]?.key ?? 0
  flushSync(() => store.edit(() => withLine(next, first, {})))
  focusLine(first, 'quantity')
  // A form for another customer is saved as a draft first; for the same customer, Undo restores the
  // replaced lines.
  const putBack = () => {
    const { lines, shippingMethod, fills } = desk
    const earlier = { lines, shippingMethod }
    const method = { shippingMethod: fills.shippingMethod }
    flushSync(() =>
      store.edit((now) => ({ ...now, ...earlier, fills: { ...now.fills, ...method } })),
    )
    if (lines[0]) focusLine(lines[0].key, 'sku')
  }
  const hadLines = isSame && desk.lines.some((line) => line.sku || line.text.trim() !== '')
  notifyRepeated(order, sold.length, hadLines ? putBack : undefined)
}

/** Notifies what was filled in, and offers Undo if lines were replaced. */
function notifyRepeated(order: SalesOrderDetails, sold: number, putBack?: () => void): void {
  const left = order.items.length - sold
  const text = `Lines copied from ${order.orderNumber} at today’s prices`
  const isOne = left === 1
  const detail = `${left} ${isOne ? 'line is' : 'lines are'} skipped: SKU discontinued`
  const action = putBack && { action: offerUndo(putBack) }
  notify({ title: 'Repeat last order', text, ...(left > 0 && { detail }), ...action })
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
