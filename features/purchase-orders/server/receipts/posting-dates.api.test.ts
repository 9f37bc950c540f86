import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { PurchaseOrderDetails, Receipt } from '../../contract.ts'

// Goods that arrived in February and are recorded on 2026-03-02 are posted into February.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let order: PurchaseOrderDetails

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  const made = await fixture.made({
    items: fixture.lines(),
    orderDate: '2026-02-05',
    status: 'submitted',
  })
  order = (await fixture.act(made.id, 'approve', fixture.manager)).json()
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const receive = (quantity: number, postedOn?: string, of = order) => {
  const items = [{ itemId: of.items[0]?.id, quantity }]
  return fixture.act(of.id, 'receive', fixture.warehouse, { items, ...(postedOn && { postedOn }) })
}
const received = async (quantity: number, postedOn?: string) => {
  const answer = await receive(quantity, postedOn)
  expect(answer.statusCode, answer.body).toBe(200)
  return latest()
}
const latest = async () => {
  const url = `/api/purchase-orders/${order.id}/receipts`
  const [receipt] = (await prizm.call('GET', url, { as: fixture.manager })).json<Receipt[]>()
  return receipt as Receipt
}
const reverse = (id: number, postedOn?: string) =>
  fixture.post(`/api/receipts/${id}/reverse`, fixture.warehouse, { reason: 'Miscounted', postedOn })
const refusalOf = (answer: { statusCode: number; json: () => unknown }) => {
  const { code, errors } = answer.json() as { code: string; errors?: { message: string }[] }
  return errors?.map(({ message }) => message) ?? [answer.statusCode, code]
}
/** Account 1200, the stock valuation and its units, and account 2050, at the end of a day. */
const booksOn = async (day: string) => {
  const [found] = await fixture.query(
    `select (select coalesce(sum(debit - credit), 0)::numeric(12, 2)::text from journal_totals
             where account = '1200' and posted_on <= '${day}') as inventory,
            (select coalesce(sum(amount), 0)::numeric(12, 2)::text from stock_values
             where posted_on <= '${day}') as valuation,
            (select coalesce(sum(units), 0)::int from stock_values
             where posted_on <= '${day}') as units,
            (select coalesce(sum(credit - debit), 0)::numeric(12, 2)::text from journal_totals
             where account = '2050' and posted_on <= '${day}') as owed`,
  )
  return [found.inventory, found.valuation, found.units, found.owed]
}
const nothing = ['0.00', '0.00', 0, '0.00']
const four = ['16.00', '16.00', 4, '16.00']

describe('a receipt', () => {
  test('posts to account 1200, the valuation and account 2050 on its posting date', async () => {
    expect(await received(4, '2026-02-20')).toMatchObject({ receivedOn: '2026-02-20' })
    expect(await booksOn('2026-02-19')).toEqual(nothing)
    expect(await booksOn('2026-02-20')).toEqual(four)
    expect(await booksOn('2026-03-02')).toEqual(four)
    expect(await fixture.stock()).toEqual([{ onHand: 4, onOrder: 6 }])
    expect(await received(6)).toMatchObject({ receivedOn: '2026-03-02' })
    expect(await booksOn('2026-03-01')).toEqual(four)
    expect(await booksOn('2026-03-02')).toEqual(['40.00', '40.00', 10, '40.00'])
  })

  test('cannot be posted in the future, before its order, or into a closed month', async () => {
    expect(refusalOf(await receive(4, '2026-03-03'))).toEqual(['Must not be in the future'])
    expect(refusalOf(await receive(4, '2026-02-04'))).toEqual([
      'Must not be before 2/5/2026, the order date',
    ])
    await closeMonth(fixture.query, 202602)
    expect(refusalOf(await receive(4, '2026-02-28'))).toEqual([409, 'period-closed'])
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
    expect(await received(10)).toMatchObject({ receivedOn: '2026-03-02' })
  })

  test('cannot be posted into a soft-closed month, although finance still can', async () => {
    const closing = await fixture.post('/api/periods/202602/soft-close', fixture.finance)
    expect(closing.statusCode, closing.body).toBe(200)
    expect(refusalOf(await receive(4, '2026-02-28'))).toEqual([409, 'period-closed'])
    const body = { vendorId: fixture.vendorId, creditNumber: 'CN-1', account: 'priceVariance' }
    const note = { ...body, amount: '5.00', reason: 'Too dear', postedOn: '2026-02-28' }
    expect((await fixture.post('/api/vendor-credits', fixture.finance, note)).statusCode).toBe(201)
  })

  test('cannot be dated before the last stock change of its goods', async () => {
    await received(4, '2026-02-20')
    const [{ sku }] = await fixture.query('select sku from skus order by id limit 1')
    expect(refusalOf(await receive(6, '2026-02-19'))).toEqual([
      `Must not be before 2/20/2026, when the stock of ${sku} last changed in value`,
    ])
    expect((await receive(6, '2026-02-20')).statusCode).toBe(200)
    expect(await booksOn('2026-02-20')).toEqual(['40.00', '40.00', 10, '40.00'])
  })

  test('is reversed on the reversal’s posting date, which cannot precede the receipt', async () => {
    const { id } = await received(4, '2026-02-20')
    expect(refusalOf(await reverse(id, '2026-02-19'))).toEqual([
      'Must not be before 2/20/2026, the receipt date',
    ])
    expect(refusalOf(await reverse(id, '2026-03-03'))).toEqual(['Must not be in the future'])
    const answer = await reverse(id, '2026-02-24')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await latest()).toMatchObject({ reversedOn: '2026-02-24' })
    expect(await booksOn('2026-02-23')).toEqual(four)
    expect(await booksOn('2026-02-24')).toEqual(nothing)
    expect(await fixture.stock()).toEqual([{ onHand: 0, onOrder: 10 }])
  })

  test('cannot be reversed into a closed month or before later moves of its SKU', async () => {
    const { id } = await received(4, '2026-02-20')
    await received(6, '2026-02-26')
    const [{ sku }] = await fixture.query('select sku from skus order by id limit 1')
    expect(refusalOf(await reverse(id, '2026-02-25'))).toEqual([
      `Must not be before 2/26/2026, when the stock of ${sku} last changed in value`,
    ])
    await closeMonth(fixture.query, 202602)
    expect(refusalOf(await reverse(id, '2026-02-28'))).toEqual([409, 'period-closed'])
    expect((await reverse(id)).statusCode).toBe(200)
    expect(await booksOn('2026-03-02')).toEqual(['24.00', '24.00', 6, '24.00'])
  })

  test('of all open units is recorded once if two run concurrently on different days', async () => {
    const answers = await Promise.all(
      ['2026-02-20', '2026-02-21'].map((postedOn) =>
        fixture.act(order.id, 'receive', fixture.warehouse, { postedOn }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await fixture.stock()).toEqual([{ onHand: 10, onOrder: 0 }])
  })
})
