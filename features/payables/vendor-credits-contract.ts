import * as z from 'zod/mini'
import { reasonedPostingForm, postingDate } from '#features/journal/posting-form.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  id,
  price,
  searchText,
  text,
} from '#platform/kernel/fields.ts'
import { creditAccounts, maxLines, storedCreditAccounts } from './rules.ts'

// The credits of vendors, by themselves because the screen of returns refreshes their list.

/**
 * What a vendor owes us for a return or a credit note. `openAmount` has not been applied to bills;
 * it is zero for a void credit.
 */
export const vendorCredit = z.object({
  id: z.int(),
  creditNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  returnId: z.nullable(z.int()),
  returnNumber: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The account that a credit note is posted to; null for a credit for returned goods. */
  account: z.nullable(z.enum(storedCreditAccounts)),
  status: z.enum(['posted', 'void']),
  postedOn: dayText,
  voidedOn: z.nullable(dayText),
  amount: amountText,
  appliedAmount: amountText,
  openAmount: amountText,
  version: z.int(),
  /** Returned on entry: possible duplicates, one sentence each. */
  warnings: z.optional(z.array(z.string())),
})
export type VendorCredit = z.infer<typeof vendorCredit>

/** Returned goods that a credit is for, with the amount credited for them. */
export const vendorCreditLine = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  amount: amountText,
})

/** An application of a credit to a bill; `reversedOn` is null while the bill is settled by it. */
export const vendorCreditApplication = z.object({
  id: z.int(),
  billId: z.int(),
  billNumber: z.string(),
  dueDate: dayText,
  /** The total of the bill. */
  totalAmount: amountText,
  /** The amount of the credit that was applied. */
  amount: amountText,
  appliedOn: dayText,
  reversedOn: z.nullable(dayText),
})

export const vendorCreditDetails = z.extend(vendorCredit, {
  /** The purchase order of the returned goods; null if there is none. */
  purchaseOrderId: z.nullable(z.int()),
  orderNumber: z.nullable(z.string()),
  createdByName: z.string(),
  /** The returned goods; empty for a credit note. */
  lines: z.array(vendorCreditLine),
  applications: z.array(vendorCreditApplication),
})
export type VendorCreditDetails = z.infer<typeof vendorCreditDetails>

/** The list of vendor credits. */
export const vendorCreditList = defineList({
  name: 'vendor-credits',
  row: vendorCredit,
  defaultSort: '-id',
  fields: {
    creditNumber: field.text({ label: 'Credit Number', column: { width: 170 } }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    reason: field.text({ label: 'For', column: { isLong: true, width: 200 } }),
    postedOn: field.day({
      label: 'Date',
      sortable: true,
      column: { width: 115, phone: 'date' },
    }),
    amount: field.amount({ label: 'Amount', sortable: true, column: { width: 120 } }),
    openAmount: field.amount({ label: 'Open', column: { width: 120, phone: 'amount' } }),
    id: field.references({ sortable: true }),
    returnId: field.reference({ filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    open: field.only(['true'], { label: 'Open', filterable: true }),
  },
  parameters: { asOf: z.optional(dayField) },
  chips: ['vendorCode', 'open'],
  views: [
    { label: 'All', filters: {} },
    { label: 'To apply', filters: { open: 'true' } },
  ],
  groups: { vendor: 'vendorId' },
})

const vendorCreditQuery = vendorCreditList.query
export type VendorCreditQuery = z.output<typeof vendorCreditQuery>

export const listVendorCredits = endpoint('GET', '/api/vendor-credits', {
  permission: 'payables.read',
  query: vendorCreditQuery,
  returns: z.array(vendorCredit),
  summary: 'Credits of vendors: for returned goods and from credit notes',
})

export const vendorCreditSumsQuery = sumsQueryOf(vendorCreditList)
export type VendorCreditSumsQuery = z.output<typeof vendorCreditSumsQuery>

export const sumVendorCredits = endpoint('GET', '/api/vendor-credits/sums', {
  permission: 'payables.read',
  isDerived: true,
  query: vendorCreditSumsQuery,
  returns: listSums,
  summary: 'The number and the open amount of matching vendor credits, also by vendor',
})

export const readVendorCredit = endpoint('GET', '/api/vendor-credits/:id', {
  permission: 'payables.read',
  returns: vendorCreditDetails,
  summary: 'One credit of a vendor with its returned goods and its applications to bills',
})

/** A credit note from the vendor for anything but returned goods. */
export const creditForm = z.object({
  vendorId: id('Please select a vendor'),
  creditNumber: code(50),
  ...postingDate,
  amount: price,
  account: z.enum(creditAccounts),
  reason: text(500),
})
export type CreditForm = z.output<typeof creditForm>
export const createVendorCredit = endpoint('POST', '/api/vendor-credits', {
  permission: 'payables.enter',
  body: creditForm,
  returns: vendorCredit,
  status: 201,
  summary: 'Enters and posts a credit note of a vendor, once by its number',
})

/** The bills to settle. Without them, the credit settles the bills with the earliest due date. */
export const billApplication = z.object({ billId: id(), amount: price })
const applied = z.array(billApplication)
export const applyForm = z.object({
  bills: z.optional(applied.check(z.minLength(1, { error: 'Required' }), z.maxLength(maxLines))),
})
export type ApplyForm = z.output<typeof applyForm>
export const applyVendorCredit = endpoint('POST', '/api/vendor-credits/:id/apply', {
  permission: 'payables.pay',
  checksVersion: true,
  body: applyForm,
  returns: vendorCredit,
  summary: 'Applies a credit to bills of the vendor',
})
export const unapplyVendorCredit = endpoint('POST', '/api/vendor-credits/:id/unapply', {
  permission: 'payables.pay',
  checksVersion: true,
  returns: vendorCredit,
  summary: 'Reverses the applications of a credit; the bills are open again',
})
export const voidVendorCredit = endpoint('POST', '/api/vendor-credits/:id/void', {
  permission: 'payables.enter',
  checksVersion: true,
  body: reasonedPostingForm,
  returns: vendorCredit,
  summary: 'Voids a credit without applications, and reverses its posting',
})

export const listSimilarCredits = endpoint('GET', '/api/vendor-credits/similar', {
  permission: 'payables.read',
  query: z.object({
    vendorId: z.pipe(z.coerce.number(), id()),
    creditNumber: searchText(50),
  }),
  returns: z.array(z.string()),
  summary:
    'Credits of the vendor whose number matches this one except for punctuation, spaces or zeros',
})
