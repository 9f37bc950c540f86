// One file: the room's contract
import * as z from 'zod/mini'
import { addressField } from '#features/customers/address-rules.ts'
import {
  orderSources,
  priceSources,
  recordedForm,
  releaseAdvice,
  salesOrderDetails,
  shippingMethodField,
  salesLineForm,
} from '#features/sales-orders/contract.ts'
import { forRecordedFields, plainRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import { bulkOutcome } from '#platform/kernel/bulk.ts'
import { computedOfLines, computedOfOrders, maxLines } from '#features/sales-orders/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  code,
  dayField,
  id,
  momentText,
  optionalText,
  price,
  units,
} from '#platform/kernel/fields.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export type SalesLineForm = z.infer<typeof salesLineForm>

const { customerPO, ...plainRecordedForm } = recordedForm

const items = z
  .array(salesLineForm, { error: 'At least one item is required' })
  .check(
    z.minLength(1, { error: 'At least one item is required' }),
    z.maxLength(maxLines, { error: `An order has at most ${maxLines} lines` }),
  )

/** Requests a backorder for units that are short; requires the permission `orders.backorder`. */
const backorder = z.optional(z.boolean())

/**
 * The token of a binding approval, answered by a validation that asked for one, or by a creation
 * that was refused with differences.
 */
const approvalToken = z.string().check(
  z.maxLength(41),
  z.regex(/^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(\.[1-9]\d{0,3})?$/, {
    error: 'Must be the token of an approval',
  }),
)

/** An order as submitted by any channel. The server computes prices, totals and status. */
export const orderDraft = z.object({
  customerId: id('Please select a customer'),
  customerPO,
  orderSource: z.optional(z.enum(orderSources)),
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  billingAddress: addressField,
  /** The requested ship date. */
  shipDate: z.optional(z.nullable(dayField)),
  /** Units not shipped by this day are no longer wanted by the customer. */
  cancelAfter: z.optional(z.nullable(dayField)),
  ...plainRecordedForm,
  backorder,
  items,
  /** The total shown to the user; creation is rejected if the current total differs. */
  expectedTotal: z.optional(price),
  /**
   * A binding approval (`validateOrder`): the order is created exactly as it was shown, or the
   * answer is a 409 with every difference.
   */
  approvalToken: z.optional(approvalToken),
})
export type OrderDraft = z.infer<typeof orderDraft>

export const pricedLine = z.object({
  skuId: z.int(),
  quantity: z.int(),
  unitPrice: amountText,
  priceSource: z.enum(priceSources),
  totalPrice: amountText,
  /** For a manual price: the list price, and whether the manual price is below cost. */
  listedPrice: z.optional(amountText),
  /** Only in previews: the standard price on the day of the order, which discounts are off. */
  standardPrice: z.optional(amountText),
  isBelowCost: z.optional(z.boolean()),
})

export const stockLine = z.object({
  skuId: z.int(),
  available: z.int(),
  requested: z.int(),
  shortfall: z.int(),
  /** The time of the last warehouse count, set only if it is older than the settings allow. */
  countedAt: z.optional(momentText),
})

/** A field of an order that is no longer as it was shown; null where there is no value. */
export const orderDifference = z.object({
  /** Such as `items.0.unitPrice`, `total` or `credit`. */
  path: z.string(),
  shown: z.nullable(z.string()),
  now: z.nullable(z.string()),
})
export type OrderDifference = z.infer<typeof orderDifference>

/** A binding approval: until it expires, it holds price, credit and stock for the order. */
export const orderApproval = z.object({
  token: z.string(),
  /** By the clock of the database. */
  expiresAt: momentText,
})
export type OrderApproval = z.infer<typeof orderApproval>

