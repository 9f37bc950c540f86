import { useState } from 'react'
import { Timeline } from '#features/comments/Timeline.tsx'
import { useMay, useMe } from '#features/auth/me.ts'
import { JournalLink } from '#features/ledger/JournalLink.tsx'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { CopyLink } from '#platform/ui/CopyLink.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/Tooltip.tsx'
import { copyLink } from '#platform/ui/copy-link.ts'
import { late } from '#platform/ui/Late.tsx'
import { useOffer } from '#platform/ui/offers.ts'
import { keysOf, useShortcut } from '#platform/ui/shortcuts.ts'
import { useRead } from '#platform/web/api.ts'
import { BillLines } from './BillLines.tsx'
import { BillReason, type ReasonedStep } from './BillReason.tsx'
import { type VendorBillDetails, readVendorBill } from './contract.ts'
import { type BillStep, whyNotBillStep } from './rules.ts'
import { useBillWrites } from './use-bill-writes.ts'

const EnterBill = late(async () => (await import('./EnterBill.tsx')).EnterBill)

type BillDetailsProps = { id: number; onClose: () => void }

/** One bill: what matching found, its lines, what settled it, and the steps it may take. */
export function BillDetails({ id, onClose }: BillDetailsProps) {
  const read = useRead(readVendorBill, { params: { id } })
  const [asked, setAsked] = useState<ReasonedStep>()
  const [isEdited, setEdited] = useState(false)
  const bill = read.data
  return (
    <>
      <Dialog
        title={bill ? `Bill ${bill.billNumber}` : 'Bill'}
        description={bill ? `${bill.vendorCode} · ${bill.vendorName}` : undefined}
        size="details"
        place="Details"
        tools={
          bill && (
            <>
              <StatusBadge status={bill.standing} />
              <CopyLink path={pathOf(id)} />
            </>
          )
        }
        onClose={onClose}
      >
        <DialogBody>
          {bill && <Whole bill={bill} />}
          {read.error && <Alert>{read.error.message}</Alert>}
          {read.isPending && <Skeleton className="h-60" />}
        </DialogBody>
        {bill && <Steps bill={bill} onAsk={setAsked} onEdit={() => setEdited(true)} />}
      </Dialog>
      {bill && asked && <BillReason verb={asked} bill={bill} onClose={() => setAsked(undefined)} />}
      {bill && isEdited && <EnterBill bill={bill} onClose={() => setEdited(false)} />}
    </>
  )
}

const pathOf = (id: number) => `/ap-reports?tab=bills&open=${id}`
const dayText = (text: string | null) => (text ? formatDay(text as Day) : null)

function Whole({ bill }: { bill: VendorBillDetails }) {
  const { discountDate, discountAmount } = bill
  const early = discountDate && `${formatDecimal(discountAmount)} until ${dayText(discountDate)}`
  const books = bill.postedOn && <JournalLink source="vendor_bill" sourceId={bill.id} />
  return (
    <div className="grid gap-6">
      <Findings bill={bill} />
      <Facts
        items={[
          { name: 'Bill Date', value: dayText(bill.docDate) },
          { name: 'Due Date', value: dayText(bill.dueDate) },
          { name: 'Terms', value: bill.terms },
          { name: 'Total Amount', value: formatDecimal(bill.totalAmount) },
          { name: 'Open', value: formatDecimal(bill.openAmount) },
          { name: 'Early Discount', value: early },
          { name: 'Purchase Orders', value: bill.orderNumbers },
          { name: 'Posted', value: dayText(bill.postedOn) },
          { name: 'Books', value: books },
          { name: 'Entered by', value: bill.createdByName },
          ...(bill.notes ? [{ name: 'Notes', value: bill.notes }] : []),
        ]}
      />
      <BillLines bill={bill} />
      <Settlements bill={bill} />
      <section aria-label="Timeline">
        <h3 className="text-card mb-2">Timeline</h3>
        <Timeline entity="vendor_bill" id={bill.id} />
      </section>
    </div>
  )
}

