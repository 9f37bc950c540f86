import { accounts } from '#features/journal/rules.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { VendorBillDetails, VendorBillLine } from '../contract.ts'

const heads = [
  '#',
  'Description',
  'Order',
  rightAligned('Quantity'),
  rightAligned('Received'),
  rightAligned('Price'),
  rightAligned('Ordered at'),
  rightAligned('Total'),
]

/** The lines of a bill beside the ordered and received quantities. */
export function BillLines({ bill }: { bill: VendorBillDetails }) {
  return (
    <LinesTable
      label="Lines"
      heads={heads}
      className="min-w-160"
      sums={[
        ['Tax', bill.taxAmount],
        ['Total', bill.totalAmount],
      ]}
    >
      {bill.lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </LinesTable>
  )
}

function Row({ line }: { line: VendorBillLine }) {
  const number = 'numbers px-2 py-2 text-right'
  const { account, orderedPrice, qtyReceived } = line
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 text-muted">{line.lineNo}</td>
      <td className="px-2 py-2">{line.description}</td>
      <td className="numbers px-2 py-2">
        {line.orderNumber ?? (account ? accounts[account].name : '—')}
      </td>
      <td className={number}>{line.quantity.toLocaleString('en-US')}</td>
      <td className={number}>{qtyReceived?.toLocaleString('en-US') ?? '—'}</td>
      <td className={number}>{formatDecimal(line.unitPrice)}</td>
      <td className={number}>{orderedPrice === null ? '—' : formatDecimal(orderedPrice)}</td>
      <td className={`${number} font-semibold`}>{formatDecimal(line.totalPrice)}</td>
    </tr>
  )
}
