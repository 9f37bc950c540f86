import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/me.ts'
import { JournalLink } from '#features/ledger/JournalLink.tsx'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/Facts.tsx'
import { Loaded } from '#platform/ui/Loaded.tsx'
import { useRead } from '#platform/web/api.ts'
import { type VendorCredit, listVendorCredits } from './contract.ts'

type CreditOfReturnProps = {
  returnId: number
  /** What is said where there is none yet. */
  empty: string
}

/** What the vendor owes for goods that went back, and how much of it settled bills. */
export function CreditOfReturn({ returnId, empty }: CreditOfReturnProps) {
  const isAllowed = useMay()('payables.read')
  const read = useRead(listVendorCredits, { query: { returnId, limit: 1 }, enabled: isAllowed })
  if (!isAllowed) return <p className="text-muted">Your role does not read credits of vendors.</p>
  return (
    <Loaded read={read}>
      {([credit]) => (credit ? <Credit credit={credit} /> : <p className="text-muted">{empty}</p>)}
    </Loaded>
  )
}

function Credit({ credit }: { credit: VendorCredit }) {
  const { id, creditNumber, vendorCode, postedOn } = credit
  const search = { tab: 'credits', 'f.vendorCode': vendorCode }
  return (
    <Facts
      items={[
        {
          name: 'Credit Number',
          value: (
            <Link to="/ap-reports" search={search as never} className="numbers">
              {creditNumber}
            </Link>
          ),
        },
        { name: 'Date', value: formatDay(postedOn as Day) },
        { name: 'Amount', value: formatDecimal(credit.amount) },
        { name: 'Settled bills with', value: formatDecimal(credit.appliedAmount) },
        { name: 'Open', value: formatDecimal(credit.openAmount) },
        { name: 'Books', value: <JournalLink source="vendor_credit" sourceId={id} /> },
      ]}
    />
  )
}
