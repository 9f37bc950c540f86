import * as z from 'zod/mini'
import { isDay } from '#platform/kernel/days.ts'

// The schemas of the messages between this program and a warehouse (docs/wms-protocol.md). Unknown
// fields are dropped, so that either side may add fields later.

const maxUnits = 2_147_483_647
/** Error message for an invalid field; a missing field is reported as `Required`. */
const must = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Required' : sentence),
})
const textMessage = must('Must be text of 1 to 100 characters in one line')
const aNote = must('Must be text of at most 500 characters')
const someUnits = must('Must be a whole number from 1 to 2147483647')
const anyUnits = must('Must be a whole number from 0 to 2147483647')
const shortText = z
  .string(textMessage)
  .check(
    z.minLength(1, textMessage),
    z.maxLength(100, textMessage),
    z.regex(/^[^\u0000-\u001F\p{Cs}]*$/u, textMessage),
  )
const note = z.string(aNote).check(z.maxLength(500, aNote), z.regex(/^[^\u0000\p{Cs}]*$/u, aNote))
const units = z.int(anyUnits).check(z.minimum(0, anyUnits), z.maximum(maxUnits, anyUnits))
const some = z.int(someUnits).check(z.minimum(1, someUnits), z.maximum(maxUnits, someUnits))
const [earliest, latest] = [Date.parse('2000-01-01'), Date.parse('2100-01-01')]
const anInstant = must('Must be a moment with its zone, such as 2026-03-01T09:30:00Z')
const instant = z.string(anInstant).check(
  z.maxLength(40, anInstant),
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/, anInstant),
  z.refine((text) => {
    const at = Date.parse(text)
    return isDay(text.slice(0, 10)) && at > earliest && at < latest
  }, anInstant),
)
const aDay = must('Must be a day such as 2026-03-01')
const isoDay = z.string(aDay).check(z.refine(isDay, aDay))

/** One SKU of a count. */
export const snapshotLine = z.object({
  sku: shortText,
  /** The X12 unit of measure of the counts; by default the unit of the SKU. */
  unit: z.optional(shortText),
  onHand: z.optional(z.int().check(z.minimum(-maxUnits), z.maximum(maxUnits))),
  available: z.optional(z.int().check(z.minimum(-maxUnits), z.maximum(maxUnits))),
  reserved: z.optional(units),
  onOrder: z.optional(units),
  location: z.optional(shortText),
})
export type SnapshotLine = z.infer<typeof snapshotLine>

/** Whose line it is, also of one that is not valid otherwise. */
export const countedSku = z.pick(snapshotLine, { sku: true })

/** A page of a count. Lines are validated one by one: an invalid one does not reject the rest. */
export const snapshotPage = z.object({
  snapshotId: shortText,
  asOf: instant,
  total: z.optional(units),
  lines: z.array(z.unknown()).check(z.maxLength(5000)),
  /** True if the count is complete: a SKU on none of its pages has nothing on hand. */
  isFull: z.optional(z.boolean()),
  /** Locations the warehouse could not count, and why. */
  unavailable: z.optional(
    z.array(z.object({ location: shortText, reason: note })).check(z.maxLength(100)),
  ),
  next: z.optional(z.nullable(shortText)),
})
export type SnapshotPage = z.infer<typeof snapshotPage>

export const goodsLine = z.object({
  sku: shortText,
  quantity: some,
  lineNo: z.optional(some),
  /** The X12 unit of measure of the quantity; by default the unit of the SKU. */
  unit: z.optional(shortText),
})

/** What happens to the rest: cancelled, shipped later, not available, or needs review. */
const remainderActions = ['cancel', 'wait', 'missing', 'look'] as const

