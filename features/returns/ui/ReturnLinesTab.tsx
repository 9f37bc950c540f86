import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { ReturnDetails, ReturnItem } from '../contract.ts'
import { conditionNames, dispositionNames } from '../labels.ts'

const heads = [
  '#',
  'SKU',
  rightAligned('Quantity'),
  rightAligned('Unit Price'),
  'Reason',
  'Condition',
  'Disposition',
  rightAligned('Line Total'),
]

const amount = (text: string | null) => (text === null ? '—' : formatDecimal(text))

/** The lines of a return with reason, condition and disposition. */
export function ReturnLinesTab({ goods }: { goods: ReturnDetails }) {
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="min-w-160"
      sums={goods.totalAmount === null ? [] : [['Total', goods.totalAmount]]}
    >
      {goods.items.map((item) => (
        <Row key={item.id} item={item} reason={item.reason ?? goods.reason} />
      ))}
    </LinesTable>
  )
}

/** A line; without a reason of its own it has that of the return. */
function Row({ item, reason }: { item: ReturnItem; reason: string }) {
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-muted">{item.lineNo}</td>
      <td className="px-2 py-2">
        <Link to="/skus" search={{ open: item.sku }} className="numbers font-medium">
          {item.sku}
        </Link>
        <span className="block text-muted">{item.name}</span>
      </td>
      <td className="numbers px-2 py-2 text-right">
        {`${item.quantity.toLocaleString('en-US')} ${item.unitOfMeasure}`}
        <Progress item={item} />
      </td>
      <td className="numbers px-2 py-2 text-right">{amount(item.unitPrice)}</td>
      <td className="px-2 py-2">
        {reason}
        {item.note && <span className="block wrap-anywhere text-muted">{item.note}</span>}
      </td>
      <td className="px-2 py-2">{item.condition ? conditionNames[item.condition] : '—'}</td>
      <td className="px-2 py-2">{item.disposition ? dispositionNames[item.disposition] : '—'}</td>
      <td className="numbers px-2 py-2 text-right font-semibold">{amount(item.totalPrice)}</td>
    </tr>
  )
}

/** Received and closed quantities of a line, shown only if the line is partial. */
function Progress({ item: { quantity, qtyReceived, qtyCancelled } }: { item: ReturnItem }) {
  if (qtyCancelled === 0 && (qtyReceived === 0 || qtyReceived === quantity)) return null
  const closed = qtyCancelled > 0 ? ` · ${qtyCancelled.toLocaleString('en-US')} closed` : ''
  return (
    <span className="text-caption block font-normal text-muted">
      {`${qtyReceived.toLocaleString('en-US')} received${closed}`}
    </span>
  )
}
