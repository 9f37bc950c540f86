import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { type Application } from '../../contract.ts'
import { shortPayReasonNames } from '../../labels.ts'
import { useInvoiceAndPaymentWrites } from '../use-invoice-and-payment-writes.ts'

const kinds = { payment: 'Payment', credit: 'Credit memo', 'write-off': 'Write-off' } as const

type ApplicationsTabProps = {
  applications: readonly Application[]
  /** The document whose applications are listed; each row links to the other side. */
  of: 'invoice' | 'payment'
}

/** Lists the applications of an invoice or a payment; each can be reversed. */
export function ApplicationsTab({ applications, of }: ApplicationsTabProps) {
  const [requested, setRequested] = useState<Application>()
  const may = useMay()
  if (applications.length === 0) return <p className="text-muted">No applications yet.</p>
  return (
    <>
      <LinesTable
        label="Applications"
        heads={[
          of === 'invoice' ? 'Paid by' : 'Invoice',
          'Date',
          rightAligned('Amount'),
          rightAligned('Discount'),
          { text: 'Actions', isHidden: true },
        ]}
        className="min-w-140"
      >
        {applications.map((each) => (
          <Row
            key={each.id}
            application={each}
            of={of}
            onTakeBack={may('receivables.collect') ? () => setRequested(each) : undefined}
          />
        ))}
      </LinesTable>
      {requested && (
        <ReverseDialog application={requested} onClose={() => setRequested(undefined)} />
      )}
    </>
  )
}

type RowProps = {
  application: Application
  of: 'invoice' | 'payment'
  onTakeBack: (() => void) | undefined
}

function Row({ application, of, onTakeBack }: RowProps) {
  const { kind, appliedOn, reversedOn, shortPayReason } = application
  return (
    <tr className="border-b border-line align-top">
      <td className="px-2 py-2">
        <span className="numbers font-medium">
          <DocumentLink application={application} of={of} />
        </span>
        {of === 'invoice' && <span className="block text-muted">{kinds[kind]}</span>}
        {shortPayReason && kind !== 'write-off' && (
          <span className="block text-muted">
            {`Short pay: ${shortPayReasonNames[shortPayReason]}`}
          </span>
        )}
        {kind === 'write-off' && (
          <span className="block">
            <JournalLink source="write_off" sourceId={application.id} />
          </span>
        )}
      </td>
      <td className="px-2 py-2">
        {formatDay(appliedOn)}
        {reversedOn && (
          <span className="block text-danger">{`Reversed ${formatDay(reversedOn)}`}</span>
        )}
      </td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(application.amount)}</td>
      <td className="numbers px-2 py-2 text-right">{formatDecimal(application.discount)}</td>
      <td className="no-print px-2 py-1 text-right">
        {!reversedOn && onTakeBack && (
          <Button kind="ghost" size="small" isOnce onClick={onTakeBack}>
            Reverse
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Link to the other side of the application; a write-off has only its reason. */
function DocumentLink({ application, of }: Pick<RowProps, 'application' | 'of'>) {
  const { kind, invoiceNumber, sourceNumber, reason } = application
  const open = of === 'invoice' ? sourceNumber : invoiceNumber
  if (!open) return reason
  const tab = of === 'payment' ? 'invoices' : kind === 'credit' ? 'memos' : 'payments'
  return (
    <Link to="/ar-reports" search={{ tab, open }}>
      {open}
    </Link>
  )
}

type ReverseDialogProps = { application: Application; onClose: () => void }

const values = { reason: '', postedOn: '' }
const asTyped = (typed: typeof values) => typed

function ReverseDialog({ application, onClose }: ReverseDialogProps) {
  const { reverse } = useInvoiceAndPaymentWrites()
  const { id, amount, invoiceNumber } = application
  return (
    <FormDialog
      title="Reverse"
      description={`${formatDecimal(amount)} of ${invoiceNumber} is open again.`}
      schema={reasonedPostingForm}
      values={values}
      toWire={asTyped}
      size="small"
      submitLabel="Reverse"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => reverse.run({ params: { id }, body, idempotencyKey })}
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        <PostingDateField />
      </div>
    </FormDialog>
  )
}
