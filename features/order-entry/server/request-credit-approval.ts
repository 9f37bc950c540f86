import { notify } from '#features/notifications/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { OrderRequest } from '../contract.ts'
import { assess } from '../rules.ts'
import { factsOf } from './placing/order-facts.ts'
import { readRules, whatToRead, orderRequestOf } from './placing/place-orders.ts'
import { readFacts } from './store.ts'

/** Who may raise a credit limit or take a payment in. */
const whoDecides = ['finance', 'manager', 'admin'] as const

/**
 * Tells those who decide on credit of an order that is refused for it, with a link to the customer;
 * of the same order once a day, however often it is asked. Refuses an order that has credit enough.
 */
export async function requestCreditApproval(ctx: Context, body: OrderRequest): Promise<void> {
  const rules = await readRules(ctx)
  await inTransaction(ctx, async (inner) => {
    const asked = { body, user: ctx.user }
    const facts = await readFacts(inner.db, whatToRead([asked], rules.date), { lock: false })
    const own = factsOf(facts, rules, body)
    const { credit, totals } = assess(own, orderRequestOf(asked))
    if (credit.approved || !own.customer) {
      const sentence = 'The customer has credit enough for this order: it can be created'
      throw new Refusal('conflict', 'credit-approved', sentence)
    }
    const { customerCode, name } = own.customer
    const key = ['credit-asked', customerCode, ctx.user?.id, totals.total, rules.date].join(':')
    const text = `${ctx.user?.username ?? 'A program'} asks. ${credit.message}`
    const link = `/customers?open=${encodeURIComponent(customerCode)}`
    const title = `Credit for ${name} (${customerCode})`
    await notify(inner, [{ roles: whoDecides, kind: 'credit', key, title, text, link }])
  })
}
