import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { termsText } from '#features/customers/labels.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRowPosition } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewUnderTabs } from '#platform/web/list-state.ts'
import { BillLines } from './BillLines.tsx'
import { BillReasonDialog, type ReasonedStep } from './BillReasonDialog.tsx'
import { type VendorBillDetails, listVendorBills, readVendorBill } from '../contract.ts'
import { type BillStep, whyNotBillStep } from '../rules.ts'
import { useBillWrites } from './use-bill-writes.ts'

const CreateBill = lazyPart(async () => (await import('./CreateBill.tsx')).CreateBill)
const RelatedOfBill = lazyPart(async () => (await import('./RelatedOfBill.tsx')).RelatedOfBill)

type BillDetailsProps = {
  id: number
  list: ListState
  /** Parameters that the list always sends: the vendor or order whose bills it shows. */
  fixed: { vendorId?: number; purchaseOrderId?: number }
  onClose: () => void
}

/** The details of one bill: matching findings, lines, settlements and steps. */
export function BillDetails({ id, list, fixed, onClose }: BillDetailsProps) {
  const codeOf = (bill: { id: number }) => String(bill.id)
  const of = { endpoint: listVendorBills, list, fixed, codeOf, code: String(id) }
  const { position } = useRowPosition(of)
  const read = useRead(readVendorBill, { params: { id } })
  const [requested, setRequested] = useState<ReasonedStep>()
  const [isEdited, setEdited] = useState(false)
  const bill = read.data
  const mayReadOrders = useMay()('purchaseOrders.read')
  // Inside the details of a vendor or an order, the URL does not identify the bill.
  const path = list.hrefOf({}) === '' ? pathOf(id) : undefined
  const steps = useSteps(bill, { ask: setRequested, path })
  if (read.error && !bill) {
    return <MissingRecord noun="bill" code="Bill" error={read.error} onClose={onClose} />
  }
  return (
    <>
      <DetailsDialog
        title={bill ? `Bill ${bill.billNumber}` : 'Bill'}
        subtitle={bill && `${bill.vendorCode} · ${bill.vendorName}`}
        badge={bill && <StatusBadge status={bill.standing} />}
        position={position}
        renewal={read}
        onEdit={steps.mayEdit ? () => setEdited(true) : undefined}
        {...(bill && {
          actions: {
            label: `Actions for bill ${bill.billNumber}`,
            items: steps.items,
            button: <IconButton icon={Ellipsis} label={`Actions for bill ${bill.billNumber}`} />,
          },
        })}
        path={path}
        tabs={bill ? tabsOf(bill, mayReadOrders) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!bill}
        steps={steps.shown}
      />
      {bill && requested && (
        <BillReasonDialog verb={requested} bill={bill} onClose={() => setRequested(undefined)} />
      )}
      {bill && isEdited && <CreateBill bill={bill} onClose={() => setEdited(false)} />}
    </>
  )
}

const pathOf = (id: number) => `/ap-reports?tab=bills&open=${id}`

function tabsOf(bill: VendorBillDetails, mayReadOrders: boolean) {
  const related = { id: 'related', label: 'Related', render: () => <RelatedOfBill bill={bill} /> }
  const lines = () => <BillLines bill={bill} mayReadOrders={mayReadOrders} />
  const hasOrders = bill.lines.some(({ purchaseOrderId }) => purchaseOrderId !== null)
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview bill={bill} /> },
    { id: 'lines', label: 'Lines', render: lines },
    { id: 'payments', label: 'Payments', render: () => <Settlements bill={bill} /> },
    ...(hasOrders && mayReadOrders ? [related] : []),
    timelineTab({ label: 'Activity', entity: 'vendor_bill', id: bill.id }),
  ]
}

