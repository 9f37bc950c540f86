import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { accounts } from '#features/journal/rules.ts'
import { agingBuckets } from '#features/receivables/rules.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useBusinessDay } from '#platform/ui/dates/today.ts'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import { RefreshFailed } from '#platform/ui/notices/RefreshFailed.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { readCustomerAging } from '../contract.ts'

const columns = [
  ...agingBuckets,
  { id: 'unapplied', label: 'Unapplied' },
  { id: 'total', label: 'Total' },
] as const

type ColumnId = (typeof columns)[number]['id']

const formula =
  'Open invoices by the days since they were due. Unapplied payments, credit memos and prepared ' +
  'refunds count against them. The total is the balance of the customer on account 1100.'

/** One customer's aging: the same row as in the report. Each amount opens its documents. */
export function CustomerAging({
  customerId,
  customerCode,
}: {
  customerId: number
  customerCode: string
}) {
  const read = useRead(readCustomerAging, { params: { id: customerId } })
  const today = useBusinessDay()
  if (read.error && !read.data) {
    return (
      <Alert
        title="The aging could not be loaded"
        actions={<Button onClick={() => void read.refetch()}>Try again</Button>}
      >
        {read.error.message}
      </Alert>
    )
  }
  const amountOf = (id: ColumnId) => read.data?.[id]
  return (
    <section aria-label="Aging" aria-busy={read.isPending} className="no-print card p-4">
      <RefreshFailed read={read} />
      <div className="flex items-start gap-2">
        <dl
          className="text-table grid flex-1 grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4
            lg:grid-cols-7"
        >
          {columns.map(({ id, label }) => (
            <div key={id}>
              <dt className="text-muted">{label}</dt>
              <dd className="numbers font-semibold">
                <Amount amount={amountOf(id)} address={documentsOf(id, customerCode)} />
              </dd>
            </div>
          ))}
        </dl>
        <FigureFormula
          title="Aging"
          formula={formula}
          asOf={read.data && today}
          tie={<AccountLines customerCode={customerCode} />}
          rows={documentsOf('total', customerCode)}
        />
      </div>
    </section>
  )
}

/** The lines of the customer on account 1100, for users who may read the books. */
function AccountLines({ customerCode }: { customerCode: string }) {
  const mayRead = useMay()('ledger.read')
  const { number, name } = accounts.receivable
  const text = `Account ${number} ${name}`
  if (!mayRead) return <p>{text}</p>
  return (
    <p>
      <Link to="/journal" search={{ 'f.account': number, 'f.customerCode': customerCode }}>
        {text}
      </Link>
    </p>
  )
}

/** The invoices of an age, or the documents behind the unapplied amount or the total. */
function documentsOf(id: ColumnId, customerCode: string): Address {
  if (id !== 'total' && id !== 'unapplied') {
    return {
      to: '/ar-reports',
      search: { tab: 'invoices', 'f.bucket': id, 'f.customerCode': customerCode },
    }
  }
  return {
    to: '/ar-reports',
    search: {
      tab: 'documents',
      'f.kind': id === 'unapplied' ? 'payment,memo,refund' : undefined,
      'f.customerCode': customerCode,
    },
  }
}

function Amount({ amount, address }: { amount: string | undefined; address: Address }) {
  if (amount === undefined) return '…'
  if (centsOfSum(amount) === 0) return formatDecimal(amount)
  return (
    <ScreenAddressLink address={address} className="text-inherit no-underline hover:underline">
      {formatDecimal(amount)}
    </ScreenAddressLink>
  )
}
