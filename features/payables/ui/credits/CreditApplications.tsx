import { Link } from '@tanstack/react-router'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import type { VendorCreditDetails } from '../../contract.ts'

const heads = ['Bill', 'Due Date', 'Date', rightAligned('Bill Total'), rightAligned('Applied')]

/** The bills that a vendor credit was applied to, and what of it is open. */
export function CreditApplications({ credit }: { credit: VendorCreditDetails }) {
  if (credit.applications.length === 0) {
    return <p className="text-muted">No applications yet.</p>
  }
  return (
    <LinesTable
      label="Applications"
      heads={heads}
      className="min-w-120"
      sums={[
        ['Credit amount', credit.amount],
        ['Applied', credit.appliedAmount],
        ['Open', credit.openAmount],
      ]}
    >
      {credit.applications.map((application) => (
        <Row key={application.id} application={application} />
      ))}
    </LinesTable>
  )
}

type RowProps = { application: VendorCreditDetails['applications'][number] }

function Row({ application }: RowProps) {
  const { billId, billNumber, reversedOn } = application
  return (
    <tr className="border-b border-line align-top">
      <td className="numbers px-2 py-2 font-medium">
        <Link to="/ap-reports" search={{ tab: 'bills', open: String(billId) }}>
          {billNumber}
        </Link>
      </td>
      <td className="px-2 py-2">{formatDay(application.dueDate)}</td>
      <td className="px-2 py-2">
        {formatDay(application.appliedOn)}
        {reversedOn && (
          <span className="block text-danger">{`Reversed ${formatDay(reversedOn)}`}</span>
        )}
      </td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(application.totalAmount)}</td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(application.amount)}</td>
    </tr>
  )
}
