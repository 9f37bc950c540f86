import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { cents } from '#platform/kernel/money.ts'
import { unitCodeOf } from '#features/skus/units-of-measure.ts'
import { type Partner, writeOutbound } from './export-interchange.ts'
import { type ReceivedOrder, readReceivedOrder } from './received-order-850.ts'
import { lockIfNotExported, partnerColumns } from './export-once.ts'
import { type Segment, type OutboundSet, x12Day } from '../../x12.ts'

// The EDI 810: invoices as EDI partners receive them.

const findUnexported = {
  name: 'find_invoices_to_tell_by_edi',
  text: `select v.id, v.invoice_number as number, v.doc_date as day, v.due_date as "dueDay",
                v.discount_date as "discountDay", v.discount_amount as discount, v.goods, v.tax,
                v.freight, v.total, o.id as "orderId", o.order_date as "orderDay",
                o.customer_po as po, ${partnerColumns}
         from edi_partners p
         join sales_orders o on o.customer_id = p.customer_id and o.order_source = 'edi'
         join invoices v on v.sales_order_id = o.id
         where p.is_active and v.created_at >= p.created_at
           and exists (select from edi_documents d join edi_interchanges i
                         on i.id = d.interchange_id
                       where d.sales_order_id = o.id and i.partner_id = p.id)
           and not exists (select from edi_documents d where d.tells = 'invoice ' || v.id)
         order by v.id limit 50`,
}

const readLines = {
  name: 'read_lines_of_invoice_for_edi',
  text: `select l.line_no as "lineNo", l.quantity, l.unit_price as price, s.sku,
                s.unit_of_measure as unit, i.line_no as "orderLine"
         from invoice_lines l join skus s on s.id = l.sku_id
         left join sales_order_items i on i.id = l.sales_order_item_id
         where l.invoice_id = $1 order by l.line_no`,
}

type Invoice = {
  id: number
  number: string
  day: string
  dueDay: string
  discountDay: string | null
  discount: string
  tax: string
  freight: string
  total: string
  orderId: number
  orderDay: string
  po: string | null
  partner: Partner
}
type Line = { lineNo: number; quantity: number; price: string; sku: string; unit: string } & {
  orderLine: number | null
}

/** Writes one 810 for each posted invoice of an EDI order. */
export async function exportInvoices810(ctx: Context): Promise<void> {
  for (const invoice of await rows<Invoice>(ctx.db, findUnexported)) {
    await inTransaction(ctx, async (inner) => {
      const reportedRecord = `invoice ${invoice.id}`
      if (!(await lockIfNotExported(inner, invoice.partner.id, reportedRecord))) return
      const lines = await rows<Line>(inner.db, readLines, [invoice.id])
      const order = { orderId: invoice.orderId, partnerId: invoice.partner.id }
      const set = invoiceSet(invoice, lines, await readReceivedOrder(inner, order))
      const { number: reference, orderId: salesOrderId } = invoice
      await writeOutbound(inner, invoice.partner, {
        sets: [{ set, reference, recordRef: reportedRecord, salesOrderId }],
      })
    })
  }
}

const daysFrom = (from: string, to: string) =>
  String(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))
const impliedCents = (amount: string) => String(cents(amount))

function invoiceSet(
  invoice: Invoice,
  lines: readonly Line[],
  { lineNumberOf }: ReceivedOrder,
): OutboundSet {
  const { day, number, orderDay, po, dueDay, discountDay, discount, total, tax, freight } = invoice
  const discountElements: Segment = discountDay
    ? ['', '', x12Day(discountDay), daysFrom(day, discountDay), x12Day(dueDay)]
    : ['', '', '', '', x12Day(dueDay)]
  const discountAmount = cents(discount) > 0 ? impliedCents(discount) : ''
  return {
    id: '810',
    segments: [
      ['BIG', x12Day(day), number, x12Day(orderDay), po ?? '', '', '', 'DI'],
      ['ITD', '01', '3', ...discountElements.slice(1), daysFrom(day, dueDay), discountAmount],
      ...lines.map((line): Segment => {
        const { lineNo, orderLine, quantity, unit, price, sku } = line
        const lineNumber = orderLine === null ? String(lineNo) : lineNumberOf(orderLine)
        return ['IT1', lineNumber, String(quantity), unitCodeOf(unit), price, '', 'VN', sku]
      }),
      ['TDS', impliedCents(total)],
      ...(cents(tax) > 0 ? [['TXI', 'ST', tax]] : []),
      ...(cents(freight) > 0 ? [['SAC', 'C', 'D240', '', '', impliedCents(freight)]] : []),
      ['CTT', String(lines.length)],
    ],
  }
}
