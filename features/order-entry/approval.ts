import * as z from 'zod/mini'
import { priceSources } from '#features/sales-orders/contract.ts'
import type { Charges } from '#features/pricing/rules.ts'
import { amountText } from '#platform/kernel/fields.ts'
import { cents, type Cents, decimal, zero } from '#platform/kernel/money.ts'
import type { OrderDifference } from './contract.ts'
import type { Decision, OrderFacts } from './rules.ts'

// A binding approval: what a validation showed, in wire form, and how an order is compared with it.

const approvedLine = z.object({
  unitPrice: amountText,
  priceSource: z.enum(priceSources),
  totalPrice: amountText,
  taxAmount: amountText,
  qtyReserved: z.int(),
  qtyBackordered: z.int(),
})

/** An order as an approval shows it: every figure that its creation must repeat. */
export const approvedOrder = z.object({
  items: z.array(approvedLine),
  subtotal: amountText,
  taxAmount: amountText,
  shippingAmount: amountText,
  total: amountText,
  holdReason: z.nullable(z.string()),
  /** Why credit is refused; null if it is approved. */
  credit: z.nullable(z.string()),
  /** The SKUs that are short although no backorder is accepted; null if there are none. */
  stock: z.nullable(z.string()),
})
export type ApprovedOrder = z.infer<typeof approvedOrder>

/** What an approval binds beside the prices of the lines: tax rate and shipping. */
const approvedCharges = z.object({
  taxRate: z.string(),
  taxPlace: z.optional(
    z.object({ country: z.nullable(z.string()), state: z.nullable(z.string()) }),
  ),
  taxNotice: z.optional(z.string()),
  shippingFlat: z.int(),
  shippingFreeFrom: z.int(),
  isPickedUp: z.optional(z.boolean()),
})

/** An order that a token showed. The token has the number of refusals before it. */
const shownOrder = z.object({ refusals: z.int(), order: approvedOrder })
export type ShownOrder = z.infer<typeof shownOrder>

/** What an approval stores: `form` counts up when its fields change. */
export const approvedContent = z.object({
  form: z.literal(1),
  order: approvedOrder,
  charges: approvedCharges,
  /** True if the order would be parked: its prices are bound, and neither stock nor credit held. */
  isParked: z.optional(z.boolean()),
  /** How many creations were refused with differences; 0 if missing. */
  refusals: z.optional(z.int()),
  /** What the token of the last refused creation had shown. */
  before: z.optional(shownOrder),
})
export type ApprovedContent = z.infer<typeof approvedContent>

/**
 * The token of an approval: its UUID, and a number after creations that were refused with
 * differences. Only who has received a refusal has the token that accepts it, so that a request
 * that is repeated after a lost answer accepts nothing.
 */
export function approvalTokenOf(uuid: string, refusals = 0): string {
  return refusals === 0 ? uuid : `${uuid}.${refusals}`
}

/** The UUID of an approval and the number of refusals in its token. */
export function parseApprovalToken(token: string): { uuid: string; refusals: number } {
  const [uuid = '', refusals = '0'] = token.toLowerCase().split('.')
  return { uuid, refusals: Number(refusals) }
}

/** The UUIDs of the approvals that requests name. */
export function approvalUuidsOf(
  requests: readonly { body: { approvalToken?: string | undefined } }[],
): string[] {
  return requests.flatMap(({ body: { approvalToken } }) =>
    approvalToken === undefined ? [] : [parseApprovalToken(approvalToken).uuid],
  )
}

/** What a token showed: the present content, or that before the last refusal. */
export function shownBy(content: ApprovedContent, refusals: number): ShownOrder | undefined {
  const { order, before } = content
  if (refusals === (content.refusals ?? 0)) return { refusals, order }
  return before?.refusals === refusals ? before : undefined
}

/**
 * The content of an approval that replaces an earlier one. After a creation that was refused with
 * differences from `refused`, its token is another one, unless the same refusal is repeated.
 */
export function replacingContent(
  content: ApprovedContent,
  { earlier, refused }: { earlier?: ApprovedContent | undefined; refused?: ShownOrder | undefined },
): ApprovedContent {
  const { refusals = 0 } = earlier ?? {}
  if (!refused) return { ...content, ...(refusals > 0 && { refusals }) }
  const isRepeated =
    earlier !== undefined &&
    refused.refusals !== refusals &&
    differencesOf(earlier.order, content.order).length === 0
  return { ...content, refusals: isRepeated ? refusals : refusals + 1, before: refused }
}

/** The order and the charges of a decision, as an approval stores them. */
export function approvedContentOf(
  decision: Decision,
  facts: OrderFacts,
  { isParked, laterHold }: { isParked: boolean; laterHold: string | null },
): ApprovedContent {
  const { taxRate, taxPlace, taxNotice, shippingFlat, shippingFreeFrom, isPickedUp } = facts.charges
  return {
    form: 1,
    order: approvedOrderOf(decision, { isHeldForCredit: false, laterHold }),
    charges: {
      taxRate,
      ...(taxPlace && {
        taxPlace: { country: taxPlace.country ?? null, state: taxPlace.state ?? null },
      }),
      ...(taxNotice !== undefined && { taxNotice }),
      shippingFlat,
      shippingFreeFrom,
      ...(isPickedUp && { isPickedUp }),
    },
    ...(isParked && { isParked }),
  }
}

