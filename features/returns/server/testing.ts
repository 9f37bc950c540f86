import { brokenInvariants, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { ReturnDetails } from '../contract.ts'

/** Test helper with sessions of the roles that create, approve, receive and complete returns. */
export async function returnsFixture(prizm: TestApp) {
  const builders = orderBuilders(prizm.database.db)
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
    const customerId = fields.customerId ?? (await builders.buyer())
    const skuId = fields.skuId ?? (await builders.item())
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
  return { given: builders, people, shipped, create, made, act, query, stock, broken }
}

/** The reason of the reversals in tests. */
export const reversalReason = 'Counted 10 where 1 came back'

type Receipts = Pick<ReturnDetails, 'receipts'>
type Call = { who?: string; body?: object; headers?: Record<string, string> }

/** Test helpers that receive customer goods, reverse the latest receipt and read the books. */
export async function receiptReversalFixture(prizm: TestApp) {
  const fixture = await returnsFixture(prizm)
  const approvedOf = async (fields: object, item: object) => {
    const made = await fixture.made({ ...fields, items: [item] })
    await fixture.act(made.id, 'approve')
    return { ...made, itemId: made.items[0]?.id ?? 0 }
  }
  /** Creates an approved return of all units of an order; they cost 4.00 and are sold at 10.00. */
  const approved = async (quantity = 10) => {
    const skuId = await fixture.given.item({ cost: '4.00' })
    const customerId = await fixture.given.buyer({ taxExempt: true, taxExemptNumber: 'X-1' })
    const { id, items } = await fixture.shipped(quantity, { skuId, customerId })
    return approvedOf({ originalOrderId: id }, { originalItemId: items[0]?.id, quantity })
  }
  const receive = async (id: number, items: object[]): Promise<ReturnDetails> => {
    const answer = await fixture.act(id, 'receive', 'warehouse', { items })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const restocked = ({ id, itemId }: { id: number; itemId: number }, quantity: number) =>
    receive(id, [{ itemId, quantity, disposition: 'restock' }])
  const reverse = (
    { receipts }: Receipts,
    { who = 'warehouse', body = { reason: reversalReason }, headers }: Call = {},
  ) =>
    prizm.call('POST', `/api/return-receipts/${receipts[0]?.id}/reverse`, {
      as: fixture.people[who] ?? '',
      body,
      ...(headers && { headers }),
    })
  const reversed = async (goods: Receipts): Promise<ReturnDetails> => {
    const answer = await reverse(goods)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const refused = async (goods: Receipts) => {
    const answer = await reverse(goods)
    const { code, detail } = answer.json<{ code: string; detail: string }>()
    return [answer.statusCode, code, detail]
  }
  const acts = { approved, approvedOf, receive, restocked, reverse, reversed, refused }
  return { ...fixture, ...acts, ...readers(fixture.query) }
}

/** Reads the rows that a receipt and its reversal write. */
function readers(query: Awaited<ReturnType<typeof returnsFixture>>['query']) {
  /** Debits less credits by account, with the stock, its value, and what the customer owes. */
  const books = async (): Promise<Record<string, unknown>> => {
    const accounts = await query(
      `select account, sum(debit - credit)::text as balance from journal_lines
       group by account having sum(debit - credit) <> 0 order by account`,
    )
    const [stock] = await query(
      `select current_stock as "onHand", reserved, stock_value as value, average_cost as average
       from skus order by id limit 1`,
    )
    const [customer] = await query('select current_balance as owed from customers limit 1')
    const balances = accounts.map(({ account, balance }) => [account, balance])
    return { ...Object.fromEntries(balances), ...stock, ...customer }
  }
  const lines = () =>
    query(`select qty_received as received, qty_cancelled as closed, condition, disposition
           from return_items order by id`)
  const postings = () =>
    query(`select e.event, e.posted_on::text as day, e.memo, l.account, l.debit, l.credit
           from journal_lines l join journal_entries e on e.id = l.entry_id
           where e.source = 'return' order by l.id`)
  const moves = () =>
    query(`select m.on_hand_delta as units, m.reason, v.amount
           from stock_moves m join stock_values v on v.stock_move_id = m.id
           where m.ref_type = 'return' order by m.id`)
  const reversals = () =>
    query(`select v.return_receipt_id as receipt, v.reversed_on::text as day, v.reason,
                  u.role as by
           from return_receipt_reversals v join users u on u.id = v.created_by order by v.id`)
  return { books, lines, postings, moves, reversals }
}
