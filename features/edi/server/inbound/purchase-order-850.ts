import { formatAddress } from '#features/customers/address-rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { isDecimal } from '#platform/kernel/money.ts'
import {
  hasAddress,
  type OrderConditions,
  readConditions,
  shipTosOf,
  storeNamesOf,
} from './order-conditions-850.ts'
import { joinedUpTo } from '../../joined-up-to.ts'
import { type LineCode } from '../../rules.ts'
import type { Segment, OutboundSet } from '../../x12.ts'

// A customer's purchase order: read from an 850, answered by an 855.

/** An order line as received. */
export type PurchaseOrderLine850 = {
  lineNo: string
  quantity: string
  /** What a person corrected the quantity to, in the intake inbox. */
  correctedQuantity?: string | undefined
  unit: string
  price: string
  /** Its product IDs by qualifier: `VN` our SKU, `UP` its barcode, `BP` the buyer's number. */
  names: { qualifier: string; id: string }[]
}

export type PurchaseOrder850 = {
  /** BEG01: 00 new order, 01 cancellation, 04 and 05 change, 07 copy. */
  purpose: string
  number: string
  date: string
  shipDate: Day | null
  cancelAfter: Day | null
  shippingAddress: string | null
  /** What may have been corrected to an address: this one, or the store that has none. */
  shipToTexts: string[]
  notes: string | null
  /** The conditions of the order outside its lines. */
  conditions: OrderConditions
  lines: PurchaseOrderLine850[]
}

/** Reads an 850 that passed the grammar check. */
export function readPurchaseOrder(segments: readonly Segment[]): PurchaseOrder850 {
  const beg = segments.find(([id]) => id === 'BEG') ?? []
  const conditions = readConditions(segments)
  const shippingAddress = addressOf(segments)
  const [shipTo = []] = shipTosOf(segments)
  return {
    purpose: beg[1] ?? '',
    number: beg[3] ?? '',
    date: beg[5] ?? '',
    shipDate: conditions.shipDate,
    cancelAfter: conditions.cancelAfter,
    shippingAddress,
    shipToTexts: shippingAddress === null ? storeNamesOf(shipTo) : [shippingAddress],
    notes:
      joinedUpTo(conditions.notes, {
        separator: '\n',
        longest: 5000,
        place: 'the 850 under EDI',
      }) || null,
    conditions,
    lines: segments
      .filter(([id]) => id === 'PO1')
      .map((line, index) => ({
        lineNo: line[1] || String(index + 1),
        quantity: line[2] ?? '',
        unit: line[3] ?? '',
        price: line[4] ?? '',
        names: productIdsOf(line),
      })),
  }
}

/** Returns the qualifier and ID pairs of a line, starting at an element: PO106 in an 850. */
export function productIdsOf(line: Segment, from = 6): PurchaseOrderLine850['names'] {
  const found: PurchaseOrderLine850['names'] = []
  for (let index = from; index < line.length; index += 2) {
    const [qualifier = '', id = ''] = [line[index], line[index + 1]]
    if (qualifier && id) found.push({ qualifier, id })
  }
  return found
}

/** Returns the N1*ST address in label form; null if it has neither N3 nor N4. */
export function addressOf(segments: readonly Segment[]): string | null {
  const [first] = shipTosOf(segments)
  if (!first || !hasAddress(first)) return null
  const lines = [first[0]?.[2] ?? '']
  let location = { city: '', state: '', zipCode: '', country: '' }
  for (const [id, ...values] of first) {
    if (id === 'N2' || id === 'N3') lines.push(...values)
    if (id !== 'N4') continue
    const [city = '', state = '', zip = '', country = ''] = values
    location = { city, state, zipCode: zip, country }
  }
  return formatAddress({ ...location, street: lines.join('\n') })
}

/**
 * Qualifiers (element 235) that identify a product, most reliable first: the vendor's number, which
 * is our SKU, then a GTIN, then the buyer's number. Sizes, colors and lots do not identify a
 * product.
 */
