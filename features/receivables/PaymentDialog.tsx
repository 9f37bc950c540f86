import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/Timeline.tsx'
import { useMay } from '#features/auth/me.ts'
import { JournalLink } from '#features/ledger/JournalLink.tsx'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/DetailsDialog.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import { MissingRecord } from '#platform/ui/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useList, useRead } from '#platform/web/api.ts'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { methodNames } from './PaymentsTable.tsx'
import { RefundsOf, RequestRefund } from './Refunds.tsx'
import { listPayments, type PaymentDetails, readPayment, voidForm } from './contract.ts'
import { useReceivableWrites } from './use-receivable-writes.ts'

type PaymentDialogProps = { code: string; onClose: () => void }

/** One payment by its number: what it settled, and what is unapplied of it. */
export function PaymentDialog({ code, onClose }: PaymentDialogProps) {
  const found = useList(listPayments, { query: { paymentNumber: code, limit: 1 } })
  const id = found.data?.rows[0]?.id
  const read = useRead(readPayment, { params: { id: id ?? 0 }, enabled: id !== undefined })
  const [tab, setTab] = useState<string>()
  const [asked, setAsked] = useState<'apply' | 'refund' | 'void'>()
  const may = useMay()
  const error = found.error ?? read.error
  if (error || (found.isSuccess && id === undefined)) {
    return <MissingRecord noun="payment" code={code} error={error} onClose={onClose} />
  }
  const payment = read.data
  const denied = may('receivables.collect') ? undefined : 'Your role may not do this'
  const gone = payment?.status === 'void' ? 'This payment is void' : undefined
  const used = payment && cents(payment.openAmount) === 0 ? 'Nothing of it is open' : undefined
  const items = [
    { label: 'Apply…', whyNot: gone ?? used ?? denied, run: () => setAsked('apply') },
    { label: 'Refund…', whyNot: gone ?? used ?? denied, run: () => setAsked('refund') },
    { label: 'Void…', whyNot: gone ?? denied, run: () => setAsked('void') },
  ]
  const close = () => setAsked(undefined)
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={payment && `${payment.customerCode} · ${payment.customerName}`}
        badge={payment?.status === 'void' && <StatusBadge status="Void" />}
        {...(payment && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={payment ? tabsOf(payment) : []}
        tab={tab}
        onTab={setTab}
        onClose={onClose}
        isLoading={!payment}
      />
      {payment && asked === 'apply' && <Apply payment={payment} onClose={close} />}
      {payment && asked === 'refund' && (
        <RequestRefund
          number={code}
          source={{ paymentId: payment.id }}
          openAmount={payment.openAmount}
          onClose={close}
        />
      )}
      {payment && asked === 'void' && <VoidDialog payment={payment} onClose={close} />}
    </>
  )
}

function tabsOf(payment: PaymentDetails) {
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview payment={payment} /> },
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
          { name: 'Received', value: formatDay(payment.receivedOn as Day) },
          { name: 'Method', value: methodNames[payment.method] },
          { name: 'Reference', value: payment.reference },
          { name: 'Recorded by', value: payment.createdByName },
          { name: 'Notes', value: payment.notes },
          { name: 'Books', value: <JournalLink source="customer_payment" sourceId={payment.id} /> },
        ]}
      />
      <ApplicationsTab applications={payment.applications} of="payment" />
      <RefundsOf source={{ paymentId: payment.id }} />
    </div>
  )
}

type PartProps = { payment: PaymentDetails; onClose: () => void }

const noReason = { reason: '' }
const asTyped = (typed: { reason: string }) => typed

function VoidDialog({ payment, onClose }: PartProps) {
  const { takeBack } = useReceivableWrites()
  const { id, version, paymentNumber } = payment
  return (
    <FormDialog
      title={`Void ${paymentNumber}`}
      description="For money that bounced or a mistake. What it settled is open again."
      schema={voidForm}
      values={noReason}
      toWire={asTyped}
      submitLabel="Void payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => takeBack.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

function Apply({ payment, onClose }: PartProps) {
  const { apply } = useReceivableWrites()
  const { id, paymentNumber: number } = payment
  const source = { ...payment, number, kind: 'payment' as const }
  return (
    <ApplyDialog
      source={{ ...source, receivedOn: payment.receivedOn as Day }}
      onApply={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
      onClose={onClose}
    />
  )
}
