import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { freeText, price, units } from '#platform/kernel/fields.ts'

const rate = z.string().check(
  z.regex(/^(?:0|0?\.\d{1,6}|0\.\d{1,6}|1(?:\.0{1,6})?)$/, {
    error: 'Must be a rate such as 0.0800',
  }),
)

const timeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, { error: 'Must be a time zone such as America/New_York' }),
  )

/** True for a name that the calendar knows: business days are counted in it. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** The rules an administrator may change. Rates are shares: `0.0800` is 8 %. */
export const settings = z.object({
  businessTimeZone: timeZone,
  taxDefaultRate: rate,
  shippingFlat: price,
  shippingFreeFrom: price,
  creditZeroMeans: z.enum(['none', 'unlimited']),
  userMayEditTerms: z.boolean(),
  requireIfMatch: z.boolean(),
  /** Whether a step that two people should share is refused, or put on record as a waiver. */
  sodMode: z.enum(['record', 'enforce']),
  /** Up to which total a manager approves a purchase order; administrators have no limit. */
  purchaseApprovalLimit: price,
  /** How far a bill may be above the ordered price: in percent, and in an amount for a line. */
  billPricePercent: z.int().check(z.minimum(0), z.maximum(100)),
  billPriceAmount: price,
  /** Up to which difference a whole bill is taken as it is. */
  billRounding: price,
  /** Above which amount two people release what a bill asks for without a purchase order. */
  billApprovalLimit: price,
  /** How much more than was ordered may be received, in percent of a line; 0 is nothing. */
  overReceiptPercent: z.int().check(z.minimum(0), z.maximum(10)),
  /** For how many days after shipment goods may come back; 0 is any time. Managers may later. */
  returnWindowDays: units(0),
  /** Above which total a return is not approved by sales, nor by who made it. */
  returnApprovalLimit: price,
  /** What finance and what a manager may give up of one invoice; administrators any. */
  writeOffLimitFinance: price,
  writeOffLimitManager: price,
  /** Above which amount only a manager releases a refund. */
  refundLimit: price,
  /** What everybody should know about the system itself; empty for nothing. */
  maintenanceNotice: freeText(200),
})
export type Settings = z.infer<typeof settings>

export const readSettings = endpoint('GET', '/api/settings', {
  permission: 'settings.read',
  returns: settings,
  summary: 'The business rules in force',
})
export const changeSettings = endpoint('PUT', '/api/settings', {
  permission: 'settings.manage',
  body: z.partial(settings),
  returns: settings,
  summary: 'Changes some of the business rules',
})
