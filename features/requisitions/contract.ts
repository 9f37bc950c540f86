import * as z from 'zod/mini'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  dayField,
  dayText,
  id,
  momentText,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { requisitionStatuses } from './rules.ts'

const maxLines = 200

const orNone = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(schema),
    ),
  )

/** The requested goods: a SKU, a description, or both. */
export const requestedLine = z
  .object({
    skuId: z.optional(z.nullable(id('Please select a SKU'))),
    description: optionalText(500),
    quantity: units(1, 'Quantity must be at least 1'),
    neededBy: orNone(dayField),
    reason: optionalText(500),
    vendorId: z.optional(z.nullable(id('Please select a vendor'))),
  })
  .check(
    z.refine((line) => Boolean(line.skuId || line.description), {
      error: 'Select a SKU or describe what is needed',
      path: ['skuId'],
    }),
  )
export type RequestedLine = z.output<typeof requestedLine>

const items = z
  .array(requestedLine)
  .check(
    z.minLength(1, { error: 'At least one line is required' }),
    z.maxLength(maxLines, { error: `A requisition has at most ${maxLines} lines` }),
  )

export const requisitionForm = z.object({ reason: text(500), items })
export type RequisitionForm = z.output<typeof requisitionForm>

const nullableText = z.nullable(z.string())
const nullableId = z.nullable(z.int())

/** A line: what is needed, the preferred vendor, and the purchase order it became. */
export const requisitionItem = z.object({
  id: z.int(),
  lineNo: z.int(),
  skuId: nullableId,
  sku: nullableText,
  name: nullableText,
  unitOfMeasure: nullableText,
  /** The preferred vendor's price, else the SKU's cost; null for roles that may not read costs. */
  unitCost: z.nullable(amountText),
  description: nullableText,
  quantity: z.int(),
  neededBy: z.nullable(dayText),
  reason: nullableText,
  vendorId: nullableId,
  vendorCode: nullableText,
  vendorName: nullableText,
  purchaseOrderId: nullableId,
  purchaseOrderNumber: nullableText,
  purchaseOrderStatus: nullableText,
})
export type RequisitionItem = z.infer<typeof requisitionItem>

