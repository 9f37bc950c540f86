import { expect, test } from 'vitest'
import { numbersFrom, startTestApp } from '#app/testing.ts'
import type { ArSummary } from '#features/ar-reports/contract.ts'
import { addDays, day, type Day } from '#platform/kernel/days.ts'
import type { OpenItems } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// A random walk of 140 acts on one customer's account over 35 days: charges, backdated payments,
// memos, refunds, write-offs, and their reversals, dated on the same day or shortly before. The
// books must balance after each act; at the end the aging of every past day must equal account 1100
// and the statement.

const first = day('2026-03-02')

test.each([2, 3, 5])(
  'every past day agrees after a walk with reversals (seed %i)',
  async (seed) => {
    const prizm = await startTestApp()
    const fixture = await receivablesFixture(prizm)
    const customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const random = numbersFrom(seed)
    const below = (most: number) => Math.floor(random() * most)
    const amount = (most: number) => `${below(most) + 1}.00`
    const oneOf = async (text: string) => {
      const found = await fixture.query(text)
      return found[below(Math.max(1, found.length))] as { id: number; open: string } | undefined
    }
    const signIn = async () => {
      fixture.people['finance'] = await prizm.signIn('finance')
      fixture.people['manager'] = await prizm.signIn('manager')
    }
    let today: Day = first
    let done = 0
    let early = 0
    const reason = { reason: 'Walk' }
    const on = (table: string, where: string) =>
      oneOf(`select id, open_amount as open from ${table} where ${where} order by id`)
    const refund = (where: string) => oneOf(`select id, amount as open from refunds where ${where}`)
    const act = async (url: string, body: object = reason, as = 'finance') => {
      const answer = await fixture.post(url, body, as)
      expect([200, 201, 403, 404, 409, 422], answer.body).toContain(answer.statusCode)
      if (answer.statusCode < 300) done += 1
    }
    /** Posts as of a day shortly before, or as of today if that day is refused. */
    const actDated = async (url: string, body: object = reason, as = 'finance') => {
      const postedOn = addDays(today, -below(5))
      const answer = await fixture.post(url, { ...body, postedOn }, as)
      if (answer.statusCode === 422) return act(url, body, as)
      expect([200, 201, 403, 404, 409], answer.body).toContain(answer.statusCode)
      if (answer.statusCode >= 300) return
      done += 1
      if (postedOn < today) early += 1
    }
    const part = (open: string) => `${below(Math.max(1, Math.floor(Number(open)))) + 1}.00`
    const acts: (() => Promise<unknown>)[] = [
      async () => fixture.charged(customerId, { total: amount(400), docDate: today }),
      async () => {
        const receivedOn = addDays(today, -below(5))
        await act('payments', {
          customerId,
          amount: amount(300),
          method: 'check',
          receivedOn,
          applyAsOffered: below(2) === 0,
        })
      },
      async () => {
        const invoice = await on('invoices', 'charge = 0')
        const body = { invoiceId: invoice?.id ?? 0, goods: amount(90), ...reason }
        await actDated('credit-memos', body)
      },
      async () => {
        const memo = await on('credit_memos', 'open_amount > 0')
        const invoice = await on('invoices', 'open_amount > 0')
        if (!memo || !invoice) return
        const applications = [{ invoiceId: invoice.id, amount: part(memo.open) }]
        await act(`credit-memos/${memo.id}/apply`, { applications })
      },
      async () => {
        const payment = await on('customer_payments', 'open_amount > 0')
        const invoice = await on('invoices', 'open_amount > 0')
        if (!payment || !invoice) return
        const applications = [{ invoiceId: invoice.id, amount: part(payment.open) }]
        await act(`payments/${payment.id}/apply`, { applications })
      },
      async () => {
        const isMemo = below(2) === 0
        const source = await on(isMemo ? 'credit_memos' : 'customer_payments', 'open_amount > 0')
        if (!source) return
        const of = isMemo ? { creditMemoId: source.id } : { paymentId: source.id }
        await act('refunds', { ...of, amount: part(source.open), ...reason })
      },
      async () =>
        actDated(
          `refunds/${(await refund("status = 'prepared'"))?.id ?? 0}/release`,
          {},
          'manager',
        ),
      async () =>
        act(`refunds/${(await refund("status = 'prepared'"))?.id ?? 0}/cancel`, {}, 'manager'),
      async () => actDated(`refunds/${(await refund("status = 'released'"))?.id ?? 0}/reverse`),
      async () =>
        actDated(`payments/${(await on('customer_payments', "status = 'posted'"))?.id ?? 0}/void`),
      async () => actDated(`credit-memos/${(await on('credit_memos', 'true'))?.id ?? 0}/void`),
      async () => {
        const applied = await oneOf(`select id, amount as open from receivable_applications
                                   where reversed_on is null order by id`)
        if (applied) await actDated(`receivable-applications/${applied.id}/reverse`)
      },
      async () => {
        const invoice = await on('invoices', 'open_amount > 0')
        if (invoice)
          await actDated(
            `invoices/${invoice.id}/write-off`,
            { amount: '1.00', ...reason },
            'manager',
          )
      },
    ]
    for (let step = 0; step < 140; step++) {
      if (step % 4 === 3) {
        today = addDays(today, 1)
        prizm.clock.now = new Date(`${today}T15:00:00Z`)
        // oxlint-disable-next-line no-await-in-loop
        await signIn()
      }
      const next = acts[step < 8 ? step % 2 : below(acts.length)]
      // Sequential, because each act depends on the ones before it.
      // oxlint-disable-next-line no-await-in-loop
      await next?.()
      // oxlint-disable-next-line no-await-in-loop
      expect([step, await fixture.broken()]).toEqual([step, []])
    }
    expect(done).toBeGreaterThan(40)
    expect(early).toBeGreaterThan(5)
    const reversalCounts = await fixture.query(`select
    (select count(*)::int from credit_memos where voided_on is not null) as memos,
    (select count(*)::int from refunds where status = 'reversed') as refunds,
    (select count(*)::int from customer_payments where status = 'void') as payments`)
    expect(Math.min(...(Object.values(reversalCounts[0]) as number[]))).toBeGreaterThan(0)
    for (let asOf = addDays(first, -5); asOf <= today; asOf = addDays(asOf, 1)) {
      const of = `customerId=${customerId}&to=${asOf}`
      // Sequential, one report at a time.
      // oxlint-disable-next-line no-await-in-loop
      const [{ aging }, items, statement, [ledger]] = await Promise.all([
        fixture.get<ArSummary>(`reports/ar-summary?asOf=${asOf}`),
        fixture.get<OpenItems>(`receivables/open-items?${of}`),
        fixture.get<{ closing: string }>(`receivables/statement?${of}`),
        fixture.query(`select coalesce(sum(l.debit - l.credit), 0)::numeric(12, 2)::text as amount
                  from journal_lines l join journal_entries e on e.id = l.entry_id
                  where l.account = '1100' and e.posted_on <= '${asOf}'`),
      ])
      const { amount: ledgerBalance } = ledger as { amount: string }
      expect([asOf, aging.total, items.balance, statement.closing]).toEqual([
        asOf,
        ledgerBalance,
        ledgerBalance,
        ledgerBalance,
      ])
    }
    await prizm.close()
  },
  120_000,
)
