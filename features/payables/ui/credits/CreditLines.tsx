import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { VendorCreditDetails } from '../../contract.ts'

const heads = ['SKU', rightAligned('Quantity'), rightAligned('Amount')]

/** The returned goods that a vendor credit is for, with the amount credited for each. */
export function CreditLines({ credit }: { credit: VendorCreditDetails }) {
  return (
    <LinesTable label="Lines" heads={heads} className="min-w-80" sums={[['Total', credit.amount]]}>
      {credit.lines.map(({ id, sku, name, quantity, amount }) => (
        <tr key={id} className="border-b border-line align-top">
          <td className="px-2 py-2">
            <Link to="/skus" search={{ open: sku }} className="numbers font-medium">
              {sku}
            </Link>
            <span className="block text-muted">{name}</span>
          </td>
          <td className="numbers px-2 py-2 text-right">{quantity.toLocaleString('en-US')}</td>
          <td className="numbers px-2 py-2 text-right">{formatDecimal(amount)}</td>
        </tr>
      ))}
    </LinesTable>
  )
}
