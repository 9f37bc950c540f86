import { joinedUpTo } from '#features/edi/joined-up-to.ts'
import { dayOfText, momentOf } from '#features/edi/rules.ts'
import {
  readAcknowledgment997,
  rankedProductIds,
  productIdsOf,
  unitsOf,
} from '#features/edi/server/service.ts'
import type { Segment } from '#features/edi/x12.ts'

// Converts the sets of a warehouse with files: 945 for shipments, 944 for receipts, 846 for counts
// (docs/wms-x12.md). They are then processed like webhook events.

/** An inbound set, and the date and time of its interchange. */
export type InboundDocument = {
  id: number
  setId: string
  segments: readonly Segment[]
  /** ISA09 and ISA10, in the time zone of the business. */
  date: string
  time: string
  zone: string
}

type Event = { id: string; type: string; data: Record<string, unknown> }

/** The W12 codes for lines that did not ship completely. */
const actionsByCode: ReadonlyMap<string, 'cancel' | 'wait' | 'missing' | 'look'> = new Map([
  ['CP', 'cancel'],
  ['BP', 'wait'],
  ['DE', 'missing'],
  ['DS', 'missing'],
  ['IC', 'missing'],
  ['CM', 'look'],
  ['CS', 'look'],
  ['PH', 'look'],
])

/** Converts a 945 or a 944 to the event a webhook would send; undefined for other sets. */
export function eventOf(inbound: InboundDocument): Event | undefined {
  const id = `x12-${inbound.id}`
  if (inbound.setId === '945') return { id, type: 'shipment.created', data: shipmentOf(inbound) }
  if (inbound.setId === '944') return { id, type: 'receipt.created', data: receiptOf(inbound) }
  return undefined
}

/** The timestamp for a day: the file's time if the file has the same date, else noon. */
function momentAt(inbound: InboundDocument, day: string): string {
  const found = dayOfText(day) ?? dayOfText(inbound.date)
  if (!found) return new Date(0).toISOString()
  const isSame = found.replaceAll('-', '') === inbound.date
  return momentOf(found, isSame ? inbound.time : '1200', inbound.zone).toISOString()
}

const valueOf = (segments: readonly Segment[], id: string, at: number) =>
  segments.find(([name]) => name === id)?.[at] ?? ''
const refOf = (segments: readonly Segment[], codes: readonly string[]) =>
  segments.find(([name, code = '']) => name === 'N9' && codes.includes(code))?.[2] ?? ''

const dateOf = (segments: readonly Segment[], code: string) =>
  segments.find(([name, which]) => name === 'G62' && which === code)?.[2] ?? ''

/** Splits a set into parts that start with a segment, each with the segments after it. */
function partsOf(segments: readonly Segment[], id: string): Segment[][] {
  const parts: Segment[][] = []
  for (const segment of segments) {
    if (segment[0] === id) parts.push([segment])
    else parts.at(-1)?.push(segment)
  }
  return parts
}

/**
 * The SKU among the qualifier and ID pairs of a line; ignores IDs that do not identify a product.
 */
function skuIn(segment: Segment, from: number): string {
  const names = productIdsOf(segment, from)
  return rankedProductIds({ names })[0]?.id ?? ''
}

/** The unit of measure of a quantity, if there is one. */
const unitOf = (unit: string | undefined) => (unit ? { unit } : {})

const lineNoOf = (part: readonly Segment[]) => {
  const lineNo = unitsOf(refOf(part, ['LI']))
  return lineNo === undefined ? {} : { lineNo }
}

/** The units of W1203: 0 if it is empty or zero, undefined if it is not a whole number of units. */
function shippedUnits(text: string): number | undefined {
  return /^0*(?:\.0*)?$/.test(text) ? 0 : unitsOf(text)
}

function shipmentOf(inbound: InboundDocument): Record<string, unknown> {
  const { segments } = inbound
  // G62*11 is the ship date; without it and W0603, the date of the file is used.
  const day = valueOf(segments, 'W06', 3) || dateOf(segments, '11')
  const reference = valueOf(segments, 'W06', 4) || refOf(segments, ['BM'])
  const carrier = valueOf(segments, 'W27', 3) || valueOf(segments, 'W27', 2)
  const estimatedDelivery = dayOfText(dateOf(segments, '17'))
  const trackingNumber = refOf(segments, ['2I', 'CN'])
  const lines = partsOf(segments, 'W12').map((part) => {
    const [w12 = []] = part
    const code = w12[1] ?? ''
    const units = shippedUnits(w12[3] ?? '')
    return {
      code,
      isUnclear: units === undefined || (code === 'CC' && units === 0),
      line: { sku: skuIn(w12, 7), quantity: units ?? 0, ...lineNoOf(part), ...unitOf(w12[5]) },
    }
  })
  const rest = lines.flatMap(({ code, isUnclear, line: { quantity: _, unit: __, ...line } }) => {
    const action = actionsByCode.get(code) ?? (code === 'CC' ? undefined : 'look')
    const way = isUnclear ? 'look' : action
    return way ? [{ ...line, way }] : []
  })
  return {
    // W0604 is a bill of lading, which may cover several orders and days, so the set ID is the key.
    shipmentId: `945-${inbound.id}`,
    ...(reference && { reference }),
    orderNumber: valueOf(segments, 'W06', 2),
    shippedAt: momentAt(inbound, day),
    ...(carrier && { carrier }),
    ...(trackingNumber && { trackingNumber }),
    ...(estimatedDelivery && { estimatedDelivery }),
    lines: lines.map(({ line }) => line).filter(({ quantity }) => quantity > 0),
    ...(rest.length > 0 && { rest }),
  }
}

