import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import * as store from '../store.ts'

// Whether an event of the warehouse is a retransmission, or another event under a known number.

type KnownImport = { id: number; state: string; data: unknown }
type Incoming = { type: string; externalId: string; messageId: number | null; data: unknown }

/**
 * What is known of an event whose number came before. `same`: a retransmission, which changes
 * nothing. `corrected`: it could not be applied yet, and the new content replaces the old; its
 * row is answered to be applied. `other`: the number was used for other content.
 */
export async function compareWithKnown(
  ctx: Context,
  { type, externalId, messageId, data }: Incoming,
): Promise<{ is: 'same' | 'other' } | { is: 'corrected'; id: number }> {
  const [known] = await rows<KnownImport>(ctx.db, store.lockKnownImport, [type, externalId])
  if (!known || isDeepStrictEqual(contentOf(known.data), contentOf(data))) return { is: 'same' }
  if (known.state !== 'parked' && known.state !== 'failed') return { is: 'other' }
  await send(ctx, store.replaceImport, [known.id, JSON.stringify(data), messageId])
  return { is: 'corrected', id: known.id }
}

// Part of the key, or the moment of the report, which a warehouse may write anew.
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

type Goods = {
  orderNumber: string
  reference?: string | undefined
  trackingNumber?: string | undefined
  lines: readonly unknown[]
}

/**
 * Refuses goods that another message told of already: the same order, bill of lading or receipt
 * number, lines and parcel. They may be a retransmission or more of the same: a person decides.
 */
export async function refuseSameGoods(
  ctx: Context,
  type: 'shipment.created' | 'receipt.created',
  { id, ...goods }: Goods & { id: string },
): Promise<void> {
  const { orderNumber, reference = id, trackingNumber, lines } = goods
  if (lines.length === 0) return
  const values = [type, orderNumber, reference, id, trackingNumber ?? null]
  const found = await rows<{ lines: unknown[] }>(ctx.db, store.findSameGoods, values)
  if (!found.some((other) => areSameLines(other.lines, lines))) return
  const what = type === 'shipment.created' ? 'shipped' : 'received'
  const sentence =
    `${reference} reports the same goods of ${orderNumber} a second time; nothing was booked. ` +
    `If more was ${what}, book it by hand`
  throw new Refusal('refused', 'same-goods', sentence)
}

/**
 * Whether two messages have the same units of the same SKUs. One way leaves out what another says:
 * `EA` is the unit that goes without saying, and line numbers count where both have them.
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

/** A field of a line that nobody has parsed, as text in lower case; nothing where it has none. */
function fieldOf(line: unknown, field: 'sku' | 'quantity' | 'unit' | 'lineNo'): string {
  const value = new Map<string, unknown>(Object.entries(line ?? {})).get(field)
  return typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
}