/** The result of order validation, in the shape the specification defines. */
export const orderValidation = z.object({
  orderApproved: z.boolean(),
  credit: z.object({
    approved: z.boolean(),
    availableCredit: amountText,
    message: z.optional(z.string()),
    /** Set if the order is created despite the credit limit, on hold until finance releases it. */
    isHeldForCredit: z.optional(z.boolean()),
  }),
  stock: z.object({
    available: z.boolean(),
    stockStatus: z.array(stockLine),
    /** Set if the order will be put on hold because its stock count is too old. */
    isHeldForAge: z.optional(z.boolean()),
  }),
  pricing: z.object({
    subtotal: amountText,
    taxAmount: amountText,
    shippingAmount: amountText,
    total: amountText,
    /**
     * Which address or rate the sales tax is based on, set if the ship-to address cannot be parsed.
     */
    taxNotice: z.optional(z.string()),
    /** Set if the order will be put on hold because a price is below the minimum margin. */
    isHeldForMargin: z.optional(z.boolean()),
    lineItems: z.array(pricedLine),
  }),
  /**
   * What ends each hold that the order would have, or what its credit lacks; missing if nothing
   * stops the order, and in previews and refusals.
   */
  releaseAdvice: z.optional(z.array(releaseAdvice)),
  /**
   * Which order has the same customer PO, or nearly the same lines, if the order would be parked
   * for that; missing in previews and refusals.
   */
  resembles: z.optional(z.string()),
  /** The receipt of the decision (`readDecision`); previews have none. */
  decisionId: z.optional(z.int()),
  /** Set if a binding approval was requested and the order is approved. */
  approval: z.optional(orderApproval),
  /**
   * Only in the refusal of a creation with a token: what is no longer as it was shown. If the order
   * can still be created, `approval` has another token, which holds it as it is now: creating the
   * order with that token accepts the differences.
   */
  differences: z.optional(z.array(orderDifference)),
})
export type OrderValidation = z.infer<typeof orderValidation>

export const orderRequest = z.object({
  customerId: orderDraft.shape.customerId,
  /** The ship-to address, which determines the tax; defaults to the customer's address. */
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  backorder,
  items,
})
export type OrderRequest = z.output<typeof orderRequest>

/** Order fields that validation ignores; the request body may contain them. */
const unvalidated = [
  'orderSource',
  'billingAddress',
  'shipDate',
  'cancelAfter',
  ...plainRecordedFields.map(({ name }) => name),
  ...computedOfLines,
]
/** Order fields that previews and requests for credit ignore. */
const undecided = ['customerPO', ...unvalidated]

export const validationRequest = z.extend(orderRequest, {
  /** Compared with the orders of the customer, so that `resembles` says what creation would do. */
  customerPO,
  /**
   * Requests a binding approval, which requires `orders.create`: if the order is approved, its
   * prices, credit and stock are held for the minutes that the settings say; its prices alone if it
   * would be parked (`resembles`).
   */
  requestApproval: z.optional(z.boolean()),
  /** An earlier approval of the same user, which this validation gives back or renews. */
  approvalToken: z.optional(approvalToken),
})
export type ValidationRequest = z.output<typeof validationRequest>

export const validateOrder = endpoint('POST', '/api/orders/validate', {
  permission: 'orders.validate',
  body: validationRequest,
  ignores: unvalidated,
  returns: orderValidation,
  summary:
    'Prices an order and checks credit and stock. Saves only the decision record, and a ' +
    'binding approval if one is requested',
})
export const releaseApproval = endpoint('POST', '/api/orders/release-approval', {
  permission: 'orders.create',
  body: z.object({ approvalToken }),
  summary: 'Gives back what a binding approval holds. Does nothing if it holds nothing any more',
})
export const previewRequest = z.extend(orderRequest, {
  /** An approval of the same user: what it holds counts as available, because it is replaced. */
  approvalToken: z.optional(approvalToken),
})
export type PreviewRequest = z.output<typeof previewRequest>

