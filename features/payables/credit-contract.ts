import * as z from 'zod/mini'
import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { code, dayField, id, idParameter, price, text } from '#platform/kernel/fields.ts'
import { postingDate, reasonedPostingForm } from '#features/journal/posting-contract.ts'
import { maxLines } from './contract.ts'
import { creditAccounts, storedCreditAccounts } from './rules.ts'

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/**
 * What a vendor owes us, by a return or a credit note. Open is what settled no
 * bill; nothing is open of a void one.
 */
export const vendorCredit = z.object({
  id: z.int(),
  creditNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  returnId: nullableId,
  returnNumber: nullableText,
  reason: nullableText,
  /** Where a typed note is posted to; null where it is for goods that went back. */
  account: z.nullable(z.enum(storedCreditAccounts)),
  status: z.enum(['posted', 'void']),
  postedOn: z.string(),
  voidedOn: nullableText,
  amount: z.string(),
  appliedAmount: z.string(),
  openAmount: z.string(),
  version: z.int(),
  /** When it is entered: other credits that it may be the same as, a sentence each. */
  warnings: z.optional(z.array(z.string())),
})
export type VendorCredit = z.infer<typeof vendorCredit>

const vendorCreditQuery = z.object({
  ...listQuery,
  asOf: z.optional(dayField),
  vendorId: idParameter,
  returnId: idParameter,
  vendorCode: textQuery,
  open: z.optional(z.enum(['true'])),
})
export type VendorCreditQuery = z.output<typeof vendorCreditQuery>

export const listVendorCredits = endpoint('GET', '/api/vendor-credits', {
  permission: 'payables.read',
  query: vendorCreditQuery,
  returns: z.array(vendorCredit),
  summary: 'Credits of vendors: for goods that went back, and by notes of theirs',
})

/** A credit note as the vendor wrote it, for what is no return of goods. */
const creditForm = z.object({
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

/** The bills that a credit settles, or none: then the oldest due first. */
const applied = z.array(z.object({ billId: id(), amount: price }))
const applyForm = z.object({
  bills: z.optional(applied.check(z.minLength(1, { error: 'Required' }), z.maxLength(maxLines))),
})
export type ApplyForm = z.output<typeof applyForm>
export const applyVendorCredit = endpoint('POST', '/api/vendor-credits/:id/apply', {
  permission: 'payables.pay',
  body: applyForm,
  returns: vendorCredit,
  summary: 'Settles bills of the vendor with a credit',
})
export const unapplyVendorCredit = endpoint('POST', '/api/vendor-credits/:id/unapply', {
  permission: 'payables.pay',
  returns: vendorCredit,
  summary: 'Takes back what a credit settled; the bills are open again',
})
export const voidVendorCredit = endpoint('POST', '/api/vendor-credits/:id/void', {
  permission: 'payables.enter',
  body: reasonedPostingForm,
  returns: vendorCredit,
  summary: 'Voids a credit that settled nothing, with the reversal of its posting',
})
