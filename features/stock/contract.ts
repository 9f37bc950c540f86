import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { id, momentText, text, units } from '#platform/kernel/fields.ts'

/** Units of a SKU that only the orders of one customer may reserve. */
export const ringFence = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  /** All units that are ring-fenced for the customer. */
  quantity: z.int(),
  /** Units that open orders of the customer hold; they count toward the quantity. */
  reserved: z.int(),
  /**
   * Free units that are still kept from the orders of others: the quantity without what orders and
   * approvals of the customer hold.
   */
  units: z.int(),
  reason: z.string(),
  by: z.nullable(z.string()),
  at: momentText,
})
export type RingFenceDetails = z.infer<typeof ringFence>

/** The ring-fences of a SKU, by customer code. */
export const skuRingFences = z.object({
  skuId: z.int(),
  /** On hand − reserved − held for validated orders. */
  available: z.int(),
  /** Free units that are ring-fenced, for all customers together. */
  ringFenced: z.int(),
  ringFences: z.array(ringFence),
})
export type SkuRingFences = z.infer<typeof skuRingFences>

export const ringFenceForm = z.object({
  customerId: id('Please select a customer'),
  /** 0 removes the ring-fence. */
  quantity: units(0),
  reason: text(500),
})
export type RingFenceForm = z.output<typeof ringFenceForm>

export const ringFenceStock = endpoint('POST', '/api/skus/:id/ring-fences', {
  permission: 'skus.ringFence',
  body: ringFenceForm,
  returns: skuRingFences,
  summary:
    'Keeps units of a SKU for the orders of one customer: the given quantity in all, with what ' +
    'these orders hold. 0 ends it',
})
