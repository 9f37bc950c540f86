import * as z from 'zod/mini'
import { shippingMethods } from '#features/sales-orders/rules.ts'
import {
  isOfLaterForm,
  laterForm,
  unreadableFieldSentence,
  unreadField,
} from '#platform/kernel/stored-json.ts'

// The `data` of each kind of document that is sent to a warehouse.

const text = z.nullable(z.string())

/** A queued document that this version of the program cannot read. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
}

/**
 * Parses a document queued by any version: nullable fields that did not exist yet become null.
 * Throws UnreadableDocument with the name of the field that cannot be read.
 */
export function readDocument<S extends z.ZodMiniObject>(
  schema: S,
  { payload }: { payload: unknown },
): z.output<S> {
  if (isOfLaterForm(payload)) {
    throw new UnreadableDocument(`${laterForm} Change the record to send it again`)
  }
  const shape = schema.shape as Readonly<Record<string, z.ZodMiniType>>
  const unknown = Object.keys(shape).filter((name) => shape[name]?.safeParse(null).success)
  const nulls = Object.fromEntries(unknown.map((name) => [name, null]))
  const read = schema.safeParse({ ...nulls, ...(payload as object) })
  if (read.success) return read.data
  const sentence = unreadableFieldSentence(unreadField(read.error))
  throw new UnreadableDocument(`${sentence} Change the record to send it again`)
}

export const customerData = z.object({
  customerCode: z.string(),
  companyName: z.string(),
  email: text,
  phone: text,
  shippingAddress: text,
  billingAddress: text,
  priceLevel: z.string(),
  creditLimit: text,
  isActive: z.boolean(),
})

export const itemData = z.object({
  sku: z.string(),
  name: z.string(),
  unitOfMeasure: z.string(),
  barcode: text,
  category: text,
  isActive: z.boolean(),
  /** Only for a warehouse that requested it. */
  openingStock: z.optional(z.int()),
  location: z.optional(text),
})

export const movementData = z.object({
  movementId: z.string(),
  sku: z.string(),
  delta: z.int(),
  reason: text,
  occurredAt: z.string(),
})

const lines = z.nullable(
  z.array(
    z.object({
      lineNo: z.int(),
      sku: z.string(),
      quantity: z.int(),
      unitOfMeasure: z.string(),
    }),
  ),
)

export const orderData = z.object({
  orderNumber: z.string(),
  orderDate: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  customerPO: text,
  shippingAddress: text,
  /** Omitted if the order has no shipping method. */
  shippingMethod: z.optional(z.enum(shippingMethods)),
  instructions: text,
  lines,
})

/** Goods that a customer returns. Held units are set aside and are not stock. */
export const expectedReturnData = z.object({
  returnNumber: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  orderNumber: text,
  reason: z.string(),
  instructions: text,
  lines: z.nullable(
    z.array(
      z.object({
        lineNo: z.int(),
        sku: z.string(),
        quantity: z.int(),
        unitOfMeasure: z.string(),
        isHeld: z.boolean(),
      }),
    ),
  ),
})

export const expectedReceiptData = z.object({
  orderNumber: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  expectedDate: text,
  instructions: text,
  lines,
  /** Units already received, by line number. */
  received: z.nullable(z.record(z.string(), z.int())),
})
