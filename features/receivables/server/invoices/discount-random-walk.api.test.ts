import { expect, test } from 'vitest'
import { numbersFrom, startTestApp } from '#app/testing.ts'
import type { SuggestedApplications } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// A random walk of 60 acts on invoices with 2/10 terms: part payments with and without a discount,
// credit memos by amount, their application, voids and reversals. After each act the discount that
// the program offers for every open invoice must equal the arithmetic of this file: 2 percent of
// the goods that memos have left, less what was given, and no more than is open.

type Known = {
  id: number
  goods: string
  open: string
  credited: string
  given: string
}

const figures = `
  select i.id, i.goods, i.open_amount as open,
    (select coalesce(sum(m.goods), 0)::numeric(12, 2)::text from credit_memos m
     where m.invoice_id = i.id and m.voided_on is null) as credited,
    (select coalesce(sum(a.discount), 0)::numeric(12, 2)::text from receivable_applications a
     where a.invoice_id = i.id and a.reversed_on is null) as given
  from invoices i order by i.id`

const inCents = (text: string) => Number(text.replace('.', ''))
const inText = (amount: number) => (amount / 100).toFixed(2)
/** Two percent, half a cent rounded up. */
const twoPercent = (amount: number) => Math.floor((amount * 2 + 50) / 100)

/** The discount that is left of an invoice. */
function remainingDiscountOf({ goods, open, credited, given }: Known): number {
  const remainingGoods = Math.max(0, inCents(goods) - inCents(credited))
  const remaining = Math.max(0, twoPercent(remainingGoods) - inCents(given))
  return Math.min(remaining, inCents(open))
}

test.each([1, 2, 3])(
  'every mixture of payments, memos and reversals keeps the discounts (seed %i)',
  async (seed) => {
    const prizm = await startTestApp()
    const fixture = await receivablesFixture(prizm)
    const customerId = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const random = numbersFrom(seed)
    const below = (most: number) => Math.floor(random() * most)
    const oneOf = <T>(all: readonly T[]): T | undefined => all[below(Math.max(1, all.length))]
    const known = () => fixture.query(figures) as Promise<Known[]>
    const ids = async (table: string, where: string) =>
      (await fixture.query(`select id from ${table} where ${where} order by id`)) as {
        id: number
      }[]
    const accepted = new Map<string, number>()
    const act = async (what: string, url: string, body: object) => {
      const answer = await fixture.post(url, body)
      expect([200, 201, 409, 422], `${what}: ${answer.body}`).toContain(answer.statusCode)
      if (answer.statusCode < 300) accepted.set(what, (accepted.get(what) ?? 0) + 1)
      return answer.statusCode
    }
    const openOne = async () => oneOf((await known()).filter(({ open }) => open !== '0.00'))
    const pay = (what: string, { id }: Known, [amount, discount]: [number, number]) => {
      const part = { invoiceId: id, amount: inText(amount), discount: inText(discount) }
      const body = { customerId, amount: inText(amount), method: 'ach', applications: [part] }
      return act(what, 'payments', body)
    }
    const reason = { reason: 'Walk' }
    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const goods = `${below(900) + 100}.${10 + below(90)}`
        const tax = inText(Math.floor(inCents(goods) / 12))
        const total = inText(inCents(goods) + inCents(tax) + 1500)
        await fixture.charged(customerId, { total, goods, tax })
      },
      async () => {
        const invoice = await openOne()
        if (!invoice) return
        const [open, left] = [inCents(invoice.open), remainingDiscountOf(invoice)]
        // One cent more than is left is refused; the rest with exactly that is accepted.
        const over = await pay('too much', invoice, [Math.max(1, open - left - 1), left + 1])
        expect(over).toBe(409)
        if (open > left) expect(await pay('whole', invoice, [open - left, left])).toBe(201)
      },
      async () => {
        const invoice = await openOne()
        if (!invoice) return
        const discount = below(remainingDiscountOf(invoice) + 1)
        const most = inCents(invoice.open) - discount
        if (most > 0) expect(await pay('part', invoice, [below(most) + 1, discount])).toBe(201)
      },
      async () => {
        const invoice = oneOf(await known())
        if (!invoice) return
        const goods = inText(below(inCents(invoice.goods)) + 1)
        await act('memo', 'credit-memos', { invoiceId: invoice.id, goods, ...reason })
      },
      async () => {
        const memo = oneOf(await ids('credit_memos', 'open_amount > 0'))
        const invoice = await openOne()
        if (!memo || !invoice) return
        const applications = [{ invoiceId: invoice.id, amount: '1.00' }]
        await act('memo applied', `credit-memos/${memo.id}/apply`, { applications })
      },
      async () => {
        const payment = oneOf(await ids('customer_payments', "status = 'posted'"))
        if (payment) await act('bounced', `payments/${payment.id}/void`, reason)
      },
      async () => {
        const memo = oneOf(await ids('credit_memos', 'voided_on is null'))
        if (memo) await act('memo void', `credit-memos/${memo.id}/void`, reason)
      },
      async () => {
        const applied = oneOf(await ids('receivable_applications', 'reversed_on is null'))
        if (!applied) return
        await act('unapplied', `receivable-applications/${applied.id}/reverse`, reason)
      },
    ]
    for (let step = 0; step < 60; step += 1) {
      // Sequential, because each act depends on the ones before it.
      // oxlint-disable-next-line no-await-in-loop
      await acts[step < 3 ? 0 : below(acts.length)]?.()
      // oxlint-disable-next-line no-await-in-loop
      const invoices = (await known()).filter(({ open }) => open !== '0.00')
      const url = `payments/offer?customerId=${customerId}&amount=99999.00`
      // oxlint-disable-next-line no-await-in-loop
      const offered = await fixture.get<SuggestedApplications>(url)
      const byId = new Map(offered.map((each) => [each.invoiceId, each.discountAllowed]))
      expect([step, invoices.map(({ id }) => byId.get(id))]).toEqual([
        step,
        invoices.map((invoice) => inText(remainingDiscountOf(invoice))),
      ])
      // oxlint-disable-next-line no-await-in-loop
      for (const { goods, given } of await known()) {
        expect(inCents(given)).toBeLessThanOrEqual(twoPercent(inCents(goods)))
      }
    }
    expect([...accepted.keys()].toSorted()).toEqual(
      ['bounced', 'memo', 'memo applied', 'memo void', 'part', 'unapplied', 'whole'].toSorted(),
    )
    expect(await fixture.broken()).toEqual([])
    await prizm.close()
  },
)
