import { formatDecimal } from '#platform/kernel/money.ts'

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
  /** Units of an invoice's line that credit memos have taken back. */
  credited?: number
}

/** The lines of an invoice or a credit memo. */
export function ChargeLines({ lines }: { lines: readonly Line[] }) {
  const head = 'px-2 py-2 font-medium'
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Lines">
      <table className="text-table numbers w-full min-w-140 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            <th scope="col" className={head}>
              SKU
            </th>
            {['Quantity', 'Unit Price', 'Tax', 'Line Total'].map((name) => (
              <th key={name} scope="col" className={`${head} text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  )
}