export const previewOrder = endpoint('POST', '/api/orders/preview', {
  permission: 'orders.validate',
  body: previewRequest,
  ignores: undecided,
  returns: orderValidation,
  summary:
    'The same check as a preview while typing; it does not count as validation and has no record',
})
export const requestCreditApproval = endpoint('POST', '/api/orders/ask-credit', {
  permission: 'orders.create',
  body: orderRequest,
  ignores: undecided,
  summary: 'Notifies finance of an order that is refused for credit. Creates no order',
})
export const createOrder = endpoint('POST', '/api/orders/create', {
  permission: 'orders.create',
  body: orderDraft,
  ignores: [...computedOfOrders, 'orderNumber'],
  returns: z.object({
    order: salesOrderDetails,
    /**
     * The receipt of the decision (`readDecision`). Missing in the answer to a request that was
     * repeated from before decisions had receipts, and from a node of the version before.
     */
    decisionId: z.optional(z.int()),
  }),
  status: 201,
  summary: 'Checks the order again and creates it; it may be created on hold for credit',
})

/** The fields of an unfinished order, as the form has them. */
const draftForm = z.record(z.string().check(z.maxLength(50)), z.unknown())

export const savedDraft = z.object({
  id: z.int(),
  title: z.string(),
  form: z.record(z.string(), z.unknown()),
  updatedAt: momentText,
})
export type SavedDraft = z.infer<typeof savedDraft>

export const listOrderDrafts = endpoint('GET', '/api/order-drafts', {
  permission: 'orders.create',
  returns: z.array(savedDraft),
  summary: "The signed-in user's unfinished orders, newest first",
})
export const saveOrderDraft = endpoint('POST', '/api/order-drafts', {
  permission: 'orders.create',
  body: z.object({
    id: z.optional(id()),
    title: optionalText(200),
    form: draftForm,
  }),
  returns: savedDraft,
  summary: 'Saves an unfinished order as a draft; with an id it replaces that draft',
})
export const deleteOrderDraft = endpoint('DELETE', '/api/order-drafts/:id', {
  permission: 'orders.create',
  summary: 'Deletes a draft',
})

export const handOverOrderDraft = endpoint('POST', '/api/order-drafts/:id/hand-over', {
  permission: 'orders.create',
  returns: z.object({ messageId: z.int() }),
  summary:
    'Moves a draft to the intake inbox, where someone else completes it. Refused (409) if its ' +
    'order was already created',
})

/** An order that a device could not send, with the key under which it would be created. */
const unsentOrderForm = z.object({
  key: z
    .string()
    .check(
      z.maxLength(255),
      z.regex(/^[\x21-\x7e]+$/, { error: 'Must be the idempotency key of the order' }),
    ),
  title: optionalText(200),
  form: draftForm,
  /** The draft on the server that the order replaces; it is deleted. */
  draftId: z.optional(id()),
  /** Why the order was not created. */
  reason: optionalText(500),
})
export type UnsentOrderForm = z.output<typeof unsentOrderForm>

export const handOverUnsentOrder = endpoint('POST', '/api/order-drafts/hand-over', {
  permission: 'orders.create',
  body: unsentOrderForm,
  returns: z.object({ messageId: z.int() }),
  summary:
    'Moves an order that a device has not sent to the intake inbox, once for each key. Refused ' +
    '(409) if an order was created under its key',
})

/** One row of an order import file: a line, plus the header fields of its order. */
export const orderRow = z.object({
  customerCode: code(50),
  customerPO,
  sku: code(100),
  quantity: units(1, 'Quantity must be at least 1'),
  /** The unit of the quantity. Must be the SKU's, or one that was corrected in the inbox. */
  unit: optionalText(50),
  /** The price of that unit the customer expects. Only compared: the order uses the price list. */
  unitPrice: z.optional(price),
  shippingAddress: addressField,
  shippingMethod: shippingMethodField,
  ...plainRecordedForm,
})
export type OrderRow = z.output<typeof orderRow>

