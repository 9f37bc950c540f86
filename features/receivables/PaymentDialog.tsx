import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActivityTab } from '#features/audit/ActivityTab.tsx'
import { useMay } from '#features/auth/me.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal, isDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { DetailsDialog } from '#platform/ui/DetailsDialog.tsx'
import { Dialog, DialogBody } from '#platform/ui/Dialog.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import { MissingRecord } from '#platform/ui/MissingRecord.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { MoneyField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useList, useRead } from '#platform/web/api.ts'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { methodNames } from './PaymentsTable.tsx'
import {
  applyForm,
  listPayments,
  type Offer,
  offerApplications,
  type PaymentDetails,
  readPayment,
  voidForm,
} from './contract.ts'
import { useReceivableWrites } from './use-receivable-writes.ts'

type PaymentDialogProps = { code: string; onClose: () => void }

/** One payment by its number: what it settled, and what is unapplied of it. */
export function PaymentDialog({ code, onClose }: PaymentDialogProps) {
  const found = useList(listPayments, { query: { paymentNumber: code, limit: 1 } })
  const id = found.data?.rows[0]?.id
  const read = useRead(readPayment, { params: { id: id ?? 0 }, enabled: id !== undefined })
  const [tab, setTab] = useState<string>()
  const [asked, setAsked] = useState<'apply' | 'void'>()
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
      {payment && asked === 'apply' && <ApplyDialog payment={payment} onClose={close} />}
      {payment && asked === 'void' && <VoidDialog payment={payment} onClose={close} />}
    </>
  )
}

function tabsOf(payment: PaymentDetails) {
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview payment={payment} /> },
    {
      id: 'activity',
      label: 'Activity',
      render: () => <ActivityTab entity="customer_payment" id={payment.id} />,
    },
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
        ]}
      />
      <ApplicationsTab applications={payment.applications} of="payment" />
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

/** Where what is open of a payment goes: as it is offered, unless somebody types otherwise. */
function ApplyDialog({ payment, onClose }: PartProps) {
  const { customerId, openAmount: amount, paymentNumber, reference } = payment
  const receivedOn = payment.receivedOn as Day
  const query = { customerId, amount, receivedOn, ...(reference && { reference }) }
  const { data, error } = useRead(offerApplications, { query })
  if (data) return <ApplyForm payment={payment} offer={data} onClose={onClose} />
  return (
    <Dialog title={`Apply ${paymentNumber}`} onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = { applications: { invoiceId: number; amount: string; discount: string }[] }

function ApplyForm({ payment, offer, onClose }: PartProps & { offer: Offer }) {
  const { apply } = useReceivableWrites()
  const { id, version, paymentNumber, openAmount } = payment
  return (
    <FormDialog
      title={`Apply ${paymentNumber}`}
      description={`${formatDecimal(openAmount)} is open.`}
      schema={applyForm}
      values={{
        applications: offer.map(({ invoiceId, amount, discount }) => {
          return { invoiceId, amount, discount }
        }),
      }}
      toWire={partsOf}
      submitLabel="Apply"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
    >
      {offer.length === 0 && <p>This customer has no open invoices.</p>}
      <ul className="grid gap-4">
        {offer.map((each, index) => (
          <li
            key={each.invoiceId}
            className="grid items-end gap-3 border-b border-line pb-4 sm:grid-cols-[1fr_auto_auto]"
          >
            <p className="min-w-0">
              <span className="numbers font-medium">{each.invoiceNumber}</span>
              <span className="text-caption numbers block font-normal text-muted">
                {`Due ${formatDay(each.dueDate as Day)}, ${formatDecimal(each.openAmount)} open`}
              </span>
            </p>
            <MoneyField
              name={`applications.${index}.amount`}
              label={`Amount ${each.invoiceNumber}`}
            />
            {cents(each.discountAllowed) > 0 && (
              <MoneyField
                name={`applications.${index}.discount`}
                label={`Discount ${each.invoiceNumber}`}
              />
            )}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

/** Invoices that get nothing are left out. */
function partsOf({ applications }: Values) {
  const gets = ({ amount }: { amount: string }) => !isDecimal(amount) || cents(amount) !== 0
  return { applications: applications.filter(gets) }
}
