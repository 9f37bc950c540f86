import { brokenInvariants, type TestApp } from '#app/testing.ts'
import type { PurchaseOrderDetails } from '../contract.ts'

/** Sets up purchasing for tests: a vendor, a SKU at 4.00, a buyer, a manager and a receiver. */
export async function purchasingFixture(prizm: TestApp) {
  const buyer = await prizm.signIn('purchasing')
  const manager = await prizm.signIn('manager')
  const warehouse = await prizm.signIn('warehouse')
  const vendorId = (await prizm.builders.vendor()).id
  const skuId = (await prizm.builders.sku({ cost: '4.00' })).id
  let count = 0
  const create = (fields: object = {}, as = buyer) => {
    const body = { orderNumber: `PO-${++count}`, vendorId, ...fields }
    return prizm.call('POST', '/api/purchase-orders', { as, body })
  }
  const made = async (fields: object = {}, as = buyer): Promise<PurchaseOrderDetails> => {
    const answer = await create(fields, as)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const act = (id: number, verb: string, as: string, body?: object) =>
    prizm.call('POST', `/api/purchase-orders/${id}/${verb}`, { as, ...(body && { body }) })
  const change = (id: number, body: object) =>
    prizm.call('PUT', `/api/purchase-orders/${id}`, { as: buyer, body })
  const read = async (id: number, as = buyer) =>
    (await prizm.call('GET', `/api/purchase-orders/${id}`, { as })).json<PurchaseOrderDetails>()
  const lines = (quantity = 10) => [{ skuId, quantity }]
  const approved = async (quantity = 10) => {
    const order = await made({ items: lines(quantity), status: 'submitted' })
    return (await act(order.id, 'approve', manager)).json<PurchaseOrderDetails>()
  }
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const stock = () =>
    query('select current_stock as "onHand", on_order as "onOrder" from skus order by id')
  const steps = () =>
    query(
      `select action, from_status as "from", to_status as "to" from audit_log
       where entity = 'purchase_order' order by id`,
    )
  const approvals = () =>
    query('select action, is_waiver as "isWaiver", control from approvals order by id')
  const broken = brokenInvariants
  const set = async (settings: object) => {
    const as = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as, body: settings })
  }
  const people = { buyer, manager, warehouse, vendorId, skuId }
  const calls = { create, made, act, change, read, lines, approved, set }
  return { ...people, ...calls, query, stock, steps, approvals, broken }
}
