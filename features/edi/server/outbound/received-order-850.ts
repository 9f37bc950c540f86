import { type Context, rows } from '#platform/server/database/db.ts'
import {
  addressOf,
  barcodeForms,
  rankedProductIds,
  productIdsOf,
} from '../inbound/purchase-order-850.ts'
import { shipTosOf } from '../inbound/order-conditions-850.ts'
import type { Segment } from '../../x12.ts'

// Reads the content of an 850 that the 856 and the 810 repeat, because the partner matches by it.

const readReceived = {
  name: 'read_850_of_sales_order',
  text: `select d.body as segments
         from edi_documents d join edi_interchanges i on i.id = d.interchange_id
         where d.sales_order_id = $1 and d.set_id = '850' and i.direction = 'in'
           and i.partner_id = $2 and d.state in ('taken', 'held')
         order by d.id limit 1`,
}

const readItems = {
  name: 'read_items_of_edi_order',
  text: `select i.line_no as "lineNo", s.sku, s.barcode
         from sales_order_items i join skus s on s.id = i.sku_id
         where i.sales_order_id = $1 order by i.line_no`,
}

type Item = { lineNo: number; sku: string; barcode: string | null }

/** An order as its customer sent it. */
export type ReceivedOrder = {
  segments: readonly Segment[]
  /** PO101 of each of our lines; our own line number if the 850 has no such line. */
  lineNumberOf: (lineNo: number) => string
}

/** Reads the 850 of an order; an older order has none, so its own line numbers are used. */
export async function readReceivedOrder(
  ctx: Context,
  { orderId, partnerId }: { orderId: number; partnerId: number },
): Promise<ReceivedOrder> {
  const [found] = await rows<{ segments: Segment[] }>(ctx.db, readReceived, [orderId, partnerId])
  const segments = found?.segments ?? []
  const numbers = lineNumbers(segments, await rows<Item>(ctx.db, readItems, [orderId]))
  return { segments, lineNumberOf: (lineNo) => numbers.get(lineNo) ?? String(lineNo) }
}

/**
 * Maps our line numbers to PO101. Our lines follow the order of the 850 without the rejected lines.
 */
export function lineNumbers(
  segments: readonly Segment[],
  items: readonly Item[],
): Map<number, string> {
  const ordered = segments
    .filter(([id]) => id === 'PO1')
    .map((line, index) => ({ number: line[1] || String(index + 1), ids: idsOf(line) }))
  const numbers = new Map<number, string>()
  for (const { lineNo, sku, barcode } of items) {
    const at = ordered.findIndex(
      ({ ids }) => ids.has(sku.toLowerCase()) || (barcode !== null && ids.has(barcode)),
    )
    const [line] = at < 0 ? [] : ordered.splice(0, at + 1).slice(-1)
    if (line) numbers.set(lineNo, line.number)
  }
  return numbers
}

function idsOf(line: Segment): Set<string> {
  const names = rankedProductIds({ names: productIdsOf(line) })
  return new Set(names.flatMap(({ id }) => [id.toLowerCase(), ...barcodeForms(id)]))
}

type ShipTo = { name: string; code: string; address: string | null }

/**
 * Returns the ship-to segments of an 856: the party and store code as received, and the address as
 * received if the order still ships there; otherwise the order's address.
 */
export function shipToSegments(received: readonly Segment[], shipTo: ShipTo): Segment[] {
  const [party = []] = shipTosOf(received)
  const [n1, ...details] = party
  const partySegment = n1 ?? ['N1', 'ST', shipTo.name.slice(0, 60), '92', shipTo.code.padEnd(2)]
  const isSame = n1 !== undefined && addressOf(received) === shipTo.address
  const receivedAddress = details.filter(([id]) => id === 'N2' || id === 'N3' || id === 'N4')
  return [partySegment, ...(isSame ? receivedAddress : addressSegments(shipTo.address))]
}

const cityLine = /^([^,]{2,30}), ([A-Z]{2}) ([A-Z0-9][A-Z0-9 -]{2,14})$/

/** Splits an address into N3 and N4: `Reno, NV 89502` and the country line below it become N4. */
function addressSegments(address: string | null): Segment[] {
  const lines = (address ?? '').split('\n').filter(Boolean)
  const index = lines.findIndex((line) => cityLine.test(line))
  const [, city = '', state = '', zip = ''] = cityLine.exec(lines[index] ?? '') ?? []
  const country = /^[A-Z]{2,3}$/.test(lines[index + 1] ?? '') ? [lines[index + 1] ?? ''] : []
  const street = (index < 0 ? lines : lines.slice(0, index)).map((line) => line.slice(0, 55))
  const n3 = [street.slice(0, 2), street.slice(2, 4)].filter((pair) => pair.length > 0)
  return [
    ...n3.map((pair) => ['N3', ...pair]),
    ...(index < 0 ? [] : [['N4', city, state, zip, ...country]]),
  ]
}
