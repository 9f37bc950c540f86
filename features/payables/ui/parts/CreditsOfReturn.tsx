import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type VendorCredit, listVendorCredits } from '../../contract.ts'

type CreditsOfReturnProps = {
  returnId: number
  /** The text if there are no credits. */
  empty: string
}

/** The credits for a return, and how much of each was applied to bills. */
export function CreditsOfReturn({ returnId, empty }: CreditsOfReturnProps) {
  const isAllowed = useMay()('payables.read')
  const read = useRead(listVendorCredits, { query: { returnId, limit: 20 }, enabled: isAllowed })
  if (!isAllowed) return <p className="text-muted">Your role cannot see vendor credits.</p>
  return (
    <Loaded read={read}>
      {(credits) =>
        credits.length === 0 ? (
          <p className="text-muted">{empty}</p>
        ) : (
          credits.map((credit) => <Credit key={credit.id} credit={credit} />)
        )
      }
    </Loaded>
  )
}

function Credit({ credit }: { credit: VendorCredit }) {
  const { id, creditNumber, postedOn } = credit
  return (
    <Facts
      items={[
        {
          name: 'Credit Number',
          value: (
            <Link
              to="/ap-reports"
              search={{ tab: 'credits', open: String(id) }}
              className="numbers"
            >
              {creditNumber}
            </Link>
          ),
        },
        { name: 'Date', value: formatDay(postedOn) },
        ...(credit.voidedOn === null
          ? []
          : [{ name: 'Voided On', value: formatDay(credit.voidedOn) }]),
        { name: 'Amount', value: formatDecimal(credit.amount) },
        { name: 'Applied', value: formatDecimal(credit.appliedAmount) },
        { name: 'Open', value: formatDecimal(credit.openAmount) },
        { name: 'Journal', value: <JournalLink source="vendor_credit" sourceId={id} /> },
      ]}
    />
  )
}
