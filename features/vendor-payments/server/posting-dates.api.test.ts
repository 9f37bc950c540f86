// One file: posting dates of everything that is paid
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ApSummary } from '#features/ap-reports/contract.ts'
import { closeMonth } from '#features/journal/server/testing.ts'
import type { VendorBillDetails, VendorCredit } from '#features/payables/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { VendorPaymentDetails } from '../contract.ts'

// Actions on 2026-03-02 that belong to February are posted there while February is open.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let bill: VendorBillDetails

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  const lines = [fixture.lineOf(await fixture.received())]
  bill = await fixture.entered({ lines, docDate: '2026-02-05', postingDate: '2026-02-10' })
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const done = async <A>(url: string, body: object, as = fixture.finance) => {
  const answer = await fixture.post(`/api/${url}`, as, body)
  expect([200, 201], answer.body).toContain(answer.statusCode)
  return answer.json<A>()
}
const prepared = async (fields: object = {}) => {
  const bills = [{ billId: bill.id, amount: '40.00' }]
  const answer = await fixture.prepare({ bills, paidOn: '2026-02-12', ...fields })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<VendorPaymentDetails>().id
}
const release = (id: number, body: object) =>
  done<VendorPaymentDetails>(`vendor-payments/${id}/release`, body, fixture.colleague)
/** The dates on which a document is posted in the journal. */
const postedOn = (source: string, id: number) =>
  fixture.query(`select event, posted_on::text as day from journal_entries
              where source = '${source}' and source_id = ${id} order by id`)
/** The amount owed to vendors on a date: by account 2000 and by the report. */
const apBalanceOn = async (day: string) => {
  const [ledger] = await fixture.query(
    `select coalesce(sum(l.credit - l.debit), 0)::numeric(12, 2)::text as amount
     from journal_lines l join journal_entries e on e.id = l.entry_id
     where l.account = '2000' and e.posted_on <= '${day}'`,
  )
  const url = `/api/reports/ap-summary?asOf=${day}`
  const { aging } = (await prizm.call('GET', url, { as: fixture.finance })).json<ApSummary>()
  return [...new Set([ledger.amount, aging.total])]
}
const apBalances = (...days: string[]) => Promise.all(days.map(apBalanceOn))
/**
 * A future date, a date too early, and a date in a closed month are rejected; nothing is posted.
 */
const refusesDays = async (
  url: string,
  body: object,
  { early, says: earlyMessage, as = fixture.finance }: { early: string; says: string; as?: string },
) => {
  const count = 'select count(*)::int as n from journal_entries'
  const before = await fixture.query(count)
  const on = async (day: string) => {
    const answer = await fixture.post(`/api/${url}`, as, { ...body, postedOn: day })
    const { code, errors } = answer.json<{ code: string; errors?: { message: string }[] }>()
    return errors?.map(({ message }) => message) ?? [answer.statusCode, code]
  }
  expect(await on('2026-03-03')).toEqual(['Must not be in the future'])
  expect(await on(early)).toEqual([earlyMessage])
  await closeMonth(fixture.query, 202602)
  expect(await on('2026-02-28')).toEqual([409, 'period-closed'])
  expect(await fixture.query(count)).toEqual(before)
  await done(url, body, as)
}

