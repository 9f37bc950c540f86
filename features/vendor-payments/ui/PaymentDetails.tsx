import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { useRowPosition } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewUnderTabs } from '#platform/web/list-state.ts'
import { type VendorPaymentDetails, listVendorPayments, readVendorPayment } from '../contract.ts'
import { ReleasePayment } from './ReleasePayment.tsx'
import { VoidPayment } from './VoidPayment.tsx'
import { ApplyPrepayment } from './ApplyPrepayment.tsx'
import { RefundPrepayment } from './RefundPrepayment.tsx'
import { ReversePrepaymentRefund } from './ReversePrepaymentRefund.tsx'
import { methodNames } from '../labels.ts'
import { whyNotPaymentStep, whyNotPrepaymentAction } from '../rules.ts'
import { usePrepaymentWrites } from './use-prepayment-writes.ts'
import { usePaymentWrites } from './use-payment-writes.ts'

type PaymentDetailsProps = {
  id: number
  list: ListState
  /** Query parameters always sent: the vendor whose payments the list shows. */
  fixed: { vendorId?: number }
  onClose: () => void
}

/** The details dialog of a payment: its bills and steps. */
export function PaymentDetails({ id, list, fixed, onClose }: PaymentDetailsProps) {
  const codeOf = (payment: { id: number }) => String(payment.id)
  const of = { endpoint: listVendorPayments, list, fixed, codeOf, code: String(id) }
  const { position } = useRowPosition(of)
  const read = useRead(readVendorPayment, { params: { id } })
  const [step, setStep] = useState<'release' | 'void'>()
  const payment = read.data
  // Inside a vendor's details the address does not contain the payment.
  const path = list.hrefOf({}) === '' ? pathOf(id) : undefined
  const [requested, openDialog] = useState<PrepaymentAction>()
  const steps = useSteps(payment, { askFor: setStep, ask: openDialog, path })
  if (read.error && !payment) {
    return <MissingRecord noun="payment" code="Payment" error={read.error} onClose={onClose} />
  }
  const label = payment && `Actions for payment ${payment.paymentNumber}`
  return (
    <>
      <DetailsDialog
        title={payment ? `Payment ${payment.paymentNumber}` : 'Payment'}
        subtitle={payment && `${payment.vendorCode} · ${payment.vendorName}`}
        badge={payment && <StatusBadge status={payment.status} />}
        position={position}
        renewal={read}
        {...(label && {
          actions: {
            label,
            items: steps.items,
            button: <IconButton icon={Ellipsis} label={label} />,
          },
        })}
        path={path}
        tabs={payment ? tabsOf(payment) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!payment}
        steps={steps.shown}
      />
      {payment && step === 'release' && (
        <ReleasePayment payment={payment} onClose={() => setStep(undefined)} />
      )}
      {payment && step === 'void' && (
        <VoidPayment payment={payment} onClose={() => setStep(undefined)} />
      )}
      {payment && requested === 'apply' && (
        <ApplyPrepayment payment={payment} onClose={() => openDialog(undefined)} />
      )}
      {payment && requested === 'refund' && (
        <RefundPrepayment payment={payment} onClose={() => openDialog(undefined)} />
      )}
      {payment && requested === 'reverse-refund' && (
        <ReversePrepaymentRefund payment={payment} onClose={() => openDialog(undefined)} />
      )}
    </>
  )
}

const pathOf = (id: number) => `/ap-reports?tab=payments&open=${id}`

function tabsOf(payment: VendorPaymentDetails) {
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview payment={payment} /> },
    { id: 'bills', label: 'Bills', render: () => <Bills payment={payment} /> },
    timelineTab({ label: 'Activity', entity: 'vendor_payment', id: payment.id }),
  ]
}

function Overview({ payment }: { payment: VendorPaymentDetails }) {
  const { id, postedOn } = payment
  const books = postedOn && <JournalLink source="vendor_payment" sourceId={id} />
  return (
    <div className="grid gap-6">
      {payment.waivers.map(({ by, at, controls }) => (
        <Alert key={at} tone="warning" title={`Released by ${by}, skipping a control`}>
          {controls.join(', ')}
        </Alert>
      ))}
      <Facts
        items={[
          { name: 'Pay Date', value: formatOptionalDay(payment.paidOn) },
          { name: 'Amount', value: formatDecimal(payment.amount) },
          ...(payment.kind === 'prepayment'
            ? prepaidFacts(payment)
            : [{ name: 'Discount Taken', value: formatDecimal(payment.discount) }]),
          { name: 'Method', value: methodNames[payment.method] },
          { name: 'Reference', value: payment.reference },
          { name: 'Posted', value: postedOn && formatOptionalDay(postedOn) },
          { name: 'Journal', value: books },
          { name: 'Bills', value: payment.billNumbers },
          { name: 'Prepared by', value: payment.createdByName },
          { name: 'Released by', value: payment.releasedByName },
          ...(payment.notes ? [{ name: 'Notes', value: payment.notes }] : []),
        ]}
      />
    </div>
  )
}