/** What decides the hold of an order beside its decision. */
type HoldFacts = {
  isHeldForCredit: boolean
  /** The hold of an order that has no other one: for a repeated customer PO, or for payment. */
  laterHold: string | null
}

/** The figures of a decision that an approval binds. */
export function approvedOrderOf(
  decision: Decision,
  { isHeldForCredit, laterHold }: HoldFacts,
): ApprovedOrder {
  const { lines, totals, credit } = decision
  return {
    items: lines.map((line) => ({
      unitPrice: decimal(line.unitPrice),
      priceSource: line.priceSource,
      totalPrice: decimal(line.totalPrice),
      taxAmount: decimal(line.taxAmount),
      qtyReserved: line.reserved,
      qtyBackordered: line.backordered,
    })),
    subtotal: decimal(totals.subtotal),
    taxAmount: decimal(totals.taxAmount),
    shippingAmount: decimal(totals.shippingAmount),
    total: decimal(totals.total),
    holdReason: isHeldForCredit ? 'credit' : (holdReasonOf(decision) ?? laterHold),
    credit: credit.approved ? null : (credit.message ?? 'Credit is not approved'),
    stock: stockRefusalOf(decision),
  }
}

function holdReasonOf({ stock, isHeldForMargin }: Decision): string | null {
  if (stock.isHeldForAge) return 'stock'
  return isHeldForMargin ? 'margin' : null
}

/** That lines are short and may not be backordered; null if that does not refuse the order. */
function stockRefusalOf({ approved, credit, stock }: Decision): string | null {
  const isRefused = credit.approved && !approved && !stock.available
  return isRefused ? 'There is not enough stock' : null
}

/** Every field that differs from what was shown, in the order of the document. */
export function differencesOf(shown: ApprovedOrder, now: ApprovedOrder): OrderDifference[] {
  const { items: shownItems, ...shownHead } = shown
  const { items, ...head } = now
  const count = Math.max(shownItems.length, items.length)
  const ofItems = Array.from({ length: count }, (_, index) =>
    changesOf(shownItems[index] ?? {}, items[index] ?? {}, `items.${index}.`),
  )
  return [...ofItems.flat(), ...changesOf(shownHead, head)]
}

/** True for the path of a field about stock, credit or hold, which a parked order does not have. */
export function isReservedField(path: string): boolean {
  return /^(holdReason|credit|stock|items\.\d+\.qty(Reserved|Backordered))$/.test(path)
}

type Values = Readonly<Record<string, string | number | null>>

function changesOf(shown: Values, now: Values, prefix = ''): OrderDifference[] {
  const names = [...new Set([...Object.keys(shown), ...Object.keys(now)])]
  return names.flatMap((name) => {
    const [before, after] = [shown[name] ?? null, now[name] ?? null]
    if (before === after) return []
    return [{ path: prefix + name, shown: textOf(before), now: textOf(after) }]
  })
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

/**
 * The facts that an approval binds until it expires: its prices, tax and shipping, its credit, and
 * the units that it held, which were released before the facts were selected. More units, such as a
 * delivery, do not change what was shown as backordered. That of an order that would be parked held
 * neither, so that stock and credit are those of the facts.
 */
export function withApproval(
  facts: OrderFacts,
  { order, charges, isParked = false }: ApprovedContent,
  units: ReadonlyMap<number, number>,
): OrderFacts {
  const skus = [...facts.skus].map(([skuId, sku]) => {
    const available = Math.min(sku.available, units.get(skuId) ?? 0)
    return [skuId, { ...sku, available }] as const
  })
  return {
    ...facts,
    ...(!isParked && { skus: new Map(skus), isCreditHeld: true }),
    charges: { ...charges } as Charges,
    fixed: order.items.map(({ unitPrice, priceSource }) => {
      return { unitPrice: cents(unitPrice), priceSource }
    }),
  }
}

/** What an order would take: its total as credit, and the units of its lines that are in stock. */
export type SoftReservation = { amount: Cents; units: ReadonlyMap<number, number> }

/** What the approval of a decision holds; nothing if the order would be parked. */
export function softReservationOf(
  { lines, totals }: Decision,
  { isParked }: { isParked: boolean },
): SoftReservation {
  const units = new Map<number, number>()
  if (isParked) return { amount: zero, units }
  for (const { skuId, reserved } of lines) {
    if (reserved > 0) units.set(skuId, (units.get(skuId) ?? 0) + reserved)
  }
  return { amount: totals.total, units }
}

type RequestedFields = {
  customerId: number
  shippingMethod?: string | null | undefined
  shippingAddress?: string | null | undefined
  backorder?: boolean | undefined
  items: readonly { skuId: number; quantity: number; manualPrice?: string | null | undefined }[]
}

/**
 * A text that is equal for requests that are decided alike: an approval is for this request alone.
 * The ship-to address is the customer's own unless the request has another.
 */
export function requestTextOf(request: RequestedFields, customerAddress: string | null): string {
  const { customerId, shippingMethod, shippingAddress, backorder, items } = request
  const prices = items.map(({ skuId, quantity, manualPrice }) => {
    return [skuId, quantity, manualPrice ? decimal(cents(manualPrice)) : null]
  })
  const shipTo = (shippingAddress || customerAddress || '').replace(/\s+/g, ' ').trim()
  const parts = [customerId, shippingMethod ?? null, shipTo, backorder === true, prices]
  return JSON.stringify(parts)
}