const conditions: ReadonlyMap<string, string> = new Map([
  ['01', 'damaged'],
  ['02', 'short'],
  ['03', 'over'],
])

function receiptOf(inbound: InboundDocument): Record<string, unknown> {
  const { segments } = inbound
  const parts = partsOf(segments, 'W07')
  const reference = valueOf(segments, 'W17', 3)
  const deliveryNote = refOf(segments, ['PK'])
  const remarks = parts.flatMap((part) =>
    part
      .filter(([id]) => id === 'W13')
      .map(([, count = '', unit = '', code = '']) => {
        const units = unit === '' || unit === 'EA' ? count : `${count} ${unit}`
        return `${skuIn(part[0] ?? [], 4)}: ${units} ${conditions.get(code) ?? `exception ${code}`}`
      }),
  )
  return {
    receiptId: `944-${inbound.id}`,
    ...(reference && { reference }),
    orderNumber: valueOf(segments, 'W17', 4),
    ...(deliveryNote && { deliveryNote }),
    receivedAt: momentAt(inbound, valueOf(segments, 'W17', 2)),
    lines: parts.map((part) => {
      const [w07 = []] = part
      const quantity = unitsOf(w07[1] ?? '') ?? 0
      return { sku: skuIn(w07, 4), quantity, ...lineNoOf(part), ...unitOf(w07[2]) }
    }),
    ...(remarks.length > 0 && {
      remarks: joinedUpTo(remarks, { separator: ', ', longest: 500, place: 'the 944' }),
    }),
  }
}

/** Converts an 846 to a page of a count. */
export function countOf(inbound: InboundDocument) {
  const { segments, date, time, zone } = inbound
  const [asOfDate, asOfTime] = [valueOf(segments, 'BIA', 4), valueOf(segments, 'BIA', 5)]
  const found = dayOfText(asOfDate) ?? dayOfText(date)
  const asOf = found ? momentOf(found, asOfTime || time, zone) : new Date(0)
  return {
    snapshotId: valueOf(segments, 'BIA', 3) || `846-${inbound.id}`,
    asOf: asOf.toISOString(),
    lines: partsOf(segments, 'LIN').map((part) => {
      const quantities = (code: string) =>
        part.filter(([id, qualifier]) => id === 'QTY' && qualifier === code)
      const counted = (code: string) => {
        const [first, ...others] = quantities(code).map(([, , value = '']) => value)
        // Several of one kind, such as one for each lot, are neither added nor chosen from.
        if (others.length > 0) return [first, ...others].join(' and ')
        return first === undefined ? undefined : parseUnits(first)
      }
      const [onHand, reserved] = [counted('17'), counted('27')]
      const available = counted('33')
      const used =
        onHand === undefined ? [...quantities('33'), ...quantities('27')] : quantities('17')
      const unit = [...new Set(used.map(([, , , code]) => code).filter(Boolean))].join(' and ')
      return {
        sku: skuIn(part[0] ?? [], 2),
        ...unitOf(unit),
        ...(onHand !== undefined && { onHand }),
        ...(reserved !== undefined && { reserved }),
        ...(available !== undefined && { available }),
      }
    }),
  }
}

/**
 * Parses a whole number, which may be negative; other text is returned as is and rejected later.
 */
function parseUnits(value: string): number | string {
  return /^-?\d{1,9}(?:\.0+)?$/.test(value) ? Number(value) : value
}

/** The interchange number that a 997 acknowledges, and the reason if it rejects it. */
export function answerIn(segments: readonly Segment[]): { control: number; reason: string } {
  const { group, codes, sets } = readAcknowledgment997(segments)
  const rejectedSets = sets.filter((set) => !set.isSetAccepted)
  const reason =
    [...rejectedSets.flatMap((set) => set.codes), ...codes].join(', ') || 'No reason given'
  return { control: Number(group) || 0, reason }
}
