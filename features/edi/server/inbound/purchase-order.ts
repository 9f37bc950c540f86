import { foldAddress } from '#features/customers/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { isDecimal } from '#platform/kernel/money.ts'
import { type OrderConditions, readConditions, shipTosOf } from './order-conditions-850.ts'
import { type LineCode } from '../../rules.ts'
import type { Segment, WrittenSet } from '../../x12.ts'

// A purchase order of a customer: read from an 850, answered by an 855.

/** A line as it was ordered. */
export type PurchaseOrderLine850 = {
  lineNo: string
  quantity: string
  unit: string
  price: string
  /** What it is called, by whose number: `VN` ours, `UP` its barcode, `BP` theirs. */
  names: { qualifier: string; id: string }[]
}

export type PurchaseOrder850 = {
  /** BEG01: 00 a new order, 01 one that is taken back, 04 and 05 changes, 07 a copy. */
  purpose: string
  number: string
  date: string
  shipDate: Day | null
  cancelAfter: Day | null
  shippingAddress: string | null
  notes: string | null
  /** What the order says beside its lines. */
  conditions: OrderConditions
  lines: PurchaseOrderLine850[]
}

/** Reads an 850 that was found right. */
export function readPurchaseOrder(segments: readonly Segment[]): PurchaseOrder850 {
  const beg = segments.find(([id]) => id === 'BEG') ?? []
  const conditions = readConditions(segments)
  return {
    purpose: beg[1] ?? '',
    number: beg[3] ?? '',
    date: beg[5] ?? '',
    shipDate: conditions.shipDate,
    cancelAfter: conditions.cancelAfter,
    shippingAddress: addressOf(segments),
    notes: conditions.notes.join('\n').slice(0, 5000) || null,
    conditions,
    lines: segments
      .filter(([id]) => id === 'PO1')
      .map((line, index) => ({
        lineNo: line[1] || String(index + 1),
        quantity: line[2] ?? '',
        unit: line[3] ?? '',
        price: line[4] ?? '',
        names: namesOf(line),
      })),
  }
}

/** The pairs of qualifier and number of a line, from an element on: PO106 of an 850. */
export function namesOf(line: Segment, from = 6): PurchaseOrderLine850['names'] {
  const found: PurchaseOrderLine850['names'] = []
  for (let at = from; at < line.length; at += 2) {
    const [qualifier = '', id = ''] = [line[at], line[at + 1]]
    if (qualifier && id) found.push({ qualifier, id })
  }
  return found
}

/** The address of N1*ST as a label has it; null where it has no N3 and no N4. */
export function addressOf(segments: readonly Segment[]): string | null {
  const [first] = shipTosOf(segments)
  if (!first?.some(([id]) => id === 'N3' || id === 'N4')) return null
  const lines = [first[0]?.[2] ?? '']
  let place = { city: '', state: '', zipCode: '', country: '' }
  for (const [id, ...values] of first) {
    if (id === 'N2' || id === 'N3') lines.push(...values)
    if (id !== 'N4') continue
    const [city = '', state = '', zip = '', country = ''] = values
    place = { city, state, zipCode: zip, country }
  }
  return foldAddress({ ...place, street: lines.join('\n') })
}

/**
 * The qualifiers (element 235) that name an article, the surest first: the vendor's number, which
 * is ours, then a GTIN, then the buyer's. A size, color or lot is no article.
 */
const articleQualifiers = ['VN', 'SK', 'VP', 'UP', 'UK', 'EN', 'UA', 'BP', 'IN', 'CB']

/** The names of a line that may find one of our SKUs, the surest first. */
export function namesInOrder({
  names,
}: Pick<PurchaseOrderLine850, 'names'>): PurchaseOrderLine850['names'] {
  const rank = (qualifier: string) => articleQualifiers.indexOf(qualifier)
  return names
    .filter(({ qualifier }) => rank(qualifier) >= 0)
    .toSorted((a, b) => rank(a.qualifier) - rank(b.qualifier))
}

/** GTIN-8, UPC-A, EAN-13 and GTIN-14 of one article differ by zeros in front. */
const gtinLengths = [8, 12, 13, 14]

/** How a barcode may be written: as it is, and where it is a GTIN in each of its lengths. */
export function barcodeForms(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const digits = code.replace(/^0+/, '')
  const padded = gtinLengths.filter((length) => length >= digits.length)
  return [...new Set([code, ...padded.map((length) => digits.padStart(length, '0'))])]
}

/** A number of units that we can ship: whole and at least one. */
export function unitsOf(text: string): number | undefined {
  const [, whole = ''] = /^0*(\d{1,9})(?:\.0*)?$/.exec(text) ?? []
  const units = Number(whole)
  return units >= 1 ? units : undefined
}

/** Whether a price of theirs is ours, to the cent. Zeros that say nothing are no difference. */
export function isSamePrice(theirs: string, ours: string): boolean {
  const plain = theirs.replace(/^\./, '0.').replace(/\.$/, '')
  const bare = plain.includes('.') ? plain.replace(/0+$/, '').replace(/\.$/, '') : plain
  if (!isDecimal(bare)) return false
  const [whole = '', part = ''] = bare.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${part.padEnd(2, '0')}` === ours
}

/** What is said to one line: the code, how many of its units, and on which day they leave. */
export type AnsweredLine = {
  asked: PurchaseOrderLine850
  /** The price that holds: ours, where there is one. */
  price: string
  acks: { code: LineCode; quantity: string; day: Day | null }[]
}

/** The whole answer to an order. */
export type OrderAnswer = {
  purpose: string
  isRefused: boolean
  number: string
  date: string
  orderNumber: string | null
  today: string
  lines: readonly AnsweredLine[]
}

/** Writes the answer to an order as an 855. */
export function writeAnswer(answer: OrderAnswer): WrittenSet {
  const { lines, isRefused } = answer
  const isChanged = lines.some(({ acks }) => acks.some(({ code }) => code !== 'IA'))
  const fate = isRefused ? 'RD' : isChanged ? 'AC' : 'AD'
  const { purpose, number, date, orderNumber, today } = answer
  return {
    id: '855',
    segments: [
      ['BAK', purpose, fate, number, date, '', '', '', orderNumber ?? '', today],
      ...lines.flatMap(({ asked, price, acks }): Segment[] => [
        [
          'PO1',
          asked.lineNo,
          asked.quantity,
          asked.unit,
          price,
          '',
          ...asked.names.slice(0, 10).flatMap(({ qualifier, id }) => [qualifier, id]),
        ],
        ...acks.map(({ code, quantity, day }) => {
          const leaves = day ? ['068', day.replaceAll('-', '')] : []
          return ['ACK', code, quantity, asked.unit, ...leaves]
        }),
      ]),
      ['CTT', String(lines.length)],
    ],
  }
}
