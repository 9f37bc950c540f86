import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import * as store from '../store.ts'

// Distinguishes retransmitted events from different events under a known number.

type KnownImport = { id: number; state: string; data: unknown }
type Incoming = { type: string; externalId: string; messageId: number | null; data: unknown }

/**
 * Compares an event with the one stored under the same key. `same`: a retransmission, which changes
 * nothing. `corrected`: the stored one was not applied yet, and is replaced; the caller applies the
 * returned row. `other`: the number was used for other content.
 */
export async function compareWithKnown(
  ctx: Context,
  { type, externalId, messageId, data }: Incoming,
): Promise<{ is: 'same' | 'other' } | { is: 'corrected'; id: number }> {
  const [known] = await rows<KnownImport>(ctx.db, store.lockKnownImport, [type, externalId])
  if (!known || isSameContent(known.data, data)) return { is: 'same' }
  if (known.state !== 'parked' && known.state !== 'failed') return { is: 'other' }
  await send(ctx, store.replaceImport, [known.id, JSON.stringify(data), messageId])
  return { is: 'corrected', id: known.id }
}

/** True if two reports of one event differ at most in their timestamps and the case of its key. */
export function isSameContent(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(contentOf(one), contentOf(other))
}

// Parts of the key, and timestamps, which a warehouse may change when it sends a report again.
const notContent = new Set(
  'shipmentId receiptId movementId shippedAt receivedAt occurredAt deliveredAt happenedAt'.split(
    ' ',
  ),
)

function contentOf(data: unknown): unknown {
  const plain: unknown = JSON.parse(JSON.stringify(data ?? null))
  const fields = Object.entries(plain ?? {})
  return Object.fromEntries(fields.filter(([name]) => !notContent.has(name)))
}

type ReportedGoods = {
  orderNumber: string
  reference?: string | undefined
  trackingNumber?: string | undefined
  lines: readonly unknown[]
}

/**
 * Throws Refusal `same-goods` if another message reported the same order, bill of lading or receipt
 * number, lines and parcel. It may be a retransmission or an additional shipment, so a user
 * decides.
 */
export async function refuseSameGoods(
  ctx: Context,
  type: 'shipment.created' | 'receipt.created',
  { id, ...goods }: ReportedGoods & { id: string },
): Promise<void> {
  const { orderNumber, reference = id, trackingNumber, lines } = goods
  if (lines.length === 0) return
  const values = [type, orderNumber, reference, id, trackingNumber ?? null]
  const found = await rows<{ lines: unknown[] }>(ctx.db, store.findSameGoods, values)
  if (!found.some((other) => areSameLines(other.lines, lines))) return
  const what = type === 'shipment.created' ? 'shipped' : 'received'
  const sentence =
    `${reference} reports the same goods of ${orderNumber} again. Nothing was recorded. ` +
    `If more was ${what}, record it manually`
  throw new Refusal('refused', 'same-goods', sentence)
}

/**
 * True if two messages have the same units per SKU. The channels differ in detail: a missing unit
 * means `EA`, and line numbers are compared only if all lines have one.
 */
function areSameLines(one: readonly unknown[], other: readonly unknown[]): boolean {
  const areNumbered = [...one, ...other].every((line) => fieldOf(line, 'lineNo') !== '')
  const unitsOf = (lines: readonly unknown[]) => {
    const units = new Map<string, number>()
    for (const line of lines) {
      const parts = [fieldOf(line, 'sku'), fieldOf(line, 'unit') || 'ea']
      const key = [...parts, areNumbered ? fieldOf(line, 'lineNo') : ''].join(' ')
      units.set(key, (units.get(key) ?? 0) + Number(fieldOf(line, 'quantity')))
    }
    return units
  }
  return isDeepStrictEqual(unitsOf(one), unitsOf(other))
}

/** Reads a field of an unparsed line as lowercase text; empty if absent. */
function fieldOf(line: unknown, field: 'sku' | 'quantity' | 'unit' | 'lineNo'): string {
  const value = new Map<string, unknown>(Object.entries(line ?? {})).get(field)
  return typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
}
