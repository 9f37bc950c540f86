import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActivityTab } from '#features/audit/ui/parts/ActivityTab.tsx'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRowPosition } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewUnderTabs } from '#platform/web/list-state.ts'
import { JournalLink } from './parts/JournalLink.tsx'
import { listTaxPayments, readTaxPayment, type TaxPayment, voidTaxPayment } from '../contract.ts'
import { jurisdictionName, whyNotVoidTaxPayment } from '../sales-tax-payment-rules.ts'
import { useTaxWrites } from './use-sales-tax-writes.ts'

type SalesTaxPaymentDetailsProps = { id: number; list: ListState; onClose: () => void }

/** The details of one sales tax payment, with the void step. */
export function SalesTaxPaymentDetails({ id, list, onClose }: SalesTaxPaymentDetailsProps) {
  const codeOf = (payment: { id: number }) => String(payment.id)
  const of = { endpoint: listTaxPayments, list, fixed: {}, codeOf, code: String(id) }
  const { position } = useRowPosition(of)
  const read = useRead(readTaxPayment, { params: { id } })
  const { data: me } = useMe()
  const [isVoiding, setIsVoiding] = useState(false)
  const payment = read.data
  if (read.error && !payment) {
    return <MissingRecord noun="payment" code="Payment" error={read.error} onClose={onClose} />
  }
  const label = payment && `Actions for payment ${payment.paymentNumber}`
  const steps = payment
    ? [
        {
          label: 'Void payment…',
          whyNot: whyNotVoidTaxPayment(payment, me ?? undefined),
          run: () => setIsVoiding(true),
        },
      ]
    : []
  return (
    <>
      <DetailsDialog
        title={payment ? `Payment ${payment.paymentNumber}` : 'Payment'}
        subtitle={payment && `Sales tax for ${jurisdictionName(payment)}`}
        badge={payment && <StatusBadge status={payment.status} />}
        position={position}
        renewal={read}
        {...(label && {
          actions: {
            label,
            items: [...steps, ...copyItems('payment', payment.paymentNumber, pathOf(id))],
            button: <IconButton icon={Ellipsis} label={label} />,
          },
        })}
        path={pathOf(id)}
        tabs={payment ? tabsOf(payment) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!payment}
        steps={steps}
      />
      {payment && isVoiding && (
        <VoidPayment payment={payment} onClose={() => setIsVoiding(false)} />
      )}
    </>
  )
}

const pathOf = (id: number) => `/journal?tab=tax-payments&open=${id}`

function tabsOf(payment: TaxPayment) {
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview payment={payment} /> },
    {
      id: 'activity',
      label: 'Activity',
      isHistory: true,
      render: () => <ActivityTab entity="sales_tax_payment" id={payment.id} />,
    },
  ]
}

function Overview({ payment }: { payment: TaxPayment }) {
  const { id, amount, periodFrom, periodTo, paidOn, voidedOn, reference, createdByName } = payment
  return (
    <Facts
      items={[
        { name: 'Jurisdiction', value: jurisdictionName(payment) },
        {
          name: 'Period',
          value: `${formatOptionalDay(periodFrom)} to ${formatOptionalDay(periodTo)}`,
        },
        { name: 'Amount', value: formatDecimal(amount) },
        { name: 'Paid on', value: formatOptionalDay(paidOn) },
        { name: 'Reference', value: reference },
        { name: 'Journal', value: <JournalLink source="sales_tax_payment" sourceId={id} /> },
        { name: 'Entered by', value: createdByName },
        ...(voidedOn ? [{ name: 'Voided on', value: formatOptionalDay(voidedOn) }] : []),
      ]}
    />
  )
}

const noReason = { reason: '' }
const toBody = (typed: { reason: string }) => typed

function VoidPayment({ payment, onClose }: { payment: TaxPayment; onClose: () => void }) {
  const { voidPayment } = useTaxWrites()
  const { id, version, paymentNumber } = payment
  return (
    <FormDialog
      title={`Void payment ${paymentNumber}`}
      description="Reversed by an entry dated today. The amount is due again."
      schema={voidTaxPayment.body}
      values={noReason}
      toWire={toBody}
      size="small"
      submitLabel="Void Payment"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => voidPayment.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
