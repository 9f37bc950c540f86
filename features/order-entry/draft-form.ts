import * as z from 'zod/mini'
import { customer } from '#features/customers/contract.ts'
import { orderSources } from '#features/sales-orders/contract.ts'
import { shippingMethods } from '#features/sales-orders/rules.ts'
import { type Desk, itemsOf } from './desk.ts'
import { fillsOf } from './filled-fields.ts'

const choice = { id: z.int(), code: z.string(), text: z.string() }

const chosenSku = z.object({
  ...choice,
  barcode: z.nullable(z.string()),
  name: z.string(),
  price: z.string(),
  available: z.int(),
  mates: z.array(z.int()),
})

const line = z.object({
  key: z.int(),
  sku: z.optional(chosenSku),
  text: z.string(),
  isAsked: z.boolean(),
  isScanned: z.boolean(),
  isUnknown: z.boolean(),
  isTwinFine: z.boolean(),
  isMade: z.boolean(),
  quantity: z.string(),
  /** Absent in what was kept before prices could be typed. */
  price: z.optional(z.string()),
})

const fill = z.object({ from: z.object({ id: z.int(), code: z.string() }), value: z.string() })
const fills = z.object({
  shippingAddress: z.optional(fill),
  billingAddress: z.optional(fill),
  shippingMethod: z.optional(fill),
})

const keptDesk = z.object({
  customer: z.optional(z.object({ ...choice, customer })),
  orderSource: z.enum(orderSources),
  customerPO: z.string(),
  shippingAddress: z.string(),
  /** Absent in what was kept before it could be chosen. */
  shippingMethod: z._default(z.enum(shippingMethods), 'standard'),
  billingAddress: z.string(),
  /** Absent in what was kept before it was known: the customer of the form filled it in. */
  fills: z.optional(fills),
  notes: z.string(),
  backorder: z.boolean(),
  lines: z.array(line).check(z.minLength(1)),
  nextKey: z.int(),
})

/** A form as it was kept, or undefined where this version cannot read it. */
export function readKeptDesk(kept: unknown): Desk | undefined {
  const read = keptDesk.safeParse(kept)
  if (!read.success) return undefined
  const lines = read.data.lines.map((each) => {
    return { ...each, sku: each.sku, price: each.price ?? '' }
  })
  const { customer: chosen, fills: known = fillsOf(chosen) } = read.data
  return { ...read.data, customer: chosen, fills: known, lines }
}

/** What the Drafts menu calls a form: `Northwind Supplies · PO 4500118822 · 3 lines`. */
export function titleOf(desk: Desk): string {
  const count = itemsOf(desk).filter((item) => item.sku).length
  const parts = [
    desk.customer?.customer.name ?? 'No customer yet',
    desk.customerPO.trim() && `PO ${desk.customerPO.trim()}`,
    count === 1 ? '1 line' : `${count} lines`,
  ]
  return parts.filter(Boolean).join(' · ').slice(0, 200)
}
