import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { unitCodeOf } from '#features/skus/units-of-measure.ts'
import { clockIn } from '../../rules.ts'
import { type ReceivedOrder, readReceivedOrder, shipToSegments } from './received-order-850.ts'
import { lockIfNotExported, partnerColumns } from './export-once.ts'
import { type Partner, writeOutbound } from './export-interchange.ts'
import { type Segment, type OutboundSet, x12Day } from '../../x12.ts'

const findUnexported = {
  name: 'find_shipments_to_tell_by_edi',
  text: `select h.id, h.shipment_number as number, h.ship_date as day, h.carrier,
                h.tracking_number as tracking, h.estimated_delivery as estimate,
                h.created_at as "createdAt", o.id as "orderId", o.order_number as "orderNumber",
                o.order_date as "orderDay", o.customer_po as po,
                c.name as "customerName", c.customer_code as "customerCode",
                o.shipping_address as address, ${partnerColumns}
         from edi_partners p
         join customers c on c.id = p.customer_id
         join sales_orders o on o.customer_id = p.customer_id and o.order_source = 'edi'
         join shipments h on h.sales_order_id = o.id
         where p.is_active and h.created_at >= p.created_at
           and exists (select from edi_documents d join edi_interchanges i
                         on i.id = d.interchange_id
                       where d.sales_order_id = o.id and i.partner_id = p.id)
           and not exists (select from edi_documents d where d.tells = 'shipment ' || h.id)
         order by h.id limit 50`,
}

const readLines = {
  name: 'read_lines_of_shipment_for_edi',
  text: `select i.line_no as "lineNo", t.quantity, s.sku, s.unit_of_measure as unit
         from shipment_items t
         join sales_order_items i on i.id = t.sales_order_item_id
         join skus s on s.id = i.sku_id
         where t.shipment_id = $1 order by i.line_no`,
}

type Shipment = {
  id: number
  number: string
  day: string
  carrier: string | null
  tracking: string | null
  /** The estimated delivery date. */
  estimate: string | null
  createdAt: string
  orderId: number
  orderNumber: string
  orderDay: string
  po: string | null
  customerName: string
  customerCode: string
  address: string | null
  partner: Partner
}
type Line = { lineNo: number; quantity: number; sku: string; unit: string }

/** Writes one 856 for each shipment of an EDI order. */
export async function exportShipNotices856(ctx: Context): Promise<void> {
  const unexported = await rows<Shipment>(ctx.db, findUnexported)
  if (unexported.length === 0) return
  const { businessTimeZone } = await readSettings(ctx)
  for (const shipment of unexported) {
    await inTransaction(ctx, async (inner) => {
      const reportedRecord = `shipment ${shipment.id}`
      if (!(await lockIfNotExported(inner, shipment.partner.id, reportedRecord))) return
      const lines = await rows<Line>(inner.db, readLines, [shipment.id])
      const order = { orderId: shipment.orderId, partnerId: shipment.partner.id }
      const received = await readReceivedOrder(inner, order)
      const clock = clockIn(ctx.now, businessTimeZone)
      const set = shipNotice(shipment, { lines, received, clock })
      const { number: reference, orderId: salesOrderId } = shipment
      await writeOutbound(inner, shipment.partner, {
        sets: [{ set, reference, recordRef: reportedRecord, salesOrderId }],
      })
    })
  }
}

type Notice = {
  lines: readonly Line[]
  received: ReceivedOrder
  clock: { date: string; time: string }
}

function shipNotice(shipment: Shipment, { lines, received, clock }: Notice): OutboundSet {
  const { date, time } = clock
  const { number, day, carrier, tracking, orderNumber, orderDay, po, address } = shipment
  const { customerName, customerCode, estimate } = shipment
  const shipTo = { name: customerName, code: customerCode, address }
  return {
    id: '856',
    segments: [
      ['BSN', '00', number.slice(0, 30), date, time, '0001'],
      ['HL', '1', '', 'S', '1'],
      ...(carrier ? [['TD5', '', '', '', 'M', carrier.slice(0, 35)]] : []),
      ['REF', 'BM', number.slice(0, 30)],
      ...(tracking ? [['REF', 'CN', tracking.slice(0, 30)]] : []),
      ['DTM', '011', x12Day(day)],
      ...(estimate ? [['DTM', '017', x12Day(estimate)]] : []),
      ...shipToSegments(received.segments, shipTo),
      ['HL', '2', '1', 'O', '1'],
      ['PRF', (po ?? orderNumber).slice(0, 22), '', '', x12Day(orderDay)],
      ...lines.flatMap(({ lineNo, sku, quantity, unit }, index): Segment[] => [
        ['HL', String(index + 3), '2', 'I', '0'],
        ['LIN', received.lineNumberOf(lineNo), 'VN', sku.slice(0, 48)],
        ['SN1', received.lineNumberOf(lineNo), String(quantity), unitCodeOf(unit)],
      ]),
      ['CTT', String(lines.length + 2)],
    ],
  }
}