describe('a payment', () => {
  test('is posted on its posting date, and voided on that of the void', async () => {
    const id = await prepared()
    const paid = await release(id, { postedOn: '2026-02-14' })
    expect(paid).toMatchObject({ paidOn: '2026-02-12', postedOn: '2026-02-14' })
    expect(paid.bills).toMatchObject([{ appliedOn: '2026-02-14', reversedOn: null }])
    expect(await apBalances('2026-02-09', '2026-02-10', '2026-02-13', '2026-02-14')).toEqual([
      ['0.00'],
      ['40.00'],
      ['40.00'],
      ['0.00'],
    ])
    const body = { reason: 'Lost in the mail', postedOn: '2026-02-20' }
    const voided = await done<VendorPaymentDetails>(`vendor-payments/${id}/void`, body)
    expect(voided.bills).toMatchObject([{ appliedOn: '2026-02-14', reversedOn: '2026-02-20' }])
    expect(await postedOn('vendor_payment', id)).toEqual([
      { event: 'post', day: '2026-02-14' },
      { event: 'void', day: '2026-02-20' },
    ])
    expect(await apBalances('2026-02-19', '2026-02-20', '2026-03-02')).toEqual([
      ['0.00'],
      ['40.00'],
      ['40.00'],
    ])
  })

  test('is posted today by default, whatever the pay date is', async () => {
    const paid = await release(await prepared(), {})
    expect(paid).toMatchObject({ paidOn: '2026-02-12', postedOn: '2026-03-02' })
  })

  test('cannot be posted before the pay date', async () => {
    const url = `vendor-payments/${await prepared()}/release`
    const earlyMessage = 'Must not be before 2/12/2026, the pay date'
    await refusesDays(url, {}, { early: '2026-02-11', says: earlyMessage, as: fixture.colleague })
  })

  test('cannot be posted before its bill or the reversal of an earlier settlement', async () => {
    const early = await prepared({ paidOn: '2026-02-01' })
    const refused = await fixture.post(`/api/vendor-payments/${early}/release`, fixture.colleague, {
      postedOn: '2026-02-09',
    })
    expect(refused.json()).toMatchObject({
      errors: [{ message: 'Must not be before 2/10/2026, the posting date of the bill' }],
    })
    await release(early, { postedOn: '2026-02-11' })
    const lost = { reason: 'Lost in the mail', postedOn: '2026-02-20' }
    await done(`vendor-payments/${early}/void`, lost)
    await refusesDays(
      `vendor-payments/${await prepared()}/release`,
      {},
      {
        early: '2026-02-19',
        says: 'Must not be before 2/20/2026, when an application to the bill was last reversed',
        as: fixture.colleague,
      },
    )
  })

  test('cannot be voided before it is posted, and a draft has no posting date', async () => {
    const id = await prepared()
    const url = `vendor-payments/${id}/void`
    const answer = await fixture.post(`/api/${url}`, fixture.finance, {
      reason: 'Wrong',
      postedOn: '2026-02-28',
    })
    expect(answer.json()).toMatchObject({
      errors: [
        {
          path: 'postedOn',
          message: 'This payment was not posted, so it can only be voided as of today',
        },
      ],
    })
    await release(id, { postedOn: '2026-02-14' })
    await refusesDays(
      url,
      { reason: 'Wrong' },
      {
        early: '2026-02-13',
        says: 'Must not be before 2/14/2026, the posting date of the payment',
      },
    )
  })

  test('released concurrently on different days is posted once', async () => {
    const id = await prepared()
    const url = `/api/vendor-payments/${id}/release`
    const answers = await Promise.all(
      ['2026-02-14', '2026-02-15', '2026-02-16'].map((day) =>
        fixture.post(url, fixture.colleague, { postedOn: day }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await postedOn('vendor_payment', id)).toHaveLength(1)
  })
})

test('a prepayment cannot be voided before its last refund or reversal', async () => {
  const fields = { vendorId: fixture.vendorId, amount: '70.00', method: 'ach' }
  const made = await done<VendorPaymentDetails>('vendor-prepayments', {
    ...fields,
    paidOn: '2026-02-12',
  })
  const { id } = await release(made.id, { postedOn: '2026-02-13' })
  const back = { amount: '10.00', receivedOn: '2026-02-15', reason: 'Too much' }
  const after = await done<VendorPaymentDetails>(`vendor-prepayments/${id}/refund`, back)
  const refundId = after.refunds[0]?.id
  await done(`vendor-prepayments/${id}/reverse-refund`, { refundId, reason: 'Never came' })
  await refusesDays(
    `vendor-payments/${id}/void`,
    { reason: 'Wrong' },
    {
      early: '2026-03-01',
      says: 'Must not be before 3/2/2026, when the vendor last refunded it',
    },
  )
})

describe('a bill', () => {
  test('is voided on the posting date of the void', async () => {
    const url = `vendor-bills/${bill.id}/void`
    const body = { reason: 'Not ours', postedOn: '2026-02-20' }
    expect(await done<VendorBillDetails>(url, body)).toMatchObject({ status: 'void' })
    expect(await postedOn('vendor_bill', bill.id)).toEqual([
      { event: 'post', day: '2026-02-10' },
      { event: 'void', day: '2026-02-20' },
    ])
    expect(await apBalances('2026-02-10', '2026-02-19', '2026-02-20')).toEqual([
      ['40.00'],
      ['40.00'],
      ['0.00'],
    ])
  })

  test('cannot be voided before it is posted or before the void of its payment', async () => {
    const url = `vendor-bills/${bill.id}/void`
    const early = { reason: 'Not ours', postedOn: '2026-02-09' }
    expect((await fixture.post(`/api/${url}`, fixture.finance, early)).json()).toMatchObject({
      errors: [{ message: 'Must not be before 2/10/2026, the posting date of the bill' }],
    })
    const id = await prepared()
    await release(id, { postedOn: '2026-02-14' })
    await done(`vendor-payments/${id}/void`, { reason: 'Lost', postedOn: '2026-02-20' })
    await refusesDays(
      url,
      { reason: 'Not ours' },
      {
        early: '2026-02-19',
        says: 'Must not be before 2/20/2026, when an application to the bill was last reversed',
      },
    )
  })

  test('that revalued stock cannot be voided before the last move of that stock', async () => {
    const order = await fixture.received()
    const next = await fixture.approved()
    const lines = [fixture.lineOf(order, 10, '4.10')]
    const dear = await fixture.entered({ lines, docDate: '2026-02-05', postingDate: '2026-03-02' })
    expect(dear.status).toBe('posted')
    prizm.clock.now = new Date('2026-03-03T15:00:00Z')
    fixture.finance = await prizm.signIn('finance')
    const items = [{ itemId: next.items[0]?.id, quantity: 10 }]
    const arrived = await fixture.act(next.id, 'receive', await prizm.signIn('warehouse'), {
      items,
    })
    expect(arrived.statusCode, arrived.body).toBe(200)
    const url = `/api/vendor-bills/${dear.id}/void`
    const body = { reason: 'Not ours', postedOn: '2026-03-02' }
    const [{ sku }] = await fixture.query('select sku from skus order by id limit 1')
    expect((await fixture.post(url, fixture.finance, body)).json()).toMatchObject({
      errors: [
        { message: `Must not be before 3/3/2026, when the stock of ${sku} last changed in value` },
      ],
    })
    await done(`vendor-bills/${dear.id}/void`, { reason: 'Not ours' })
  })

  test('that was not posted has no posting date for its void', async () => {
    const lines = [fixture.lineOf(await fixture.received())]
    const draft = await fixture.entered({ lines, status: 'draft' })
    const body = { reason: 'Not ours', postedOn: '2026-03-02' }
    const answer = await fixture.post(`/api/vendor-bills/${draft.id}/void`, fixture.finance, body)
    expect([answer.statusCode, answer.json().errors]).toMatchObject([
      422,
      [
        {
          path: 'postedOn',
          message: 'This bill was not posted, so it can only be voided as of today',
        },
      ],
    ])
  })
})

describe('a credit note of a vendor', () => {
  const note = () =>
    done<VendorCredit>('vendor-credits', {
      vendorId: fixture.vendorId,
      creditNumber: 'CN-1',
      amount: '15.00',
      account: 'priceVariance',
      reason: 'Price too high',
      postedOn: '2026-02-12',
    })

  test('is voided on the posting date of the void', async () => {
    const { id } = await note()
    const body = { reason: 'Not ours', postedOn: '2026-02-20' }
    expect(await done(`vendor-credits/${id}/void`, body)).toMatchObject({
      status: 'void',
      voidedOn: '2026-02-20',
    })
    expect(await apBalances('2026-02-11', '2026-02-12', '2026-02-19', '2026-02-20')).toEqual([
      ['40.00'],
      ['25.00'],
      ['25.00'],
      ['40.00'],
    ])
  })

  test('cannot be voided before its last application was reversed', async () => {
    const { id } = await note()
    await done(`vendor-credits/${id}/apply`, {})
    const off = await prizm.call('POST', `/api/vendor-credits/${id}/unapply`, {
      as: fixture.finance,
    })
    expect(off.statusCode, off.body).toBe(200)
    await refusesDays(
      `vendor-credits/${id}/void`,
      { reason: 'Not ours' },
      {
        early: '2026-03-01',
        says: 'Must not be before 3/2/2026, when it was last applied or reversed',
      },
    )
  })
})
