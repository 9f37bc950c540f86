// One file: the schemas and endpoints of payables are read together.
import * as z from 'zod/mini'
import * as rules from './rules.ts'
import { maxLines } from './rules.ts'
import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { changesQuery, endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  code,
  dayField,
  dayText,
  id,
  momentText,
  optionalText,
  price,
  searchText,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { bulkOutcome, stepIds } from '#platform/kernel/bulk.ts'

export {
  applyForm,
  type ApplyForm,
  applyVendorCredit,
  billApplication,
  createVendorCredit,
  creditForm,
  type CreditForm,
  listSimilarCredits,
  listVendorCredits,
  readVendorCredit,
  sumVendorCredits,
  unapplyVendorCredit,
  vendorCredit,
  type VendorCredit,
  vendorCreditApplication,
  vendorCreditDetails,
  type VendorCreditDetails,
  vendorCreditLine,
  vendorCreditList,
  type VendorCreditQuery,
  vendorCreditSumsQuery,
  type VendorCreditSumsQuery,
  voidVendorCredit,
} from './vendor-credits-contract.ts'
const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/** A result of matching: why a bill is blocked, or a difference that was accepted. */
export const finding = z.object({
  code: z.enum(['DW', 'DQ', 'PP', 'AN', 'BD']),
  lineNo: nullableId,
  isBlocking: z.boolean(),
  amount: amountText,
  sentence: z.string(),
})

/** A vendor bill as lists return it. `openAmount` is the unsettled part of a posted bill. */
export const vendorBill = z.object({
  id: z.int(),
  billNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  status: z.enum(rules.vendorBillStatuses),
  /** The status; for a posted bill `open`, `part-paid` or `paid`. */
  standing: z.string(),
  docDate: dayText,
  dueDate: dayText,
  isOverdue: z.boolean(),
  terms: z.string(),
  discountDate: z.nullable(dayText),
  discountAmount: amountText,
  /** The early-payment discount that is still available after credits, payments and drafts. */
  discountLeft: amountText,
  subtotal: amountText,
  taxAmount: amountText,
  totalAmount: amountText,
  settledAmount: amountText,
  openAmount: amountText,
  /** What draft payments will settle of it. */
  plannedAmount: amountText,
  orderNumbers: z.string(),
  notes: nullableText,
  /** The requested posting date; null to post on the day the bill passes matching. */
  postingDate: z.nullable(dayText),
  postedOn: z.nullable(dayText),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: momentText,
  version: z.int(),
})
export type VendorBill = z.infer<typeof vendorBill>

export const billLine = z.object({
  id: z.int(),
  lineNo: z.int(),
  purchaseOrderId: nullableId,
  orderNumber: nullableText,
  purchaseOrderItemId: nullableId,
  sku: nullableText,
  description: z.string(),
  account: z.nullable(z.enum(rules.storedAccounts)),
  quantity: z.int(),
  unitPrice: amountText,
  totalPrice: amountText,
  orderedPrice: z.nullable(amountText),
  qtyReceived: nullableId,
})
export type VendorBillLine = z.infer<typeof billLine>

/** A payment, credit or prepayment that settled a bill, or a draft payment that will. */
export const billSettlement = z.object({
  id: z.int(),
  source: z.enum(['payment', 'credit', 'prepayment']),
  /** The id of the vendor payment or of the vendor credit. */
  sourceId: z.int(),
  number: z.string(),
  amount: amountText,
  discount: amountText,
  appliedOn: z.nullable(dayText),
  reversedOn: z.nullable(dayText),
})

export const release = z.object({
  by: z.string(),
  at: momentText,
  controls: z.array(z.enum(rules.recordedControls)),
})

export const vendorBillDetails = z.extend(vendorBill, {
  findings: z.array(finding),
  lines: z.array(billLine),
  settlements: z.array(billSettlement),
  releases: z.array(release),
  warnings: z.array(z.string()),
  /** How many users have to release the bill while it is blocked. */
  releasesNeeded: z.int(),
})
export type VendorBillDetails = z.infer<typeof vendorBillDetails>

/** The list of bills. */
export const vendorBillList = defineList({
  name: 'vendor-bills',
  row: vendorBill,
  defaultSort: '-id',
  fields: {
    billNumber: field.text({
      label: 'Bill Number',
      sortable: true,
      filterable: true,
      column: { width: 150 },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    standing: field.choice(rules.billStandings, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    docDate: field.day({
      label: 'Bill Date',
      filterLabel: 'Bill date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 115 },
    }),
    dueDate: field.day({
      label: 'Due Date',
      sortable: true,
      column: { width: 150, phone: 'date' },
    }),
    totalAmount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    openAmount: field.amount({ label: 'Open', sortable: true, column: { width: 120 } }),
    /** The posting date, by which reports count a bill; drafts have none. */
    postedOn: field.day({ label: 'Posting date', range: ['postedFrom', 'postedTo'] }),
    id: field.references({ sortable: true }),
    status: field.choice(rules.vendorBillStatuses, { sortable: true, filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    purchaseOrderId: field.reference({ filterable: true }),
    open: field.only(['true'], { filterable: true }),
    overdue: field.only(['true'], { filterable: true }),
    dueTo: field.day({ filterable: true }),
  },
  parameters: { asOf: z.optional(dayField) },
  chips: ['standing', 'docDate', 'vendorCode', 'postedOn'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Drafts', filters: { standing: 'draft' } },
    { label: 'To release', filters: { standing: 'blocked' } },
    { label: 'Open', filters: { standing: ['open', 'part-paid'] } },
    { label: 'Overdue', filters: { overdue: 'true' } },
    { label: 'Paid', filters: { standing: 'paid' } },
  ],
  groups: { standing: 'standing', vendor: 'vendorId', day: 'docDate' },
})

export const vendorBillQuery = vendorBillList.query
export type VendorBillQuery = z.output<typeof vendorBillQuery>

export const listVendorBills = endpoint('GET', '/api/vendor-bills', {
  permission: 'payables.read',
  query: z.extend(vendorBillQuery, changesQuery),
  returns: z.array(vendorBill),
  summary: 'Bills of vendors. Filters accept several values, separated by commas',
})

export const vendorBillSumsQuery = sumsQueryOf(vendorBillList)
export type VendorBillSumsQuery = z.output<typeof vendorBillSumsQuery>

export const sumVendorBills = endpoint('GET', '/api/vendor-bills/sums', {
  permission: 'payables.read',
  isDerived: true,
  query: vendorBillSumsQuery,
  returns: listSums,
  summary:
    'The number and the open amount of matching bills, also by group. Only posted bills have an ' +
    'open amount',
})
export const readVendorBill = endpoint('GET', '/api/vendor-bills/:id', {
  permission: 'payables.read',
  returns: vendorBillDetails,
  summary: 'One bill with its lines, matching findings and payments',
})

/** What was received of an order and is not billed yet. */
export const billable = z.object({
  purchaseOrderId: z.int(),
  orderNumber: z.string(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  lines: z.array(
    z.object({
      purchaseOrderItemId: nullableId,
      description: z.string(),
      quantity: z.int(),
      unitPrice: amountText,
      qtyReceived: z.int(),
      /** Units that were returned to the vendor unbilled. */
      qtyReturned: z.int(),
      qtyBilled: z.int(),
    }),
  ),
})
export type Billable = z.infer<typeof billable>
export const readBillable = endpoint('GET', '/api/purchase-orders/:id/billable', {
  permission: 'payables.read',
  returns: billable,
  isDerived: true,
  summary: 'The received quantities of a purchase order that are not billed yet',
})

/** A bill line: for an order line, for an order without lines, or for neither, with an account. */
export const lineForm = z.object({
  purchaseOrderId: z.optional(z.nullable(id())),
  purchaseOrderItemId: z.optional(z.nullable(id())),
  description: optionalText(200),
  account: z.optional(z.nullable(z.enum(rules.freeAccounts))),
  quantity: units(1, 'Quantity must be at least 1'),
  unitPrice: price,
})
export type BillLineForm = z.output<typeof lineForm>

/** A bill as the vendor issued it. Without a due date, the vendor's terms determine it. */
export const vendorBillForm = z.object({
  billNumber: code(50),
  vendorId: id('Please select a vendor'),
  docDate: dayField,
  dueDate: z.optional(z.nullable(dayField)),
  /** The posting date, in an open month; defaults to the day on which the bill passes matching. */
  postingDate: z.optional(z.nullable(dayField)),
  taxAmount: z.optional(price),
  notes: optionalText(2000),
  /**
   * `draft` only saves the bill. Otherwise the bill is matched, and posted unless it is blocked.
   */
  status: z.optional(z.enum(['draft', 'posted'])),
  lines: z
    .array(lineForm, { error: 'At least one line is required' })
    .check(
      z.minLength(1, { error: 'At least one line is required' }),
      z.maxLength(maxLines, { error: `A bill has at most ${maxLines} lines` }),
    ),
})
export type VendorBillForm = z.output<typeof vendorBillForm>

const step = { returns: vendorBillDetails }
export const reasonForm = z.object({ reason: text(500) })

export const createVendorBill = endpoint('POST', '/api/vendor-bills', {
  ...step,
  permission: 'payables.enter',
  body: vendorBillForm,
  status: 201,
  summary: 'Enters a bill, matches it, and posts or blocks it',
})
export const updateVendorBill = endpoint('PUT', '/api/vendor-bills/:id', {
  ...step,
  permission: 'payables.enter',
  checksVersion: true,
  body: vendorBillForm,
  summary: 'Replaces a draft; it stays a draft unless requested otherwise',
})
export const postVendorBill = endpoint('POST', '/api/vendor-bills/:id/post', {
  ...step,
  permission: 'payables.enter',
  checksVersion: true,
  summary: 'Matches a draft against orders and receipts, then posts or blocks it',
})
export const releaseVendorBill = endpoint('POST', '/api/vendor-bills/:id/release', {
  ...step,
  permission: 'payables.release',
  checksVersion: true,
  body: reasonForm,
  summary: 'Releases a blocked bill, by another person than the one who entered it',
})
export const reopenVendorBill = endpoint('POST', '/api/vendor-bills/:id/reopen', {
  ...step,
  permission: 'payables.enter',
  checksVersion: true,
  body: reasonForm,
  summary: 'Turns a blocked bill back into a draft for correction',
})
export const voidVendorBill = endpoint('POST', '/api/vendor-bills/:id/void', {
  ...step,
  permission: 'payables.enter',
  checksVersion: true,
  body: reasonedPostingForm,
  summary: 'Voids a bill and its posting, if no payment was applied to it',
})

export const releaseVendorBills = endpoint('POST', '/api/vendor-bills/bulk', {
  permission: 'payables.release',
  body: z.object({ action: z.enum(['release']), ids: stepIds, reason: text(500) }),
  returns: bulkOutcome,
  summary: 'Releases many blocked bills; returns the reason for each skipped bill',
})

export const listSimilarBills = endpoint('GET', '/api/vendor-bills/similar', {
  permission: 'payables.read',
  query: z.object({
    vendorId: z.pipe(z.coerce.number(), id()),
    billNumber: searchText(50),
    /** The id of the bill itself, if it is already saved. */
    exceptId: z.optional(z.coerce.number()),
  }),
  returns: z.array(z.string()),
  summary:
    'Bills of the vendor whose number matches this one except for punctuation, spaces or zeros',
})
