import { type WarehouseFixture, besideWarehouse } from '../testing.ts'

type Order = { status: string; displayStatus: string; cancelRequest: string | null }

/** The app with a warehouse that expects purchase orders, and a buyer. */
export async function besideExpectedGoods() {
  const beside = await besideWarehouse()
  const admin = await beside.prizm.signIn('admin')
  return { beside, ...stepsOf(beside, admin) }
}

/** Helpers for purchase orders that the warehouse expects. */
export function stepsOf(beside: WarehouseFixture, admin: string) {
  const step = (id: number, verb: string, body: object = { reason: 'Changed mind' }) =>
    beside.post(`/api/purchase-orders/${id}/${verb}`, body, admin)
  const cancel = (id: number) => step(id, 'cancel')
  /** An approved order of ten that is to be sent to the warehouse. */
  const approved = async (orderNumber = 'PO-1') => {
    const vendorId = (await beside.prizm.given.vendor()).id
    const items = [{ skuId: await beside.given.item(), quantity: 10 }]
    const body = { orderNumber, vendorId, items, status: 'submitted' }
    const { id } = (await beside.post('/api/purchase-orders', body)).json<{ id: number }>()
    await beside.post(`/api/purchase-orders/${id}/approve`, {}, admin)
    return id
  }
  /** The same order after it was sent to the warehouse. */
  const expected = async () => {
    const id = await approved()
    await beside.run()
    return id
  }
  const orderOf = (id: number) => beside.get<Order>(`/api/purchase-orders/${id}`)
  const onOrder = async () =>
    (await beside.query<{ units: number }>('select on_order as units from skus'))[0]?.units
  /** The warehouse reports a receipt of this many units. */
  const come = async (quantity: number) => {
    const [{ sku } = { sku: '' }] = await beside.query<{ sku: string }>('select sku from skus')
    return beside.webhook('receipt.created', {
      receiptId: `R-${quantity}`,
      orderNumber: 'PO-1',
      receivedAt: '2026-03-02T16:00:00Z',
      lines: [{ sku, quantity, lineNo: 1 }],
    })
  }
  return { admin, step, cancel, approved, expected, orderOf, onOrder, come }
}

export type ExpectedGoods = Awaited<ReturnType<typeof besideExpectedGoods>>