const articleQualifiers = ['VN', 'SK', 'VP', 'UP', 'UK', 'EN', 'UA', 'BP', 'IN', 'CB']

/** Returns the product IDs of a line that may match a SKU, most reliable first. */
export function rankedProductIds({
  names,
}: Pick<PurchaseOrderLine850, 'names'>): PurchaseOrderLine850['names'] {
  const rank = (qualifier: string) => articleQualifiers.indexOf(qualifier)
  return names
    .filter(({ qualifier }) => rank(qualifier) >= 0)
    .toSorted((a, b) => rank(a.qualifier) - rank(b.qualifier))
}

/** GTIN-8, UPC-A, EAN-13 and GTIN-14 of one product differ only in leading zeros. */
const gtinLengths = [8, 12, 13, 14]

/** Returns the equivalent forms of a barcode: itself, and for a GTIN also its other lengths. */
export function barcodeForms(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const digits = code.replace(/^0+/, '')
  const lengths = gtinLengths.filter((length) => length >= digits.length)
  return [...new Set([code, ...lengths.map((length) => digits.padStart(length, '0'))])]
}

/** The units of a line as it is ordered now; undefined if we cannot ship so many. */
export function orderedUnits({
  quantity,
  correctedQuantity = quantity,
}: Pick<PurchaseOrderLine850, 'quantity' | 'correctedQuantity'>): number | undefined {
  return unitsOf(correctedQuantity)
}

/** Parses a quantity of units we can ship: whole and at least 1. Returns undefined otherwise. */
export function unitsOf(text: string): number | undefined {
  const [, digits = ''] = /^0*(\d{1,9})(?:\.0*)?$/.exec(text) ?? []
  const units = Number(digits)
  return units >= 1 ? units : undefined
}

/** True if their price equals ours to the cent, ignoring leading and trailing zeros. */
export function isSamePrice(partnerPrice: string, ours: string): boolean {
  const decimal = partnerPrice.replace(/^\./, '0.').replace(/\.$/, '')
  const trimmed = decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal
  if (!isDecimal(trimmed)) return false
  const [units = '', fraction = ''] = trimmed.split('.')
  return `${units.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(2, '0')}` === ours
}

/** The acknowledgment of one line: codes, with the quantity and ship date of each. */
export type AcknowledgedLine = {
  orderLine: PurchaseOrderLine850
  /** The price in the 855: ours if the line was accepted. */
  price: string
  acks: { code: LineCode; quantity: string; unit: string; day: Day | null }[]
}

/** The acknowledgment of a whole order. */
export type OrderAcknowledgment = {
  purpose: string
  isRefused: boolean
  number: string
  date: string
  orderNumber: string | null
  today: string
  lines: readonly AcknowledgedLine[]
}

/** Builds the 855 of an order. */
export function buildAcknowledgment855(acknowledgment: OrderAcknowledgment): OutboundSet {
  const { lines, isRefused } = acknowledgment
  const isChanged = lines.some(({ acks }) => acks.some(({ code }) => code !== 'IA'))
  const acknowledgmentType = isRefused ? 'RD' : isChanged ? 'AC' : 'AD'
  const { purpose, number, date, orderNumber, today } = acknowledgment
  return {
    id: '855',
    segments: [
      ['BAK', purpose, acknowledgmentType, number, date, '', '', '', orderNumber ?? '', today],
      ...lines.flatMap(({ orderLine, price, acks }): Segment[] => [
        [
          'PO1',
          orderLine.lineNo,
          orderLine.quantity,
          orderLine.unit,
          price,
          '',
          ...orderLine.names.slice(0, 10).flatMap(({ qualifier, id }) => [qualifier, id]),
        ],
        ...acks.map(({ code, quantity, unit, day }) => {
          const shipDateElements = day ? ['068', day.replaceAll('-', '')] : []
          return ['ACK', code, quantity, unit, ...shipDateElements]
        }),
      ]),
      ['CTT', String(lines.length)],
    ],
  }
}
