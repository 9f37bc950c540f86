import * as z from 'zod/mini'
import { holdReasonLabels } from '#features/decisions/hold-labels.ts'
import { changesQuery, endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, dayText, momentText } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { sourceNames } from './labels.ts'
import { forRecordedFields, recordedFields } from './recorded-fields.ts'
import { salesOrderStatuses, shippingMethods } from './rules.ts'

const nullableText = z.nullable(z.string())

/** The sources that a person may choose in Order Entry. */
export const enteredOrderSources = ['web', 'phone', 'csv', 'edi', 'api', 'mobile'] as const
/** How orders arrive; `text` and `email` are placed from messages of the intake inbox. */
export const orderSources = [...enteredOrderSources, 'text', 'email'] as const
export const holdReasons = [
  'credit',
  'stock',
  'price',
  'address',
  'duplicate',
  'manual',
  'payment',
  'margin',
  'parked',
] as const

/** An order as returned by lists. total = subtotal + tax + shipping. */
export const salesOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  status: z.enum(salesOrderStatuses),
  holdReason: z.nullable(z.enum(holdReasons)),
  /** The day on which the hold ends automatically. */
  holdUntil: z.nullable(dayText),
  holdNote: nullableText,
  /** The request to the warehouse that it has not responded yet. */
  cancelRequest: z.nullable(z.enum(['cancel', 'recall'])),
  displayStatus: z.string(),
  orderSource: z.enum(orderSources),
  orderDate: dayText,
  shipDate: z.nullable(dayText),
  cancelAfter: z.nullable(dayText),
  totalAmount: amountText,
  subtotal: amountText,
  taxAmount: amountText,
  /**
   * Which address or rate the sales tax is based on, set if the ship-to address cannot be parsed.
   */
  taxNotice: nullableText,
  shippingAmount: amountText,
  shippingAddress: nullableText,
  shippingMethod: z.nullable(z.enum(shippingMethods)),
  billingAddress: nullableText,
  ...forRecordedFields(() => nullableText),
  /** A header-only order: recorded by its total, without lines. */
  headerOnly: z.boolean(),
  /** The number of shipments, and their total amount. */
  shipmentCount: z.int(),
  shippedAmount: amountText,
  /** The number of changes since the order was first sent to the warehouse. */
  revision: z.int(),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
  /** Only with `with=progress`: number of lines, percent shipped, and tracking numbers. */
  lineCount: z.optional(z.int()),
  fillPercent: z.optional(z.nullable(z.int())),
  trackingNumbers: z.optional(nullableText),
})
export type SalesOrder = z.infer<typeof salesOrder>

/** The list of sales orders. */
export const salesOrderList = defineList({
  name: 'sales-orders',
  row: salesOrder,
  defaultSort: '-id',
  fields: {
    orderNumber: field.text({
      label: 'Order Number',
      sortable: true,
      filterable: true,
      column: { width: 170 },
    }),
    customerId: field.references({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    status: field.choice(salesOrderStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 125, phone: 'badge' },
    }),
    totalAmount: field.amount({
      label: 'Total Amount',
      sortable: true,
      filterable: true,
      column: { width: 130, phone: 'amount' },
    }),
    orderDate: field.day({
      label: 'Order Date',
      filterLabel: 'Order date',
      sortable: true,
      filterable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    shipDate: field.day({
      label: 'Ship Date',
      sortable: true,
      filterable: true,
      range: ['shipFrom', 'shipTo'],
      rangeLabels: { shipTo: 'To ship by' },
      column: { width: 120 },
    }),
    cancelAfter: field.day({ label: 'Cancel After', column: { width: 120, isOptional: true } }),
    ...recordedFields,
    orderSource: field.choice(orderSources, {
      label: 'Source',
      valueLabels: sourceNames,
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    lineCount: field.units({ label: 'Lines', column: { width: 80, isOptional: true } }),
    fillPercent: field.units({ label: 'Fill %', column: { width: 90, isOptional: true } }),
    trackingNumbers: field.text({ label: 'Tracking', column: { width: 180, isOptional: true } }),
    createdByName: field.text({ label: 'Created by', column: { isOptional: true } }),
    id: field.references({ sortable: true, filterable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    customerName: field.text({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** The customer PO without case, blanks and leading zeros, as repeated orders are found. */
    customerPOKey: field.text({ filterable: true }),
    skuId: field.references({ filterable: true }),
    /** The code of a SKU on a line. */
    sku: field.text({ label: 'SKU', filterable: true }),
    backordered: field.only(['true'], { label: 'Back ordered', filterable: true }),
    shipped: field.only(['true'], { filterable: true }),
    /** Partly shipped orders without a shipment since this day. */
    restSince: field.day({ label: 'Rest open since', filterable: true }),
    holdReason: field.choice(holdReasons, {
      label: 'Hold reason',
      valueLabels: holdReasonLabels,
      filterable: true,
    }),
    held: field.only(['true', 'false'], {
      label: 'Hold',
      valueLabels: { true: 'On hold', false: 'Not on hold' },
      filterable: true,
    }),
    createdBy: field.wholeNumber({ label: 'Entered by user', filterable: true }),
  },
  /** `progress` adds the number of lines, percent shipped and tracking numbers to each order. */
  parameters: { with: z.optional(z.enum(['progress'])) },
  chips: ['status', 'orderSource', 'customerCode', 'orderDate', 'held'],
  groups: {
    status: 'status',
    customer: 'customerId',
    day: 'orderDate',
    source: 'orderSource',
  },
})

export const salesOrderQuery = salesOrderList.query
export type SalesOrderQuery = z.output<typeof salesOrderQuery>

export const listSalesOrders = endpoint('GET', '/api/sales-orders', {
  permission: 'salesOrders.read',
  query: z.extend(salesOrderQuery, changesQuery),
  returns: z.array(salesOrder),
  summary: 'Sales orders. Filters accept several values, separated by commas',
})