/** A requisition as returned in lists. `what` describes its first line. */
export const requisition = z.object({
  id: z.int(),
  requisitionNumber: z.string(),
  status: z.enum(requisitionStatuses),
  reason: z.string(),
  what: z.string(),
  lines: z.int(),
  openLines: z.int(),
  /** The earliest needed-by date of the lines. */
  neededBy: z.nullable(dayText),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type Requisition = z.infer<typeof requisition>

export const requisitionDetails = z.extend(requisition, { items: z.array(requisitionItem) })
export type RequisitionDetails = z.infer<typeof requisitionDetails>

/** The list of requisitions. */
export const requisitionList = defineList({
  name: 'requisitions',
  row: requisition,
  defaultSort: '-id',
  fields: {
    requisitionNumber: field.text({
      label: 'Requisition',
      sortable: true,
      filterable: true,
      column: { width: 170 },
    }),
    what: field.text({ label: 'Items', column: { isLong: true, width: 240, phone: 'line' } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 220 } }),
    status: field.choice(requisitionStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    neededBy: field.day({ label: 'Needed by', column: { width: 105, phone: 'date' } }),
    createdByName: field.text({ label: 'Requested by', column: { width: 135 } }),
    id: field.references({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
    /** Requisitions that became this purchase order. */
    purchaseOrderId: field.wholeNumber({ filterable: true }),
    mine: field.only(['true'], { label: 'Mine', filterable: true }),
  },
  chips: ['status', 'mine'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Awaiting approval', filters: { status: 'submitted' } },
    { label: 'To order', filters: { status: 'approved' } },
    { label: 'Mine', filters: { mine: 'true' } },
  ],
  groups: { status: 'status' },
})

export const requisitionQuery = requisitionList.query
export type RequisitionQuery = z.output<typeof requisitionQuery>

export const listRequisitions = endpoint('GET', '/api/requisitions', {
  permission: 'requisitions.read',
  query: requisitionQuery,
  returns: z.array(requisition),
  summary: 'Requisitions (purchase requests)',
})

const requisitionSumsQuery = sumsQueryOf(requisitionList)
export type RequisitionSumsQuery = z.output<typeof requisitionSumsQuery>

export const sumRequisitions = endpoint('GET', '/api/requisitions/sums', {
  permission: 'requisitions.read',
  isDerived: true,
  query: requisitionSumsQuery,
  returns: listSums,
  summary: 'The number of matching requisitions, also by status. They have no amount',
})
export const readRequisition = endpoint('GET', '/api/requisitions/:id', {
  permission: 'requisitions.read',
  returns: requisitionDetails,
  summary: 'One requisition with its lines and their purchase orders',
})
export const createRequisition = endpoint('POST', '/api/requisitions', {
  permission: 'requisitions.create',
  body: z.extend(requisitionForm, { submit: z.optional(z.boolean()) }),
  returns: requisitionDetails,
  status: 201,
  summary: 'Creates a requisition, and submits it if `submit` is true',
})
export const updateRequisition = endpoint('PUT', '/api/requisitions/:id', {
  permission: 'requisitions.create',
  checksVersion: true,
  body: requisitionForm,
  returns: requisitionDetails,
  summary: 'Changes your own draft; the given lines replace all lines',
})

const step = { returns: requisitionDetails }
export const reason = z.object({ reason: text(500) })

export const submitRequisition = endpoint('POST', '/api/requisitions/:id/submit', {
  ...step,
  permission: 'requisitions.create',
  checksVersion: true,
  summary: 'Submits a draft for approval',
})
export const withdrawRequisition = endpoint('POST', '/api/requisitions/:id/withdraw', {
  ...step,
  permission: 'requisitions.create',
  checksVersion: true,
  summary: 'Withdraws a submitted requisition, so that it can be changed',
})
export const approveRequisition = endpoint('POST', '/api/requisitions/:id/approve', {
  ...step,
  permission: 'requisitions.decide',
  checksVersion: true,
  summary: 'Approves a requisition, never by the person who created it',
})
export const rejectRequisition = endpoint('POST', '/api/requisitions/:id/reject', {
  ...step,
  permission: 'requisitions.decide',
  checksVersion: true,
  body: reason,
  summary: 'Rejects a requisition with a reason',
})
export const cancelRequisition = endpoint('POST', '/api/requisitions/:id/cancel', {
  ...step,
  permission: 'requisitions.create',
  checksVersion: true,
  body: reason,
  summary: 'Cancels a requisition that has no purchase orders',
})
export const closeRequisition = endpoint('POST', '/api/requisitions/:id/close', {
  ...step,
  permission: 'purchaseOrders.create',
  checksVersion: true,
  body: reason,
  summary: 'Closes a partly ordered requisition; the rest will not be ordered',
})

/** A line as ordered. Without a SKU it needs a price, because it is ordered by its total. */
export const orderedLine = z
  .object({
    itemId: id(),
    vendorId: id('Please select a vendor'),
    skuId: z.optional(z.nullable(id('Please select a SKU'))),
    quantity: units(1, 'Quantity must be at least 1'),
    unitPrice: orNone(price),
  })
  .check(
    z.refine((line) => Boolean(line.skuId || line.unitPrice), {
      error: 'Without a SKU a price is needed',
      path: ['unitPrice'],
    }),
  )

export const orderForm = z.object({
  lines: z
    .array(orderedLine)
    .check(
      z.minLength(1, { error: 'Choose at least one line' }),
      z.maxLength(maxLines, 'Too many lines'),
    ),
})
export type OrderForm = z.output<typeof orderForm>

export const orderRequisition = endpoint('POST', '/api/requisitions/:id/order', {
  ...step,
  permission: 'purchaseOrders.create',
  checksVersion: true,
  body: orderForm,
  summary: 'Turns lines of an approved requisition into draft purchase orders, one for each vendor',
})
