import * as z from 'zod/mini'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { code, dayField, optionalText, units } from '#platform/kernel/fields.ts'

/** The most shipments that one file tells of. */
export const maxImportedShipments = 200

export const shipmentColumns = [
  { name: 'orderNumber', label: 'Order Number', isRequired: true },
  { name: 'sku', label: 'SKU' },
  { name: 'quantity', label: 'Quantity', kind: 'count' },
  { name: 'carrier', label: 'Carrier' },
  { name: 'trackingNumber', label: 'Tracking Number' },
  { name: 'shipDate', label: 'Ship Date', kind: 'day' },
] as const satisfies readonly ImportColumn[]

/** A row of a file of shipments: a SKU of a parcel, or a parcel with all that is to leave. */
export const shipmentRow = z
  .object({
    orderNumber: code(50),
    sku: z.optional(code(50)),
    quantity: z.optional(units(1, 'Quantity must be at least 1')),
    carrier: optionalText(60),
    trackingNumber: optionalText(100),
    shipDate: z.optional(dayField),
  })
  .check(
    z.refine(({ sku, quantity }) => sku !== undefined || quantity === undefined, {
      error: 'Required beside a quantity',
      path: ['sku'],
    }),
    // A part of an order is known again by its parcel: so it cannot leave twice.
    z.refine(({ sku, trackingNumber }) => sku === undefined || Boolean(trackingNumber), {
      error: 'Required beside a SKU',
      path: ['trackingNumber'],
    }),
  )
export type ShipmentRow = z.output<typeof shipmentRow>

export const importShipments = endpoint('POST', '/api/sales-orders/shipments/import', {
  permission: 'salesOrders.ship',
  query: z.pick(importQuery, { dryRun: true, decimal: true, days: true, fileName: true }),
  body: csvBody,
  takes: 'text/csv',
  returns: importOutcome,
  summary:
    'Ships by a CSV file, with carriers and tracking numbers: all of its parcels or none; may ' +
    'only check it. A parcel whose tracking number the order has already is left',
})
