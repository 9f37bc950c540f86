import { brokenInvariants, type TestApp } from '#app/testing.ts'
import type { RequisitionDetails } from '../contract.ts'

/** Users who request, approve and buy, a vendor, and a SKU at 4.00. */
export async function requisitionsFixture(prizm: TestApp) {
  const asker = await prizm.signIn('sales')
  const manager = await prizm.signIn('manager')
  const buyer = await prizm.signIn('purchasing')
  const vendor = await prizm.builders.vendor()
  const other = await prizm.builders.vendor()
  const sku = await prizm.builders.sku({ cost: '4.00' })
  const create = (fields: object = {}, as = asker) => {
    const items = [{ skuId: sku.id, quantity: 5, neededBy: '2026-04-01', vendorId: vendor.id }]
    const body = { reason: 'The shelf is empty', items, ...fields }
    return prizm.call('POST', '/api/requisitions', { as, body })
  }
  const made = async (fields: object = {}, as = asker): Promise<RequisitionDetails> => {
    const answer = await create(fields, as)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const act = (id: number, verb: string, as: string, body?: object) =>
    prizm.call('POST', `/api/requisitions/${id}/${verb}`, { as, ...(body && { body }) })
  const approved = async (fields: object = {}): Promise<RequisitionDetails> => {
    const { id } = await made({ submit: true, ...fields })
    const answer = await act(id, 'approve', manager)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const read = async (id: number, as = buyer): Promise<RequisitionDetails> =>
    (await prizm.call('GET', `/api/requisitions/${id}`, { as })).json()
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const steps = () =>
    query(
      `select action, from_status as "from", to_status as "to" from audit_log
       where entity = 'requisition' order by id`,
    )
  const orders = () =>
    query(
      `select o.order_number as number, o.vendor_id as "vendorId", o.status, o.notes,
              o.total_amount as total, o.expected_date as "expectedDate",
              o.header_only as "headerOnly"
       from purchase_orders o order by o.id`,
    )
  const broken = brokenInvariants
  return {
    asker,
    manager,
    buyer,
    vendor,
    other,
    sku,
    create,
    made,
    act,
    approved,
    read,
    query,
    steps,
    orders,
    broken,
  }
}