/** Why the bill waits, or what was taken as it is: a sentence for each line and cent. */
function Findings({ bill }: { bill: VendorBillDetails }) {
  const { findings, status, releases, releasesNeeded } = bill
  if (findings.length === 0) return null
  const isBlocked = status === 'blocked'
  const title = isBlocked ? 'Matching blocked this bill' : 'What matching found'
  return (
    <Alert tone={isBlocked ? 'danger' : 'info'} title={title}>
      <ul className="list-disc pl-5">
        {findings.map(({ code, lineNo, sentence }) => (
          <li key={`${code} ${lineNo}`}>{`${code}: ${sentence}`}</li>
        ))}
      </ul>
      {isBlocked && releasesNeeded > 1 && (
        <p>{`${releases.length} of ${releasesNeeded} people have released it`}</p>
      )}
      {releases.map(({ by, at, controls }) => (
        <p key={at}>
          {`Released by ${by}`}
          {controls.length > 0 && `, who skipped a control: ${controls.join(', ')}`}
        </p>
      ))}
    </Alert>
  )
}

function Settlements({ bill }: { bill: VendorBillDetails }) {
  if (bill.settlements.length === 0) return null
  return (
    <section aria-label="Payments">
      <h3 className="text-card mb-2">Payments</h3>
      <ul className="grid gap-1">
        {bill.settlements.map((each) => (
          <li key={each.id} className="numbers">
            {`${each.number}: ${formatDecimal(each.amount)}`}
            {/[1-9]/.test(each.discount) && ` and ${formatDecimal(each.discount)} discount`}
            {` on ${dayText(each.appliedOn)}`}
            {each.reversedOn && `, taken back on ${dayText(each.reversedOn)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps: readonly { step: BillStep; label: string; asks?: ReasonedStep }[] = [
  { step: 'void', label: 'Void…', asks: 'void' },
  { step: 'reopen', label: 'Back to draft…', asks: 'reopen' },
  { step: 'release', label: 'Release…', asks: 'release' },
  { step: 'post', label: 'Match and post' },
]

type StepsProps = {
  bill: VendorBillDetails
  onAsk: (step: ReasonedStep) => void
  onEdit: () => void
}

function Steps({ bill, onAsk, onEdit }: StepsProps) {
  const mayEdit = useMay()('payables.enter') && bill.status === 'draft'
  const { data: me } = useMe()
  const { post } = useBillWrites()
  useShortcut('recordEdit', onEdit, mayEdit)
  const offered = steps.filter(({ step }) => !whyNotBillStep(bill, step, me ?? undefined))
  const { id, version } = bill
  const take = ({ asks }: (typeof steps)[number]) =>
    asks ? onAsk(asks) : void post.tryRun({ params: { id }, ifMatch: version })
  useOffer({
    of: 'record',
    says: `${bill.billNumber} · ${bill.vendorName}`,
    items: [
      ...(mayEdit ? [{ label: 'Edit', shortcut: 'recordEdit' as const, run: onEdit }] : []),
      ...offered.map((each) => ({ label: each.label, run: () => take(each) })),
      { label: 'Copy link', shortcut: 'copyLink', run: () => void copyLink(pathOf(id)) },
    ],
  })
  if (offered.length === 0) return null
  return (
    <DialogFooter>
      {mayEdit && (
        <Tooltip label="Edit" keys={keysOf('recordEdit')}>
          <Button onClick={onEdit}>Edit</Button>
        </Tooltip>
      )}
      {offered.map((each) => (
        <Button
          key={each.step}
          kind={each.step === 'post' || each.step === 'release' ? 'primary' : 'secondary'}
          isBusy={each.step === 'post' && post.isPending}
          onClick={() => take(each)}
        >
          {each.label}
        </Button>
      ))}
    </DialogFooter>
  )
}
