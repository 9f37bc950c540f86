import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'

const heads = [
  'SKU',
  rightAligned('Quantity'),
  rightAligned('Unit Price'),
  rightAligned('Tax'),
  rightAligned('Line Total'),
]

/** A line of an invoice or a credit memo. */
type Line = {
  id: number
  sku: string
  name: string
  unitOfMeasure: string
  quantity: number
  unitPrice: string
  taxAmount: string
  totalPrice: string
  /** Units of an invoice line already credited. */
  credited?: number
}

type DocumentLinesProps = {
  lines: readonly Line[]
  /** The totals of the document; the last one is the grand total. */
  sums: readonly (readonly [name: string, amount: string])[]
}

/** The lines and totals of an invoice or a credit memo. */
export function DocumentLines({ lines, sums }: DocumentLinesProps) {
  return (
    <LinesTable label="Lines" heads={heads} className="numbers min-w-140" sums={sums}>
      {lines.map((line) => (
        <tr key={line.id} className="border-b border-line align-top">
          <td className="px-2 py-2">
            <span className="font-medium">{line.sku}</span>
            <span className="block text-muted">{line.name}</span>
          </td>
          <td className="px-2 py-2 text-right">
            {`${line.quantity.toLocaleString('en-US')} ${line.unitOfMeasure}`}
            {line.credited !== undefined && line.credited > 0 && (
              <span className="block text-muted">{`${line.credited} credited`}</span>
            )}
          </td>
          <td className="px-2 py-2 text-right">{formatDecimal(line.unitPrice)}</td>
          <td className="px-2 py-2 text-right">{formatDecimal(line.taxAmount)}</td>
          <td className="px-2 py-2 text-right">{formatDecimal(line.totalPrice)}</td>
        </tr>
      ))}
    </LinesTable>
  )
}
