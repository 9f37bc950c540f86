import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Timeline } from '#features/comments/Timeline.tsx'
import { useMe } from '#features/auth/me.ts'
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
import { copyLink } from '#platform/ui/copy-link.ts'
import { useOffer } from '#platform/ui/offers.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead } from '#platform/web/api.ts'
import { type VendorPaymentDetails, readVendorPayment, voidVendorPayment } from './contract.ts'
import { whyNotPaymentStep } from './rules.ts'
import { usePaymentWrites } from './use-payment-writes.ts'

type PaymentDetailsProps = { id: number; onClose: () => void }

/** One payment with the bills that it settles, and its steps. */
export function PaymentDetails({ id, onClose }: PaymentDetailsProps) {
  const read = useRead(readVendorPayment, { params: { id } })
  const [isVoiding, setVoiding] = useState(false)
  const payment = read.data
  return (
    <>
      <Dialog
        title={payment ? `Payment ${payment.paymentNumber}` : 'Payment'}
        description={payment ? `${payment.vendorCode} · ${payment.vendorName}` : undefined}
        size="details"
        place="Details"
        tools={
          payment && (
            <>
              <StatusBadge status={payment.status} />
              <CopyLink path={pathOf(id)} />
            </>
          )
        }
        onClose={onClose}
      >
        <DialogBody>
          {payment && <Whole payment={payment} />}
          {read.error && <Alert>{read.error.message}</Alert>}
          {read.isPending && <Skeleton className="h-60" />}
        </DialogBody>
        {payment && <Steps payment={payment} onVoid={() => setVoiding(true)} />}
      </Dialog>
      {payment && isVoiding && <VoidPayment payment={payment} onClose={() => setVoiding(false)} />}
    </>
  )
}

const pathOf = (id: number) => `/ap-reports?tab=payments&open=${id}`
const dayText = (text: string) => formatDay(text as Day)

function Whole({ payment }: { payment: VendorPaymentDetails }) {
  const { id, postedOn } = payment
  const books = postedOn && <JournalLink source="vendor_payment" sourceId={id} />
  return (
    <div className="grid gap-6">
      {payment.waivers.map(({ by, at, controls }) => (
        <Alert key={at} tone="warning" title={`Released by ${by}, who skipped a control`}>
          {controls.join(', ')}
        </Alert>
      ))}
      <Facts
        items={[
          { name: 'Pay Date', value: dayText(payment.paidOn) },
          { name: 'Amount', value: formatDecimal(payment.amount) },
          { name: 'Discount Taken', value: formatDecimal(payment.discount) },
          { name: 'Method', value: methodNames[payment.method] },
          { name: 'Reference', value: payment.reference },
          { name: 'Posted', value: postedOn && dayText(postedOn) },
          { name: 'Books', value: books },
          { name: 'Prepared by', value: payment.createdByName },
          { name: 'Released by', value: payment.releasedByName },
          ...(payment.notes ? [{ name: 'Notes', value: payment.notes }] : []),
        ]}
      />
      <section aria-label="Bills">
        <h3 className="text-card mb-2">Bills</h3>
        <ul className="grid gap-1">
          {payment.bills.map((bill) => (
            <li key={bill.id} className="numbers">
              <Link
                to="/ap-reports"
                search={{ tab: 'bills', open: String(bill.billId) } as never}
                className="no-underline hover:underline"
              >
                {bill.billNumber}
              </Link>
              {`, due ${dayText(bill.dueDate)}: ${formatDecimal(bill.amount)}`}
              {` of ${formatDecimal(bill.totalAmount)}`}
              {bill.reversedOn && `, taken back on ${dayText(bill.reversedOn)}`}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Timeline">
        <h3 className="text-card mb-2">Timeline</h3>
        <Timeline entity="vendor_payment" id={payment.id} />
      </section>
    </div>
  )
}

/** How money goes, as people say it. */
export const methodNames = { check: 'Check', ach: 'ACH', wire: 'Wire', card: 'Card' } as const

function Steps({ payment, onVoid }: { payment: VendorPaymentDetails; onVoid: () => void }) {
  const { data: me } = useMe()
  const { release } = usePaymentWrites()
  const isOffered = (step: 'release' | 'void') => !whyNotPaymentStep(payment, step, me ?? undefined)
  const { id, version } = payment
  const releaseNow = () => void release.tryRun({ params: { id }, ifMatch: version })
  useOffer({
    of: 'record',
    says: `${payment.paymentNumber} · ${payment.vendorName}`,
    items: [
      ...(isOffered('release') ? [{ label: 'Release payment', run: releaseNow }] : []),
      ...(isOffered('void') ? [{ label: 'Void…', run: onVoid }] : []),
      { label: 'Copy link', shortcut: 'copyLink', run: () => void copyLink(pathOf(id)) },
    ],
  })
  if (!isOffered('void') && !isOffered('release')) return null
  return (
    <DialogFooter>
      {isOffered('void') && <Button onClick={onVoid}>Void…</Button>}
      {isOffered('release') && (
        <Button kind="primary" isBusy={release.isPending} onClick={releaseNow}>
          Release payment
        </Button>
      )}
    </DialogFooter>
  )
}

const noReason = { reason: '' }
const asTyped = (typed: { reason: string }) => typed

function VoidPayment({ payment, onClose }: { payment: VendorPaymentDetails; onClose: () => void }) {
  const writes = usePaymentWrites()
  const { id, version, paymentNumber } = payment
  return (
    <FormDialog
      title={`Void payment ${paymentNumber}`}
      description="Its bills are open again, and what was posted is posted back."
      schema={voidVendorPayment.body}
      values={noReason}
      toWire={asTyped}
      submitLabel="Void payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => writes.void.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
