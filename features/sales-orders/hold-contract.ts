import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { optionalDay, optionalText } from '#platform/kernel/fields.ts'
import { holdReasons, salesOrderDetails } from './contract.ts'

export const holdForm = z.object({
  reason: z.enum(holdReasons, { error: 'Please select a reason' }),
  until: optionalDay,
  note: optionalText(500),
})
export type HoldForm = z.output<typeof holdForm>
export const holdSalesOrder = endpoint('POST', '/api/sales-orders/:id/hold', {
  permission: 'salesOrders.hold',
  body: holdForm,
  returns: salesOrderDetails,
  summary: 'Stops an open order for a reason, until a day where one is given',
})
export const releaseSalesOrder = endpoint('POST', '/api/sales-orders/:id/release', {
  permission: 'salesOrders.release',
  returns: salesOrderDetails,
  summary: 'Ends the hold of an order; its credit is decided again',
})