function Overview({ bill }: { bill: VendorBillDetails }) {
  const { discountDate, discountLeft } = bill
  const early =
    discountDate && `${formatDecimal(discountLeft)} until ${formatOptionalDay(discountDate)}`
  const books = bill.postedOn && <JournalLink source="vendor_bill" sourceId={bill.id} />
  return (
    <div className="grid gap-6">
      {bill.warnings.length > 0 && (
        <Alert tone="warning" title="This bill may already be entered">
          {bill.warnings.join('. ')}
        </Alert>
      )}
      <Findings bill={bill} />
      <Facts
        items={[
          { name: 'Bill Date', value: formatOptionalDay(bill.docDate) },
          { name: 'Due Date', value: formatOptionalDay(bill.dueDate) },
          { name: 'Terms', value: termsText(bill.terms) },
          { name: 'Total Amount', value: formatDecimal(bill.totalAmount) },
          // Nothing is owed before the bill is posted.
          { name: 'Open', value: bill.postedOn && formatDecimal(bill.openAmount) },
          { name: 'Early Discount', value: early },
          { name: 'Purchase Orders', value: bill.orderNumbers },
          { name: 'Posted', value: bill.postedOn && formatOptionalDay(bill.postedOn) },
          ...(bill.postingDate && !bill.postedOn
            ? [{ name: 'Posting date', value: formatOptionalDay(bill.postingDate) }]
            : []),
          { name: 'Journal', value: books },
          { name: 'Entered by', value: bill.createdByName },
          ...(bill.notes ? [{ name: 'Notes', value: bill.notes }] : []),
        ]}
      />
    </div>
  )
}

/** The findings: why the bill is blocked, or which differences were accepted. */
function Findings({ bill }: { bill: VendorBillDetails }) {
  const { findings, status, releases, releasesNeeded } = bill
  if (findings.length === 0) return null
  const isBlocked = status === 'blocked'
  const title = isBlocked ? 'Matching blocked this bill' : 'Matching findings'
  return (
    <Alert tone={isBlocked ? 'danger' : 'info'} title={title}>
      <ul className="list-disc pl-5">
        {findings.map(({ code, lineNo, sentence }) => (
          <li key={`${code} ${lineNo}`}>{`${code}: ${sentence}`}</li>
        ))}
      </ul>
      {isBlocked && releasesNeeded > 1 && (
        <p>{`${releases.length} of ${releasesNeeded} releases so far`}</p>
      )}
      {releases.map(({ by, at, controls }) => (
        <p key={at}>
          {`Released by ${by}`}
          {controls.length > 0 && `, skipping a control: ${controls.join(', ')}`}
        </p>
      ))}
    </Alert>
  )
}

function Settlements({ bill }: { bill: VendorBillDetails }) {
  if (bill.settlements.length === 0) {
    return <p className="text-muted">No payments yet.</p>
  }
  return (
    <ul aria-label="Payments" className="grid gap-1">
      {bill.settlements.map((each) => (
        <li key={each.id} className="numbers">
          <Link
            to="/ap-reports"
            search={{
              tab: each.source === 'credit' ? 'credits' : 'payments',
              open: String(each.sourceId),
            }}
            className="underline"
          >
            {each.number}
          </Link>
          {`: ${formatDecimal(each.amount)}`}
          {/[1-9]/.test(each.discount) && ` and ${formatDecimal(each.discount)} discount`}
          {` on ${formatOptionalDay(each.appliedOn)}`}
          {each.reversedOn && `, reversed on ${formatOptionalDay(each.reversedOn)}`}
        </li>
      ))}
    </ul>
  )
}

type Step = { step: BillStep; label: string; dialogStep?: ReasonedStep; isNextStep?: true }

const steps: readonly Step[] = [
  { step: 'void', label: 'Void…', dialogStep: 'void' },
  { step: 'reopen', label: 'Back to draft…', dialogStep: 'reopen' },
  { step: 'release', label: 'Release…', dialogStep: 'release', isNextStep: true },
  { step: 'post', label: 'Match and post', isNextStep: true },
]

type StepRequest = { ask: (step: ReasonedStep) => void; path: string | undefined }

/** The steps of a bill: all of them are in its menu, the possible ones are also buttons. */
function useSteps(bill: VendorBillDetails | undefined, { ask, path }: StepRequest) {
  const may = useMay()
  const { data: me } = useMe()
  const { post } = useBillWrites()
  if (!bill) return { mayEdit: false, items: [], shown: [] }
  const { id, version, status, billNumber } = bill
  const shown = steps.map(({ step, label, dialogStep, isNextStep = false }) => ({
    label,
    isNextStep,
    isBusy: step === 'post' && post.isPending,
    whyNot: whyNotBillStep(bill, step, me ?? undefined),
    run: () =>
      dialogStep ? ask(dialogStep) : void post.tryRun({ params: { id }, ifMatch: version }),
  }))
  return {
    mayEdit: may('payables.enter') && status === 'draft',
    items: [...shown, ...copyItems('bill', billNumber, path)],
    shown,
  }
}
