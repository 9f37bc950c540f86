import * as z from 'zod/mini'
import type { Segment, OutboundSet } from '#features/edi/x12.ts'
import { unitCodeOf } from '#features/skus/units-of-measure.ts'
import { isPickedUp, type ShippingMethod, shippingMethods } from '#features/sales-orders/rules.ts'
import { readDocument } from '../../document-payloads.ts'
import type { OutboundDocument } from './warehouse-adapter.ts'
import type { CancellableKind } from '../../rules.ts'

// Builds the outbound sets for a warehouse with files: 940 for an order, 943 for expected goods
// (docs/wms-x12.md).

const text = z.nullish(z.string())
const line = z.object({
  lineNo: z.int(),
  sku: z.string(),
  quantity: z.int(),
  unitOfMeasure: z.string(),
})
const lines = z.nullish(z.array(line))

const order = z.object({
  orderNumber: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  customerPO: text,
  shippingAddress: text,
  shippingMethod: z.nullish(z.enum(shippingMethods)),
  instructions: text,
  lines,
})

const expected = z.object({
  orderNumber: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  expectedDate: text,
  instructions: text,
  lines,
})

const sentBack = z.object({
  returnNumber: z.string(),
  customerCode: z.string(),
  customerName: z.string(),
  orderNumber: text,
  instructions: text,
  lines: z.nullish(z.array(z.extend(line, { isHeld: z.boolean() }))),
})

type Line = z.infer<typeof line>

/** The codes of the actions in W05 and W06. */
const purposes: Readonly<Record<string, string>> = { original: 'N', change: 'R', cancel: 'F' }

/** The sender: our identifier. */
export type Depositor = { name: string; today: string }

/**
 * Builds the set of an order or of expected goods; undefined for an action that this warehouse does
 * not get: goods shipped or received by hand.
 */
export function setOf(
  kind: CancellableKind,
  document: OutboundDocument,
  depositor: Depositor,
): OutboundSet | undefined {
  const purpose = purposes[document.action]
  if (purpose === undefined) return undefined
  if (kind === 'order') return shippingOrder(readDocument(order, document), purpose, depositor)
  if (kind === 'expected_return') {
    return expectedReturn(readDocument(sentBack, document), purpose, depositor)
  }
  return expectedReceipt(readDocument(expected, document), purpose, depositor)
}

/** Splits text into at most `most` pieces of at most `length` characters. */
function splitText(value: string | null | undefined, length: number, maxParts: number): string[] {
  const words = (value ?? '').replaceAll(/\s*\n\s*/g, '\n').split('\n')
  const all = words.flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / length) }, (_, at) =>
      part.slice(at * length, (at + 1) * length),
    ),
  )
  return all.filter((part) => part.trim() !== '').slice(0, maxParts)
}

const name = (value: string) => value.slice(0, 60)
/** An identifier has at least two characters. */
const code = (value: string) => value.slice(0, 80).padEnd(2, '_')

function shippingOrder(
  data: z.infer<typeof order>,
  purpose: string,
  { name: us }: Depositor,
): OutboundSet {
  const lines = data.lines ?? []
  const street = splitText(data.shippingAddress, 55, 4)
  return {
    id: '940',
    segments: [
      ['W05', purpose, data.orderNumber.slice(0, 22), (data.customerPO ?? '').slice(0, 22)],
      ['N1', 'DE', us, '92', code(us)],
      ['N1', 'ST', name(data.customerName), '92', code(data.customerCode)],
      ...pairs(street).map((pair) => ['N3', ...pair]),
      ...(data.customerPO ? [['N9', 'CO', data.customerPO.slice(0, 30)]] : []),
      ...splitText(data.instructions, 80, 20).map((each) => ['NTE', 'WHI', each]),
      carriage(data.shippingMethod),
      ...lines.flatMap((each, index): Segment[] => [
        ['LX', String(index + 1)],
        ['W01', String(each.quantity), unitCodeOf(each.unitOfMeasure), '', 'VN', skuOf(each)],
        ['N9', 'LI', String(each.lineNo)],
      ]),
      ['W76', String(unitsOf(lines))],
    ],
  }
}

/** W66: picked up by the customer, or prepaid by road with the shipping method as routing. */
function carriage(method: ShippingMethod | null | undefined): Segment {
  if (isPickedUp(method)) return ['W66', 'PU', 'H']
  if (!method || method === 'standard') return ['W66', 'PP', 'M']
  return ['W66', 'PP', 'M', '', '', method.toUpperCase()]
}

function expectedReceipt(
  data: z.infer<typeof expected>,
  purpose: string,
  { name: us, today }: Depositor,
): OutboundSet {
  const lines = (data.lines ?? []).filter(({ quantity }) => quantity > 0)
  const day = data.expectedDate?.replaceAll('-', '') ?? today
  const number = data.orderNumber.slice(0, 22)
  return {
    id: '943',
    segments: [
      ['W06', purpose, number, today, data.orderNumber.slice(0, 30), '', number],
      ['N1', 'DE', us, '92', code(us)],
      ['N1', 'SF', name(data.vendorName), '92', code(data.vendorCode)],
      ['G62', '17', day],
      ...splitText(data.instructions, 80, 20).map((each) => ['NTE', 'WHI', each]),
      ...goodsOf(lines),
    ],
  }
}

/** Builds the 943 of a customer return: it has its own number, and notes for lines to set aside. */
function expectedReturn(
  data: z.infer<typeof sentBack>,
  purpose: string,
  { name: us, today }: Depositor,
): OutboundSet {
  const lines = (data.lines ?? []).filter(({ quantity }) => quantity > 0)
  const number = data.returnNumber.slice(0, 22)
  const held = lines.filter(({ isHeld }) => isHeld)
  return {
    id: '943',
    segments: [
      ['W06', purpose, number, today, data.returnNumber.slice(0, 30)],
      ['N1', 'DE', us, '92', code(us)],
      ['N1', 'SF', name(data.customerName), '92', code(data.customerCode)],
      ['N9', 'RZ', data.returnNumber.slice(0, 30)],
      ...(data.orderNumber ? [['N9', 'CO', data.orderNumber.slice(0, 30)]] : []),
      ...held.map(({ lineNo }) => [
        'NTE',
        'WHI',
        `Line ${lineNo}: set aside for inspection, not added to stock`,
      ]),
      ...splitText(data.instructions, 80, 20).map((each) => ['NTE', 'WHI', each]),
      ...goodsOf(lines),
    ],
  }
}

const goodsOf = (lines: readonly Line[]): Segment[] => [
  ['W27', 'M'],
  ...lines.flatMap((each): Segment[] => [
    ['W04', String(each.quantity), unitCodeOf(each.unitOfMeasure), '', 'VN', skuOf(each)],
    ['N9', 'LI', String(each.lineNo)],
  ]),
  ['W03', String(unitsOf(lines))],
]

const skuOf = ({ sku }: Line) => sku.slice(0, 48)
const unitsOf = (lines: readonly Line[]) => lines.reduce((sum, each) => sum + each.quantity, 0)

function pairs(parts: readonly string[]): string[][] {
  return [parts.slice(0, 2), parts.slice(2, 4)].filter((pair) => pair.length > 0)
}