/** The unapplied amount of a prepayment, its order, and the vendor's refunds. */
function prepaidFacts({ openAmount, orderNumber, refunds }: VendorPaymentDetails) {
  const back = refunds.map(
    ({ amount, receivedOn, reversedOn }) =>
      `${formatDecimal(amount)} on ${formatOptionalDay(receivedOn)}` +
      (reversedOn ? `, reversed on ${formatOptionalDay(reversedOn)}` : ''),
  )
  return [
    { name: 'Unapplied', value: formatDecimal(openAmount) },
    { name: 'Purchase Order', value: orderNumber },
    { name: 'Refunded', value: back.join('; ') },
  ]
}

const billHeads = ['Bill', 'Due', rightAligned('Bill total'), rightAligned('Paid')]

function Bills({ payment }: { payment: VendorPaymentDetails }) {
  return (
    <LinesTable label="Bills" heads={billHeads} className="min-w-80">
      {payment.bills.map((bill) => (
        <tr key={bill.id} className="numbers border-b border-line align-top">
          <td className="px-2 py-2">
            <Link
              to="/ap-reports"
              search={{ tab: 'bills', open: String(bill.billId) }}
              className="no-underline hover:underline"
            >
              {bill.billNumber}
            </Link>
            {bill.reversedOn && (
              <span className="block text-muted">
                {`reversed on ${formatOptionalDay(bill.reversedOn)}`}
              </span>
            )}
          </td>
          <td className="px-2 py-2">{formatOptionalDay(bill.dueDate)}</td>
          <td className="px-2 py-2 text-right">{formatDecimal(bill.totalAmount)}</td>
          <td className="px-2 py-2 text-right font-semibold">{formatDecimal(bill.amount)}</td>
        </tr>
      ))}
    </LinesTable>
  )
}

/** Actions that open a dialog first. */
type PrepaymentAction = 'apply' | 'refund' | 'reverse-refund'

type StepRequest = {
  askFor: (step: 'release' | 'void') => void
  ask: (action: PrepaymentAction) => void
  path: string | undefined
}

/** The steps of a payment: all in its menu, and those of the dialog's buttons. */
function useSteps(payment: VendorPaymentDetails | undefined, { askFor, ask, path }: StepRequest) {
  const { data: me } = useMe()
  const { release } = usePaymentWrites()
  const { unapply } = usePrepaymentWrites()
  if (!payment) return { items: [], shown: [] }
  const { id, version, paymentNumber } = payment
  const whyNo = (step: 'release' | 'void') => whyNotPaymentStep(payment, step, me ?? undefined)
  const [whyNoRelease, whyNoVoid] = [whyNo('release'), whyNo('void')]
  const releaseNow = () => void release.tryRun({ params: { id }, body: {}, ifMatch: version })
  const whyNotPrepaid = (action: PrepaymentAction | 'unapply') =>
    whyNotPrepaymentAction(payment, action, me ?? undefined)
  const unapplyNow = () => void unapply.tryRun({ params: { id }, ifMatch: version })
  const prepaymentItems = [
    {
      label: 'Apply to bills…',
      isNextStep: true,
      whyNot: whyNotPrepaid('apply'),
      run: () => ask('apply'),
    },
    { label: 'Remove from bills', whyNot: whyNotPrepaid('unapply'), run: unapplyNow },
    { label: 'Record refund…', whyNot: whyNotPrepaid('refund'), run: () => ask('refund') },
    {
      label: 'Reverse refund…',
      whyNot: whyNotPrepaid('reverse-refund'),
      run: () => ask('reverse-refund'),
    },
  ]
  const prepaid = payment.kind === 'prepayment' ? prepaymentItems : []
  const releaseStep = {
    label: 'Release payment',
    isNextStep: true,
    isBusy: release.isPending,
    whyNot: whyNoRelease,
    run: releaseNow,
  }
  const voidStep = { label: 'Void…', whyNot: whyNoVoid, run: () => askFor('void') }
  return {
    items: [
      releaseStep,
      { label: 'Release on another day…', whyNot: whyNoRelease, run: () => askFor('release') },
      voidStep,
      ...prepaid,
      ...copyItems('payment', paymentNumber, path),
    ],
    shown: [releaseStep, voidStep],
  }
}