const shipmentFields = z.object({
  shipmentId: shortText,
  /** A bill of lading, which may cover several shipments and orders. */
  reference: z.optional(shortText),
  orderNumber: shortText,
  shippedAt: instant,
  carrier: z.optional(shortText),
  trackingNumber: z.optional(shortText),
  estimatedDelivery: z.optional(isoDay),
  lines: z.array(goodsLine).check(z.maxLength(1000)),
  /** Lines that did not ship completely, and what happens to the rest. */
  rest: z.optional(
    z
      .array(z.object({ sku: shortText, lineNo: z.optional(some), way: z.enum(remainderActions) }))
      .check(z.maxLength(1000)),
  ),
})

/** A shipment to a customer, or a report of lines that did not ship. */
export const shipment = shipmentFields.check(
  z.refine(({ lines, rest = [] }) => lines.length + rest.length > 0),
)
export type Shipment = z.infer<typeof shipment>

/** A receipt of goods of a purchase order or a customer's return. */
export const receipt = z.object({
  receiptId: shortText,
  /** The warehouse's receipt number, which may cover several orders. */
  reference: z.optional(shortText),
  orderNumber: shortText,
  /** The vendor's delivery note number. */
  deliveryNote: z.optional(shortText),
  receivedAt: instant,
  lines: z.array(z.unknown()).check(z.minLength(1), z.maxLength(1000)),
  /** Further remarks, such as damaged goods. */
  remarks: z.optional(note),
})
export type Receipt = z.infer<typeof receipt>

/** A delivered shipment; the next schema is an exception during delivery. */
export const delivery = z.object({
  shipmentId: shortText,
  orderNumber: shortText,
  deliveredAt: instant,
})
export const deliveryException = z.object({
  shipmentId: shortText,
  orderNumber: shortText,
  happenedAt: instant,
  reason: note,
})

/** A document of ours that the warehouse could not read. */
export const refusal = z.object({ documentId: shortText, orderNumber: shortText, reason: note })

/** The warehouse's later answer to a cancellation or a change. */
export const cancelAnswer = z.object({
  documentId: shortText,
  orderNumber: shortText,
  status: z.enum(['accepted', 'too_late', 'rejected']),
  reason: z.optional(note),
})
export type CancelAnswer = z.infer<typeof cancelAnswer>

/** A stock change in the warehouse itself: found, lost, broken. */
export const movement = z.object({
  movementId: shortText,
  sku: shortText,
  delta: z.int().check(z.minimum(-maxUnits), z.maximum(maxUnits)),
  occurredAt: instant,
  reason: z.optional(note),
})

/** Reports a finished count: with its lines, or with its ID only, in which case it is fetched. */
export const snapshotReady = z.object({
  ...z.partial(snapshotPage).shape,
  snapshotId: shortText,
})

const event = z.object({
  id: shortText,
  type: shortText,
  timestamp: z.optional(instant),
  data: z.record(z.string(), z.unknown()),
})

/** A webhook has its event ID in a header. */
export const webhookBody = z.omit(event, { id: true })

/** A page of the warehouse's event log after a cursor, in order. */
export const eventPage = z.object({
  events: z.array(event).check(z.maxLength(500)),
  cursor: z.nullable(shortText),
  hasMore: z.optional(z.boolean()),
})
export type EventPage = z.infer<typeof eventPage>

/** The warehouse's answer to each document of a request. */
export const sentResults = z.object({
  results: z.array(
    z.object({
      id: shortText,
      status: z.enum(['accepted', 'duplicate', 'rejected', 'too_late', 'pending']),
      reason: z.optional(note),
    }),
  ),
})
export type SentResult = z.infer<typeof sentResults>['results'][number]

export const warehouseStatus = z.object({
  name: z.string().check(z.maxLength(200)),
  version: z.optional(z.string().check(z.maxLength(50))),
  /** True for a warehouse that was never counted: items are sent with their stock on hand. */
  wantsOpeningStock: z.optional(z.boolean()),
  /** True for a warehouse that receives customer returns. */
  takesReturns: z.optional(z.boolean()),
})
export type WarehouseStatus = z.infer<typeof warehouseStatus>
