import { brokenInvariants, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { ReturnDetails } from '../contract.ts'

/** Test helper with sessions of the roles that create, approve, receive and complete returns. */
export async function returnsDesk(prizm: TestApp) {
  const given = orderBuilders(prizm.database.db)
  const [sales, manager, warehouse, finance] = await Promise.all(
    (['sales', 'manager', 'warehouse', 'finance'] as const).map((role) => prizm.signIn(role)),
  )
  const people = { sales, manager, warehouse, finance } as Record<string, string>
  const post = (url: string, as: string, body: object = {}) => prizm.call('POST', url, { as, body })
  /** Creates and ships an order of this many units of a SKU. */
  const shipped = async (
    quantity = 5,
    fields: { skuId?: number; customerId?: number } = {},
  ): Promise<SalesOrderDetails> => {
    const customerId = fields.customerId ?? (await given.buyer())
    const skuId = fields.skuId ?? (await given.item())
    const body = { customerId, items: [{ skuId, quantity }] }
    const placed = await post('/api/orders/create', people['sales'] ?? '', body)
    if (placed.statusCode !== 201) throw new Error(placed.body)
    const { order } = placed.json<{ order: SalesOrderDetails }>()
    const url = `/api/sales-orders/${order.id}`
    await post(`${url}/process`, manager ?? '')
    const answer = await post(`${url}/ship`, manager ?? '')
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const create = (fields: object, as = sales ?? '') =>
    post('/api/returns', as, { type: 'rma', reason: 'Too many', ...fields })
  const made = async (fields: object, as = sales ?? ''): Promise<ReturnDetails> => {
    const answer = await create(fields, as)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const act = (id: number, verb: string, who = 'manager', body: object = {}) =>
    post(`/api/returns/${id}/${verb}`, people[who] ?? who, body)
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const stock = () => query('select current_stock as "onHand", reserved from skus order by id')
  const broken = brokenInvariants
  return { given, people, shipped, create, made, act, query, stock, broken }
}
