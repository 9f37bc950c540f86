import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { recordViewUnderTabs } from '#platform/web/list-state.ts'
import { ApplicationsTab } from '../payments/ApplicationsTab.tsx'
import { ApplyDialog } from '../payments/ApplyDialog.tsx'
import { paymentMethodNames } from '../../labels.ts'
import { codeOf, defaultSort } from './PaymentsTable.tsx'
import { RelatedRefunds } from '../refunds/RelatedRefunds.tsx'
import { RequestRefund } from '../refunds/RequestRefund.tsx'
import { listPayments, type PaymentDetails, readPayment } from '../../contract.ts'
import { type DocumentProps, useDocument } from './use-document-details.ts'
import { useInvoiceAndPaymentWrites } from '../use-invoice-and-payment-writes.ts'

/** Shows one payment by its number: its applications and its unapplied amount. */
export function PaymentDetailsDialog({ list, code, onClose }: DocumentProps) {
  const found = useDocument({
    list,
    tab: 'payments',
    endpoint: listPayments,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: { paymentNumber: code, limit: 1 },
    read: readPayment,
  })
  const [requested, setRequested] = useState<DialogAction>()
  const payment = found.document
  const items = useActions(payment, setRequested)
  if (found.error || found.isMissing) {
    return <MissingRecord noun="payment" code={code} error={found.error} onClose={onClose} />
  }
  const close = () => setRequested(undefined)
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={payment && `${payment.customerCode} · ${payment.customerName}`}
        badge={payment?.status === 'void' && <StatusBadge status="Void" />}
        position={found.position}
        renewal={found.renewal}
        {...(payment && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={payment ? tabsOf(payment) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!payment}
      />
      {payment && requested === 'apply' && <Apply payment={payment} onClose={close} />}
      {payment && requested === 'refund' && (
        <RequestRefund
          number={code}
          source={{ paymentId: payment.id }}
          openAmount={payment.openAmount}
          refundableAmount={payment.refundableAmount}
          onClose={close}
        />
      )}
      {payment && requested === 'void' && <VoidDialog payment={payment} onClose={close} />}
    </>
  )
}

type DialogAction = 'apply' | 'refund' | 'void'

const creditPaidOut =
  'A credit memo of an open invoice was refunded. Apply this payment to that invoice first'

function useActions(payment: PaymentDetails | undefined, ask: (action: DialogAction) => void) {
  const may = useMay()
  if (!payment) return []
  const denied = may('receivables.collect') ? undefined : 'You do not have permission for this'
  const voidReason = payment.status === 'void' ? 'This payment is void' : undefined
  const used = cents(payment.openAmount) === 0 ? 'It has no open amount' : undefined
  const unpaid = cents(payment.refundableAmount) === 0 ? creditPaidOut : undefined
  return [
    {
      label: 'Apply…',
      isNextStep: true,
      whyNot: voidReason ?? used ?? denied,
      run: () => ask('apply'),
    },
    { label: 'Refund…', whyNot: voidReason ?? used ?? denied ?? unpaid, run: () => ask('refund') },
    { label: 'Void…', whyNot: voidReason ?? denied, run: () => ask('void') },
    ...copyItems('payment', payment.paymentNumber),
  ]
}

function tabsOf(payment: PaymentDetails): Tab[] {
  const { applications } = payment
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <Overview payment={payment} />,
      lines: {
        label: 'Applications',
        render: () => <ApplicationsTab applications={applications} of="payment" />,
      },
    },
    timelineTab({ label: 'Activity', entity: 'customer_payment', id: payment.id }),
  ]
}

function Overview({ payment }: { payment: PaymentDetails }) {
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Amount', value: formatDecimal(payment.amount) },
          { name: 'Unapplied', value: formatDecimal(payment.openAmount) },
          { name: 'Received', value: formatDay(payment.receivedOn) },
          { name: 'Method', value: paymentMethodNames[payment.method] },
          { name: 'Reference', value: payment.reference },
          { name: 'Recorded by', value: payment.createdByName },
          { name: 'Notes', value: payment.notes },
          {
            name: 'Journal',
            value: <JournalLink source="customer_payment" sourceId={payment.id} />,
          },
        ]}
      />
      <RelatedRefunds source={{ paymentId: payment.id }} />
    </div>
  )
}

type PartProps = { payment: PaymentDetails; onClose: () => void }

const noReason = { reason: '', postedOn: '' }
const asTyped = (typed: typeof noReason) => typed

function VoidDialog({ payment, onClose }: PartProps) {
  const { takeBack } = useInvoiceAndPaymentWrites()
  const { id, version, paymentNumber } = payment
  return (
    <FormDialog
      title={`Void ${paymentNumber}`}
      description={
        'For a bounced or incorrect payment. Reopens the invoices it paid, and ' +
        'charges refunds of it to the customer.'
      }
      schema={reasonedPostingForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Void payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => takeBack.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        <PostingDateField />
      </div>
    </FormDialog>
  )
}

function Apply({ payment, onClose }: PartProps) {
  const { apply } = useInvoiceAndPaymentWrites()
  const { id, paymentNumber: number } = payment
  const source = { ...payment, number, kind: 'payment' as const }
  return (
    <ApplyDialog
      source={{ ...source, receivedOn: payment.receivedOn }}
      onApply={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
      onClose={onClose}
    />
  )
}
