import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { accounts } from '#features/journal/rules.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { VendorLink } from '#features/vendors/ui/parts/VendorLink.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { useRowPosition } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewUnderTabs } from '#platform/web/list-state.ts'
import {
  listVendorCredits,
  readVendorCredit,
  type VendorCreditDetails as CreditDetails,
} from '../../contract.ts'
import { CreditApplications } from './CreditApplications.tsx'
import { CreditLines } from './CreditLines.tsx'
import { type CreditDialogStep, useCreditSteps } from './use-credit-steps.ts'

const ApplyCredit = lazyPart(async () => (await import('./ApplyCredit.tsx')).ApplyCredit)
const VoidCredit = lazyPart(async () => (await import('./VoidCredit.tsx')).VoidCredit)
const RelatedOfPurchase = lazyPart(
  async () =>
    (await import('#features/purchase-orders/ui/parts/RelatedOfPurchase.tsx')).RelatedOfPurchase,
)

type VendorCreditDetailsProps = {
  id: number
  list: ListState
  /** Query parameters always sent: the vendor whose credits the list shows. */
  fixed: { vendorId?: number }
  onClose: () => void
}

/** The details of one vendor credit: its goods, the bills it was applied to, and its steps. */
export function VendorCreditDetails({ id, list, fixed, onClose }: VendorCreditDetailsProps) {
  const codeOf = (credit: { id: number }) => String(credit.id)
  const of = { endpoint: listVendorCredits, list, fixed, codeOf, code: String(id) }
  const { position } = useRowPosition(of)
  const read = useRead(readVendorCredit, { params: { id } })
  const [requested, setRequested] = useState<CreditDialogStep>()
  const stepsOf = useCreditSteps(setRequested)
  const mayReadOrders = useMay()('purchaseOrders.read')
  const credit = read.data
  // Inside the details of a vendor, the URL does not identify the credit.
  const path = list.hrefOf({}) === '' ? pathOf(id) : undefined
  if (read.error && !credit) {
    return <MissingRecord noun="credit" code="Credit" error={read.error} onClose={onClose} />
  }
  const steps = credit ? stepsOf(credit) : []
  const closeDialog = () => setRequested(undefined)
  return (
    <>
      <DetailsDialog
        title={credit ? `Credit ${credit.creditNumber}` : 'Credit'}
        subtitle={credit && `${credit.vendorCode} · ${credit.vendorName}`}
        badge={credit?.status === 'void' && <StatusBadge status="Void" />}
        position={position}
        renewal={read}
        {...(credit && {
          actions: {
            label: `Actions for credit ${credit.creditNumber}`,
            items: [...steps, ...copyItems('credit', credit.creditNumber, path)],
            button: (
              <IconButton icon={Ellipsis} label={`Actions for credit ${credit.creditNumber}`} />
            ),
          },
        })}
        path={path}
        tabs={credit ? tabsOf(credit, mayReadOrders) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!credit}
        steps={steps}
      />
      {credit && requested === 'apply' && <ApplyCredit credit={credit} onClose={closeDialog} />}
      {credit && requested === 'void' && <VoidCredit credit={credit} onClose={closeDialog} />}
    </>
  )
}

const pathOf = (id: number) => `/ap-reports?tab=credits&open=${id}`

function tabsOf(credit: CreditDetails, mayReadOrders: boolean): Tab[] {
  const { id, creditNumber, lines, purchaseOrderId, orderNumber } = credit
  const overview: Tab = {
    id: 'overview',
    label: 'Overview',
    render: () => <Overview credit={credit} />,
    ...(lines.length > 0 && {
      lines: { label: 'Lines', render: () => <CreditLines credit={credit} /> },
    }),
  }
  const applications: Tab = {
    id: 'applications',
    label: 'Applications',
    render: () => <CreditApplications credit={credit} />,
  }
  const activity = timelineTab({ label: 'Activity', entity: 'vendor_credit', id })
  if (!mayReadOrders || purchaseOrderId === null || orderNumber === null) {
    return [overview, applications, activity]
  }
  const order = { id: purchaseOrderId, orderNumber }
  const shown = { kind: 'vendor-credit', number: creditNumber } as const
  const related: Tab = {
    id: 'related',
    label: 'Related',
    render: () => <RelatedOfPurchase {...order} shown={shown} />,
  }
  return [overview, applications, related, activity]
}

function Overview({ credit }: { credit: CreditDetails }) {
  const { account, returnNumber, orderNumber, voidedOn } = credit
  const may = useMay()
  return (
    <Facts
      items={[
        { name: 'Credit Number', value: credit.creditNumber },
        { name: 'Vendor', value: <VendorLink of={credit} /> },
        { name: 'Date', value: formatDay(credit.postedOn) },
        { name: 'Amount', value: formatDecimal(credit.amount) },
        { name: 'Applied', value: formatDecimal(credit.appliedAmount) },
        { name: 'Open', value: formatDecimal(credit.openAmount) },
        ...(voidedOn ? [{ name: 'Voided On', value: formatDay(voidedOn) }] : []),
        {
          name: 'Return',
          value:
            returnNumber && may('returns.read') ? (
              <Link to="/returns" search={{ open: returnNumber }}>
                {returnNumber}
              </Link>
            ) : (
              returnNumber
            ),
        },
        {
          name: 'Purchase Order',
          value:
            orderNumber && may('purchaseOrders.read') ? (
              <Link to="/purchase-orders" search={{ open: orderNumber }}>
                {orderNumber}
              </Link>
            ) : (
              orderNumber
            ),
        },
        {
          name: 'Account',
          value: account && `${accounts[account].number} ${accounts[account].name}`,
        },
        { name: 'Reason', value: credit.reason },
        { name: 'Journal', value: <JournalLink source="vendor_credit" sourceId={credit.id} /> },
        { name: 'Entered by', value: credit.createdByName },
      ]}
    />
  )
}
