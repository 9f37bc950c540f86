import { type WarehouseFixture, warehouseFixture } from '../testing.ts'

type Order = { status: string; displayStatus: string; cancelRequest: string | null }

/** The app with a warehouse that expects purchase orders, and a buyer. */
export async function expectedGoodsFixture() {
  const fixture = await warehouseFixture()
  const admin = await fixture.prizm.signIn('admin')
  return { beside: fixture, ...stepsOf(fixture, admin) }
}

/** Helpers for purchase orders that the warehouse expects. */
export function stepsOf(fixture: WarehouseFixture, admin: string) {
  const step = (id: number, verb: string, body: object = { reason: 'Changed mind' }) =>
    fixture.post(`/api/purchase-orders/${id}/${verb}`, body, admin)
  const cancel = (id: number) => step(id, 'cancel')
  /** An approved order of ten that is to be sent to the warehouse. */
  const approved = async (orderNumber = 'PO-1') => {
    const vendorId = (await fixture.prizm.builders.vendor()).id
    const items = [{ skuId: await fixture.builders.item(), quantity: 10 }]
    const body = { orderNumber, vendorId, items, status: 'submitted' }
    const { id } = (await fixture.post('/api/purchase-orders', body)).json<{ id: number }>()
    await fixture.post(`/api/purchase-orders/${id}/approve`, {}, admin)
    return id
  }
  /** The same order after it was sent to the warehouse. */
  const expected = async () => {
    const id = await approved()
    await fixture.run()
    return id
  }
  const orderOf = (id: number) => fixture.get<Order>(`/api/purchase-orders/${id}`)
  const onOrder = async () =>
    (await fixture.query<{ units: number }>('select on_order as units from skus'))[0]?.units
  /** The warehouse reports a receipt of this many units. */
  const come = async (quantity: number) => {
    const [{ sku } = { sku: '' }] = await fixture.query<{ sku: string }>('select sku from skus')
    return fixture.webhook('receipt.created', {
      receiptId: `R-${quantity}`,
      orderNumber: 'PO-1',
      receivedAt: '2026-03-02T16:00:00Z',
      lines: [{ sku, quantity, lineNo: 1 }],
    })
  }
  return { admin, step, cancel, approved, expected, orderOf, onOrder, come }
}

export type ExpectedGoods = Awaited<ReturnType<typeof expectedGoodsFixture>>
