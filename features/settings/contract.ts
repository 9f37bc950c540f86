import * as z from 'zod/mini'
import { companyProfile, type CompanyProfile, emailOrNothing } from './company-profile.ts'
import { documentTexts } from './document-texts.ts'
import { duplicateChecks } from './duplicate-checks.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  dayField,
  dayText,
  freeLine,
  freeText,
  lineText,
  momentText,
  price,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'

// For other rooms, besides the schemas of this file.
export { companyProfile, dateStyles } from './company-profile.ts'
export { documentTexts } from './document-texts.ts'
export { duplicateChecks } from './duplicate-checks.ts'

const rateWith = (error: string) =>
  z
    .string()
    .check(
      z.regex(/^(?:0|0?\.\d{1,6}|0\.\d{1,6}|1(?:\.0{1,6})?)$/, { error }),
      z.maxLength(20, { error }),
    )

/** A decimal fraction such as `0.0800`. */
export const rate = rateWith('Must be a rate such as 0.0800')

/** The same rate in a form, entered as a percentage (`parsePercent`). */
export const rateOfPercent = rateWith('Must be a percentage such as 8.25')

const timeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, { error: 'Must be a time zone such as America/New_York' }),
  )

/** The business time zone until another is chosen. */
export const defaultTimeZone = 'America/New_York'

/** True for a valid time zone name; business days are computed in it. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** The reminder from which the credit of a customer is blocked. */
export const dunningBlockLevels = ['never', '1', '2', '3'] as const

/** The rules an administrator may change. Rates are decimal fractions: `0.0800` is 8 %. */
export const settings = z.object({
  ...companyProfile.shape,
  /** Texts above and below the lines of documents, with fields such as `{invoice.number}`. */
  ...documentTexts.shape,
  /** The SHA-256 of the logo on documents; empty for none. Set by its upload. */
  companyLogo: z.string().check(z.regex(/^([0-9a-f]{64})?$/)),
  /** The sender address of email; empty while no email is sent. */
  mailSender: emailOrNothing,
  /** Which documents are emailed by themselves, unless a customer or vendor chooses otherwise. */
  autoEmailConfirmation: z.boolean(),
  autoEmailShipment: z.boolean(),
  autoEmailInvoice: z.boolean(),
  autoEmailReminder: z.boolean(),
  autoEmailStatement: z.boolean(),
  autoEmailPurchaseOrder: z.boolean(),
  /** The day of the month on which statements are sent. */
  statementDay: z.int().check(z.minimum(1), z.maximum(28)),
  /** The hour of the business time zone from which the daily digest is sent. */
  digestHour: z.int().check(z.minimum(0), z.maximum(23)),
  businessTimeZone: timeZone,
  taxDefaultRate: rate,
  shippingFlat: price,
  shippingFreeFrom: price,
  creditZeroMeans: z.enum(['none', 'unlimited']),
  /** Orders over the credit limit are refused, or go on hold for finance. */
  creditOver: z.enum(['refuse', 'hold']),
  userMayEditTerms: z.boolean(),
  requireIfMatch: z.boolean(),
  /** Orders of API keys need `expectedTotal` or an `approvalToken`. */
  requireShownTotal: z.boolean(),
  /** For each role: true if its users need a second factor to sign in. */
  secondFactorAdmin: z.boolean(),
  secondFactorManager: z.boolean(),
  secondFactorSales: z.boolean(),
  secondFactorPurchasing: z.boolean(),
  secondFactorWarehouse: z.boolean(),
  secondFactorFinance: z.boolean(),
  secondFactorViewer: z.boolean(),
  secondFactorUser: z.boolean(),
  /** What happens to an order whose customer PO is already on another order of the customer. */
  customerPoAgain: z.enum(['warn', 'hold']),
  /** Which orders are parked because they resemble another; a customer may have its own rule. */
  duplicateCheck: z.enum(duplicateChecks),
  /** Lines are compared with the orders of so many hours; quantities may differ by the percent. */
  duplicateHours: z.int().check(z.minimum(1), z.maximum(720)),
  duplicateTolerancePercent: z.int().check(z.minimum(0), z.maximum(50)),
  /** What happens to an order with a price below cost or below the least margin. */
  marginBelow: z.enum(['accept', 'hold']),
  /** The least margin of a line, in percent of its price; 0: only prices below cost. */
  minimumMarginPercent: z.int().check(z.minimum(0), z.maximum(99)),
  /** Violations of separation of duties are refused, or recorded as waivers. */
  sodMode: z.enum(['record', 'enforce']),
  /** Whether a second person must post a manual journal entry. */
  journalEntryApproval: z.enum(['none', 'second']),
  /** A manager approves purchase orders up to this total; administrators have no limit. */
  purchaseApprovalLimit: price,
  /** Bill price tolerance above the ordered price: in percent, and as an amount per line. */
  billPricePercent: z.int().check(z.minimum(0), z.maximum(100)),
  billPriceAmount: price,
  /** The total difference up to which a bill is accepted. */
  billRounding: price,
  /** A bill without a purchase order needs two approvals above this amount. */
  billApprovalLimit: price,
  /** Over-receipt tolerance in percent of a line; 0 means none. */
  overReceiptPercent: z.int().check(z.minimum(0), z.maximum(10)),
  /** Inventory valuation: moving average cost, or the SKU's standard cost. */
  costMethod: z.enum(['average', 'standard']),
  /** An expired vendor certificate warns about a purchase or blocks it. */
  certificateMode: z.enum(['warn', 'block']),
  /** A purchase proposal covers this many days of usage beyond the reorder point. */
  purchaseCoverDays: z.int().check(z.minimum(1), z.maximum(365)),
  /** Days after shipment in which a return is accepted; 0: no limit. Managers may accept later. */
  returnWindowDays: units(0),
  /** Above this total, neither sales nor the creator of a return may approve it. */
  returnApprovalLimit: price,
  /** The write-off limits per invoice of finance and managers; administrators have none. */
  writeOffLimitFinance: price,
  writeOffLimitManager: price,
  /** A refund above this amount needs a manager's release. */
  refundLimit: price,
  /** How far over the credit limit a manager may release an order; finance has no limit. */
  creditOverrideLimit: price,
  /** Credit is blocked beyond this many days past due or this percentage of the limit past due. */
  creditOverdueDays: units(0),
  creditOverduePercent: z.int().check(z.minimum(0), z.maximum(100)),
  /** Minutes for which a binding approval of an order holds its prices, credit and stock. */
  approvalMinutes: z.int().check(z.minimum(1), z.maximum(240)),
  /** Days after which receipts of decisions without an order, of validations, are deleted. */
  decisionDays: z.int().check(z.minimum(1), z.maximum(3650)),
  /** Days after which the raw bytes of settled messages of the intake inbox are deleted. */
  intakeRawDays: z.int().check(z.minimum(1), z.maximum(3650)),
  /** Days after which a partly shipped order counts as a leftover. */
  leftoverDays: units(0),
  /** For each reminder: the days past due, the fee, and the text. */
  dunningDays1: units(1),
  dunningDays2: units(1),
  dunningDays3: units(1),
  dunningFee1: price,
  dunningFee2: price,
  dunningFee3: price,
  dunningText1: freeText(1000),
  dunningText2: freeText(1000),
  dunningText3: freeText(1000),
  /** Minimum days between two letters to a customer, and the minimum overdue amount for one. */
  dunningGapDays: units(0),
  dunningMinimum: price,
  /** The reminder from which the customer's credit is blocked. */
  dunningBlockFrom: z.enum(dunningBlockLevels),
  /** A count below the reserved stock releases units of pending orders, or only notifies. */
  stockOnShort: z.enum(['free', 'tell']),
  /** Hours after which the count of a SKU is outdated; 0: never. */
  stockOldHours: units(0),
  /** What happens to an order for SKUs with an outdated count. */
  stockOldMeans: z.enum(['warn', 'hold']),
  /** A count that sets more than this percentage of SKUs in stock to zero needs confirmation. */
  countGuardPercent: z.int().check(z.minimum(0), z.maximum(100)),
  /** A maintenance notice for all users; empty for none. */
  maintenanceNotice: freeText(200),
})
export type Settings = z.infer<typeof settings>

