import { notify } from '#features/notifications/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { OrderRequest } from '../contract.ts'
import { assess } from '../rules.ts'
import { factsOf, factsQueryOf, orderRequestOf, readRules } from './placing/order-facts.ts'
import { readFacts } from './store.ts'

/** Roles that may raise a credit limit or record a payment. */
const creditRoles = ['finance', 'manager', 'admin'] as const

/**
 * Notifies finance, managers and admins of an order rejected for credit, with a link to the
 * customer; at most once a day per user, customer and total. Throws 409 if credit is sufficient.
 */
export async function requestCreditApproval(ctx: Context, body: OrderRequest): Promise<void> {
  const rules = await readRules(ctx)
  await inTransaction(ctx, async (inner) => {
    const request = { body, user: ctx.user }
    const facts = await readFacts(inner.db, factsQueryOf([request], rules.date), { lock: false })
    const orderFacts = factsOf(facts, rules, body)
    const { credit, totals } = assess(orderFacts, orderRequestOf(request))
    if (credit.approved || !orderFacts.customer) {
      const sentence = 'The customer has enough credit for this order. You can create it'
      throw new Refusal('conflict', 'credit-approved', sentence)
    }
    const { customerCode, name } = orderFacts.customer
    const key = ['credit-asked', customerCode, ctx.user?.id, totals.total, rules.date].join(':')
    const requester = ctx.user?.username ?? 'An API client'
    const text = `${requester} requests credit for an order. ${credit.message}`
    const link = `/customers?open=${encodeURIComponent(customerCode)}`
    const title = `Credit for ${name} (${customerCode})`
    await notify(inner, [{ roles: creditRoles, kind: 'credit', key, title, text, link }])
  })
}
