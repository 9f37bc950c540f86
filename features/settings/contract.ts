import * as z from 'zod/mini'
import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { freeLine, freeText, price, units, dayField, lineText } from '#platform/kernel/fields.ts'

const rateWith = (error: string) =>
  z
    .string()
    .check(
      z.regex(/^(?:0|0?\.\d{1,6}|0\.\d{1,6}|1(?:\.0{1,6})?)$/, { error }),
      z.maxLength(20, { error }),
    )

/** A share such as `0.0800`. */
export const rate = rateWith('Must be a rate such as 0.0800')

/** The same rate on a form, where it is typed as a percentage (`parsePercent`). */
export const rateOfPercent = rateWith('Must be a percentage such as 8.25')

const timeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, { error: 'Must be a time zone such as America/New_York' }),
  )

const isSender = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

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
  /** Who we are, as it stands at the head of what we print and send. */
  companyName: freeLine(100),
  companyAddress: freeText(500),
  companyContact: freeLine(200),
  /** Where money is sent to, and what else stands on papers that ask for it. */
  bankDetails: freeText(500),
  invoiceFooter: freeText(1000),
  /** The address that e-mail comes from; empty while none is sent. */
  mailSender: freeText(254).check(
    z.refine((address) => address === '' || isSender.test(address), {
      error: 'Must be an e-mail address',
    }),
  ),
  paperSize: z.enum(['letter', 'a4']),
  businessTimeZone: timeZone,
  taxDefaultRate: rate,
  shippingFlat: price,
  shippingFreeFrom: price,
  creditZeroMeans: z.enum(['none', 'unlimited']),
  /** Whether an order that the credit does not cover is refused, or waits on hold for finance. */
  creditOver: z.enum(['refuse', 'hold']),
  userMayEditTerms: z.boolean(),
  requireIfMatch: z.boolean(),
  /** What an order under a PO of the customer does that another order of theirs bears already. */
  customerPoAgain: z.enum(['warn', 'hold']),
  /** Whether a step that two people should share is refused, or put on record as a waiver. */
  sodMode: z.enum(['record', 'enforce']),
  /** Whether another person than who entered a journal entry by hand has to post it. */
  journalEntryApproval: z.enum(['none', 'second']),
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
  /** What goods are worth: the moving average of what they cost, or their SKU's standard cost. */
  costMethod: z.enum(['average', 'standard']),
  /** Whether an expired certificate of a vendor warns of buying, or stops it. */
  certificateMode: z.enum(['warn', 'block']),
  /** For how many days of use beyond the reorder point a purchase proposal buys. */
  purchaseCoverDays: z.int().check(z.minimum(1), z.maximum(365)),
  /** For how many days after shipment goods may come back; 0 is any time. Managers may later. */
  returnWindowDays: units(0),
  /** Above which total a return is not approved by sales, nor by who made it. */
  returnApprovalLimit: price,
  /** What finance and what a manager may give up of one invoice; administrators any. */
  writeOffLimitFinance: price,
  writeOffLimitManager: price,
  /** Above which amount only a manager releases a refund. */
  refundLimit: price,
  /** How far above a customer's credit a manager lets an order through; finance has no limit. */
  creditOverrideLimit: price,
  /** More days past due, or a larger share of the limit past due, end a customer's credit. */
  creditOverdueDays: units(0),
  creditOverduePercent: z.int().check(z.minimum(0), z.maximum(100)),
  /** After how many days the rest of an order that was partly shipped is a leftover. */
  leftoverDays: units(0),
  /** After how many days past due each reminder goes out, what it costs, and what it says. */
  dunningDays1: units(1),
  dunningDays2: units(1),
  dunningDays3: units(1),
  dunningFee1: price,
  dunningFee2: price,
  dunningFee3: price,
  dunningText1: freeText(1000),
  dunningText2: freeText(1000),
  dunningText3: freeText(1000),
  /** How many days lie between two letters to a customer, and what is too little for one. */
  dunningGapDays: units(0),
  dunningMinimum: price,
  /** From which reminder on a customer buys nothing on credit. */
  dunningBlockFrom: z.enum(['never', '1', '2', '3']),
  /** What a count below what is reserved does: pending orders give units up, or it is told only. */
  stockOnShort: z.enum(['free', 'tell']),
  /** After how many hours the count of a SKU is old; 0 is never. */
  stockOldHours: units(0),
  /** What an order of goods does whose count is old. */
  stockOldMeans: z.enum(['warn', 'hold']),
  /** A count that would empty more than this share of the SKUs with stock waits for a person. */
  countGuardPercent: z.int().check(z.minimum(0), z.maximum(100)),
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

export const readActiveAccounts = endpoint('GET', '/api/settings/active-accounts', {
  permission: 'settings.manage',
  isDerived: true,
  returns: z.object({ activeAccounts: z.int() }),
  summary: 'How many accounts are active, by which separation of duties is recommended',
})

// Sales tax by place.

/** The sales tax of a place from a day on. Rates are shares; no state is the whole country. */
export const taxRateForm = z.object({
  country: lineText(100),
  state: z.optional(freeLine(100)),
  rate,
  effectiveDate: dayField,
})
export type TaxRateForm = z.output<typeof taxRateForm>

export const taxRate = z.object({
  id: z.int(),
  country: z.string(),
  state: z.string(),
  rate: z.string(),
  effectiveDate: z.string(),
  /** True where orders were placed under it as it is: it stays so. */
  isUsed: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type TaxRateRecord = z.infer<typeof taxRate>

const taxRateQuery = z.object({
  ...listQuery,
  country: textQuery,
  state: textQuery,
})
export type TaxRateQuery = z.output<typeof taxRateQuery>

export const listTaxRates = endpoint('GET', '/api/tax-rates', {
  permission: 'settings.read',
  query: taxRateQuery,
  returns: z.array(taxRate),
  summary: 'The sales tax of places, each from a day on',
})
export const readTaxRate = endpoint('GET', '/api/tax-rates/:id', {
  permission: 'settings.read',
  returns: taxRate,
  summary: 'One tax rate',
})
export const createTaxRate = endpoint('POST', '/api/tax-rates', {
  permission: 'settings.manage',
  body: taxRateForm,
  returns: taxRate,
  status: 201,
  summary: 'Gives a place a rate from a day on, until its next one begins',
})
export const updateTaxRate = endpoint('PUT', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  body: taxRateForm,
  returns: taxRate,
  summary: 'Changes a rate that no order was placed under yet',
})
export const deleteTaxRate = endpoint('DELETE', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  summary: 'Deletes a rate that no order was placed under yet',
})
