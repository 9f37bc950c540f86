import { expect, test } from 'vitest'
import { numbersFrom, startTestApp } from '#app/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { Returnable } from '../contract.ts'
import { returnsFixture } from './testing.ts'

// A random walk of 60 acts on three orders of one customer: credit memos by amount and by units,
// fees, write-offs, payments with and without the early discount, and returns at every step. The
// books must balance after each act. At the end every return must reach an end state, and all
// remaining goods must be returnable.

type Row = { id: number; open: string }

test.each([1, 2, 3, 4])(
  'every return can be finished, whatever was credited before it (seed %i)',
  async (seed) => {
    const prizm = await startTestApp()
    const [goods, fixture] = [await returnsFixture(prizm), await receivablesFixture(prizm)]
    const random = numbersFrom(seed)
    const below = (most: number) => Math.floor(random() * most)
    const terms = { paymentTerms: '2/10 net 30', creditLimit: '90000.00' }
    const customerId = await goods.given.buyer(terms)
    const orders: Awaited<ReturnType<typeof goods.shipped>>[] = []
    for (const price of ['100.00', '33.33', '0.99']) {
      const skuId = await goods.given.item({ price })
      // oxlint-disable-next-line no-await-in-loop
      orders.push(await goods.shipped(8, { customerId, skuId }))
    }
    const oneOf = <R>(all: readonly R[]): R | undefined => all[below(Math.max(1, all.length))]
    const invoice = async (where = 'open_amount > 0') => {
      const text = `select id, open_amount as open from invoices where ${where} order by id`
      return oneOf((await fixture.query(text)) as Row[])
    }
    const part = (open: string) => (Math.ceil(Number(open) * (below(100) + 1)) / 100).toFixed(2)
    const accepted: string[] = []
    const note = (what: string, { statusCode, body }: { statusCode: number; body: string }) => {
      expect([200, 201, 409, 422], `${what}: ${body}`).toContain(statusCode)
      if (statusCode < 300) accepted.push(what)
    }
    const returns = (status: string) =>
      fixture.query(`select id from returns where status = '${status}' order by id`) as Promise<
        Row[]
      >
    const take = async (verb: string, from: string, who: string, body: object = {}) => {
      const found = oneOf(await returns(from))
      if (found) note(verb, await goods.act(found.id, verb, who, body))
    }
    const request = async (order: (typeof orders)[number] | undefined, quantity: number) => {
      if (!order) return
      const items = [{ originalItemId: order.items[0]?.id, quantity, disposition: 'restock' }]
      note('request', await goods.create({ originalOrderId: order.id, items }))
    }
    const fee = () => (below(3) === 0 ? { restockingFee: `${below(3)}.50` } : {})
    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const found = await invoice('true')
        const fields = { invoiceId: found?.id ?? 0, goods: `${below(40)}.15`, reason: 'Goodwill' }
        note('memo by amount', await fixture.post('credit-memos', { ...fields, ...fee() }))
      },
      async () => {
        const { id, lines } = await fixture.invoice((await invoice('true'))?.id ?? 0)
        const items = [{ invoiceLineId: lines[0]?.id, quantity: below(2) + 1 }]
        const body = { invoiceId: id, items, reason: 'Broken' }
        note('memo by units', await fixture.post('credit-memos', body))
      },
      async () => {
        const found = await invoice()
        if (!found) return
        const amount = part(found.open)
        const applications = [{ invoiceId: found.id, amount }]
        const body = { customerId, amount, method: 'check', applications }
        note('payment', await fixture.post('payments', body))
      },
      async () => {
        const body = { customerId, amount: '50.00', method: 'check', applyAsOffered: true }
        note('payment as offered', await fixture.post('payments', body))
      },
      async () => {
        const found = await invoice()
        if (!found) return
        const body = { amount: part(found.open), reason: 'Dispute' }
        note('write-off', await fixture.post(`invoices/${found.id}/write-off`, body, 'manager'))
      },
      () => request(oneOf(orders), below(3) + 1),
      () => take('approve', 'pending', 'manager'),
      () => take('receive', 'approved', 'warehouse'),
      () => take('complete', 'received', 'finance', fee()),
      () => take('complete', 'received', 'finance'),
    ]
    for (let step = 0; step < 60; step += 1) {
      // Sequential, because each act depends on the ones before it.
      // oxlint-disable-next-line no-await-in-loop
      await acts[below(acts.length)]?.()
      // oxlint-disable-next-line no-await-in-loop
      expect([step, await fixture.broken()]).toEqual([step, []])
    }
    expect(new Set(accepted).size, accepted.join(', ')).toBeGreaterThan(7)

    const end = async (status: string, verb: string, who: string) => {
      for (const { id } of await returns(status)) {
        // oxlint-disable-next-line no-await-in-loop
        const ended = await goods.act(id, verb, who)
        expect(ended.statusCode, `${verb} of ${id}: ${ended.body}`).toBe(200)
      }
    }
    const endAll = async () => {
      await end('pending', 'approve', 'manager')
      await end('approved', 'receive', 'warehouse')
      await end('received', 'complete', 'finance')
    }
    await endAll()
    for (const order of orders) {
      // oxlint-disable-next-line no-await-in-loop
      const remaining = await returnableQuantityOf(order.id)
      // oxlint-disable-next-line no-await-in-loop
      if (remaining > 0) await request(order, remaining)
    }
    await endAll()
    const ends = await fixture.query('select distinct status from returns')
    expect(ends).toEqual([{ status: 'completed' }])
    const [credited] = await fixture.query(
      `select sum(total)::numeric <= (select sum(total) from invoices) as bounded
       from credit_memos`,
    )
    expect(credited).toEqual({ bounded: true })
    expect(await fixture.broken()).toEqual([])
    await prizm.close()

    async function returnableQuantityOf(orderId: number): Promise<number> {
      const { items } = await fixture.get<Returnable>(`returns/returnable?salesOrderId=${orderId}`)
      return items[0]?.returnable ?? 0
    }
  },
)