/** The part of the settings that the company profile shows. */
export const companyPatch = z.partial(companyProfile)
export type CompanyPatch = z.output<typeof companyPatch>

/** The company profile out of all settings. */
export function companyFieldsOf(all: Settings): CompanyProfile {
  return companyProfile.parse(all)
}

export const readSettings = endpoint('GET', '/api/settings', {
  permission: 'settings.read',
  returns: settings,
  isStoredOffline: true,
  summary: 'The business rules in force',
})
/** Changes of the rules; absent rules stay. */
export const settingsPatch = z.partial(z.omit(settings, { companyLogo: true }))
export const changeSettings = endpoint('PUT', '/api/settings', {
  permission: 'settings.manage',
  body: settingsPatch,
  returns: settings,
  summary: 'Changes some of the business rules',
})
export const patchSettings = endpoint('PATCH', '/api/settings', {
  permission: 'settings.manage',
  body: settingsPatch,
  returns: settings,
  summary: 'Changes some of the business rules by JSON Merge Patch',
})

export const readActiveAccounts = endpoint('GET', '/api/settings/active-accounts', {
  permission: 'settings.manage',
  isDerived: true,
  returns: z.object({ activeAccounts: z.int() }),
  summary: 'The number of active accounts, used to recommend separation of duties',
})

// Sales tax by location.

/** The sales tax rate of a location from a date. An empty state means the whole country. */
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
  effectiveDate: dayText,
  /**
   * True if orders were placed under the current version of the rate; it cannot be changed then.
   */
  isUsed: z.boolean(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type TaxRateRecord = z.infer<typeof taxRate>

/** The list of tax rates. */
export const taxRateList = defineList({
  name: 'tax-rates',
  row: taxRate,
  defaultSort: 'country,state,-effectiveDate',
  fields: {
    id: field.reference({ sortable: true }),
    country: field.text({ sortable: true, filterable: true }),
    state: field.text({ sortable: true, filterable: true }),
    rate: field.text({ sortable: true }),
    effectiveDate: field.day({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
    updatedAt: field.moment({ sortable: true }),
  },
})

export type TaxRateQuery = z.output<typeof taxRateList.query>

export const listTaxRates = endpoint('GET', '/api/tax-rates', {
  permission: 'settings.read',
  query: taxRateList.query,
  returns: z.array(taxRate),
  summary: 'Sales tax rates by location, each with its first day',
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
  summary: 'Creates a tax rate of a location, valid from a day until the next rate begins',
})
export const updateTaxRate = endpoint('PUT', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  checksVersion: true,
  body: taxRateForm,
  returns: taxRate,
  summary: 'Changes a tax rate that no order uses yet',
})
export const deleteTaxRate = endpoint('DELETE', '/api/tax-rates/:id', {
  permission: 'settings.manage',
  checksVersion: true,
  summary: 'Deletes a tax rate that no order uses yet',
})
