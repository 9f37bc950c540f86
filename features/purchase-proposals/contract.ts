import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, id, price, units } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'

const maxLines = 200
const nullableText = z.nullable(z.string())
const nullableCount = z.nullable(z.int())

/** A SKU to be reordered, with all figures behind the proposal. Its id is the SKU's. */
export const proposal = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  category: nullableText,
  unitOfMeasure: z.string(),
  minimumStock: z.int(),
  /** On hand less reserved. */
  available: z.int(),
  /** Units on backorder for customers. */
  backordered: z.int(),
  /**
   * Incoming units: on approved orders, on drafts and submitted orders, and on open requisitions.
   */
  onOrder: z.int(),
  drafted: z.int(),
  requested: z.int(),
  /** The sum of these three. */
  incoming: z.int(),
  /** Available − backordered + incoming. */
  position: z.int(),
  /** Ordered by customers in the last 90 days. */
  used: z.int(),
  leadDays: z.int(),
  leadFrom: z.enum(['offer', 'vendor', 'usual']),
  reorderPoint: z.int(),
  /** Days until stock runs out; null if there is no usage. */
  coverDays: nullableCount,
  minimumQuantity: z.int(),
  quantity: z.int(),
  vendorId: nullableCount,
  vendorCode: nullableText,
  vendorName: nullableText,
  /**
   * Why this vendor was chosen: its offer has the lowest rank; it has the best preferred ranking of
   * the vendors the SKU was bought from; or it was the last vendor.
   */
  vendorFrom: z.nullable(z.enum(['offer', 'ranking', 'last order'])),
  /** The rank of the vendor's offer for this SKU, and the vendor's preferred ranking. */
  vendorRank: nullableCount,
  preferredRank: nullableCount,
  /** Null for roles that may not read costs. */
  unitPrice: z.nullable(amountText),
  priceFrom: z.enum(['offer', 'cost']),
  /** The vendor's expired certificate for this SKU. */
  expired: nullableText,
})
export type Proposal = z.infer<typeof proposal>

/** The list of proposals. */
export const proposalList = defineList({
  name: 'purchase-proposals',
  row: proposal,
  defaultSort: 'coverDays',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { width: 112 } }),
    name: field.text({
      label: 'Name',
      sortable: true,
      column: { isLong: true, width: 190, phone: 'line' },
    }),
    available: field.units({ label: 'Available', sortable: true, column: { width: 98 } }),
    incoming: field.units({ label: 'On order', sortable: true, column: { width: 92 } }),
    reorderPoint: field.units({
      label: 'Reorder point',
      sortable: true,
      column: { width: 96 },
    }),
    coverDays: field.units({
      label: 'Days of stock',
      sortable: true,
      column: { width: 92, phone: 'date' },
    }),
    quantity: field.units({
      label: 'Suggested qty',
      sortable: true,
      column: { width: 104, phone: 'amount' },
    }),
    vendorName: field.text({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 170 },
    }),
    unitPrice: field.amount({ label: 'Unit Price', column: { width: 92, isOptional: true } }),
    category: field.text({
      label: 'Category',
      filterable: true,
      column: { isLong: true, isOptional: true },
    }),
    id: field.references({ sortable: true, filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    /** `none`: SKUs with no available stock. */
    stock: field.only(['none'], { label: 'Out of stock', filterable: true }),
  },
  chips: ['vendorCode', 'stock'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Out of stock', filters: { stock: 'none' } },
  ],
})

export const proposalQuery = proposalList.query
export type ProposalQuery = z.output<typeof proposalQuery>

export const listProposals = endpoint('GET', '/api/purchase-proposals', {
  permission: 'purchaseOrders.create',
  isDerived: true,
  query: proposalQuery,
  returns: z.array(proposal),
  summary: 'Proposed purchases, with the figures that explain them',
})

const orNone = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(price),
  ),
)

export const chosenLine = z.object({
  skuId: id('Please select a SKU'),
  vendorId: id('Please select a vendor'),
  quantity: units(1, 'Quantity must be at least 1'),
  unitPrice: orNone,
  /** The incoming units shown to the buyer, to detect changes since. */
  incoming: units(0),
})

export const orderForm = z.object({
  as: z.enum(['orders', 'requisition']),
  lines: z
    .array(chosenLine)
    .check(
      z.minLength(1, { error: 'Choose at least one line' }),
      z.maxLength(maxLines, { error: `At most ${maxLines} lines at once` }),
    ),
})
export type OrderProposals = z.output<typeof orderForm>

export const orderProposals = endpoint('POST', '/api/purchase-proposals/order', {
  permission: 'purchaseOrders.create',
  body: orderForm,
  returns: z.object({
    purchaseOrders: z.array(z.string()),
    requisition: nullableText,
  }),
  summary: 'Creates draft purchase orders, one for each vendor, or one requisition from proposals',
})