const { customerPO: poColumn, ...plainRecordedColumns } = forRecordedFields((name, { label }) => {
  return { name, label }
})

export const orderColumns = [
  { name: 'customerCode', label: 'Customer Code', isRequired: true },
  poColumn,
  { name: 'sku', label: 'SKU Code', isRequired: true },
  { name: 'quantity', label: 'Quantity', kind: 'count', isRequired: true },
  { name: 'unit', label: 'Unit of Measure' },
  { name: 'unitPrice', label: 'Unit Price', kind: 'amount' },
  { name: 'shippingAddress', label: 'Shipping Address' },
  { name: 'shippingMethod', label: 'Shipping Method', kind: 'choice' },
  ...Object.values(plainRecordedColumns),
] as const satisfies readonly ImportColumn[]

/** Maximum number of orders in one file. */
export const maxImportedOrders = 500

/**
 * The result for each order of a file. An order that fails the credit check may be created on hold,
 * and the user may put any order on hold or skip it. `repeat` means an equal order exists from an
 * earlier day: it is created only if its row is in `again`.
 */
export const orderFates = [
  'create',
  'hold',
  'refused',
  'exists',
  'repeat',
  'wrong',
  'left',
] as const

export const importedOrder = z.object({
  /** Row numbers as in a spreadsheet. */
  rows: z.array(z.int()),
  customerCode: z.string(),
  customerPO: z.nullable(z.string()),
  lines: z.int(),
  total: z.nullable(amountText),
  fate: z.enum(orderFates),
  says: z.nullable(z.string()),
  /** Errors in its rows, each with its row and field. */
  errors: importOutcome.shape.errors,
  /** Warnings to show before the row becomes an order. */
  warnings: importOutcome.shape.errors,
  orderNumber: z.nullable(z.string()),
  /** Set if an equal order was imported before and the user may still create another. */
  canRepeat: z.optional(z.boolean()),
})
export type ImportedOrder = z.infer<typeof importedOrder>

/** First row numbers of orders, as in a spreadsheet, comma-separated: `2,7`. */
const beginnings = z
  .string()
  .check(
    z.maxLength(4000),
    z.regex(
      /^\d{1,7}(,\d{1,7})*$/,
      'Must be the first row of each order, separated by commas, such as 2,7',
    ),
  )

const importOrdersQuery = z.object({
  ...z.pick(importQuery, { dryRun: true, decimal: true, fileName: true }).shape,
  /**
   * Whether orders that fail the credit check are skipped or created on hold, without stock or
   * credit. Default: on hold for API-key requests; for users, as the settings say.
   */
  refused: z.optional(z.enum(['skip', 'hold'])),
  /** Orders to put on hold, and orders to skip; all others are accepted. */
  hold: z.optional(beginnings),
  leave: z.optional(beginnings),
  /** Orders to create although an equal order, or one with the same customer PO, exists. */
  again: z.optional(beginnings),
})
export type ImportOrders = z.output<typeof importOrdersQuery>

export const importOrders = endpoint('POST', '/api/orders/import', {
  permission: 'orders.import',
  query: importOrdersQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: z.object({
    /** The import id, used for undo; null if no order was created. */
    importId: z.nullable(z.int()),
    orders: z.array(importedOrder),
    ignored: z.array(z.string()),
  }),
  summary:
    'Creates, holds or skips the orders of a CSV file, each checked as in Order Entry. An order ' +
    'that equals one imported today is returned as `exists`, and one of an earlier day as ' +
    '`repeat`. Neither is created unless its row is in `again`. An order with a used customer PO ' +
    'is parked if the rule of the customer parks them',
})
export const undoOrderImport = endpoint('POST', '/api/orders/import/:id/undo', {
  permission: 'orders.import',
  returns: bulkOutcome,
  summary:
    'Cancels the orders that an import created, if the caller may cancel them. Orders that were ' +
    'changed since are kept, with the reason',
})
