import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { sentTab } from '#features/documents/ui/parts/SentTab.tsx'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { MoneyField, TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { recordViewUnderTabs } from '#platform/web/list-state.ts'
import { ApplicationsTab } from '../payments/ApplicationsTab.tsx'
import { CreateCreditMemo } from '../credit-memos/CreateCreditMemo.tsx'
import { RelatedCreditMemos } from './RelatedCreditMemos.tsx'
import { DocumentLines } from '../invoices/DocumentLines.tsx'
import { InvoiceOverview } from '../invoices/InvoiceOverview.tsx'
import { invoiceStateNames } from '../../labels.ts'
import { codeOf, defaultSort } from './InvoicesTable.tsx'
import { type InvoiceDetails, listInvoices, readInvoice, writeOffForm } from '../../contract.ts'
import { invoiceDocument } from '../../printed-documents.ts'
import { type DocumentProps, useDocument } from './use-document-details.ts'
import { useRecordPayment } from './use-record-payment.tsx'
import { useInvoiceAndPaymentWrites } from '../use-invoice-and-payment-writes.ts'

type InvoiceDetailsDialogProps = DocumentProps & {
  /** Tabs from other features. */
  moreTabs: (invoice: InvoiceDetails) => readonly Tab[]
}

/** Shows one invoice by number: its lines, applications and history; print prints the invoice. */
export function InvoiceDetailsDialog(props: InvoiceDetailsDialogProps) {
  const { list, code, moreTabs, onClose } = props
  const found = useDocument({
    list,
    tab: 'invoices',
    endpoint: listInvoices,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: { invoiceNumber: code, limit: 1 },
    read: readInvoice,
  })
  const [requested, setRequested] = useState<'credit' | 'write-off'>()
  const invoice = found.document
  const payment = useRecordPayment()
  const actions = useActions(invoice, setRequested)
  const items = invoice ? [payment.itemOfInvoice(invoice), ...actions] : []
  if (found.error || found.isMissing) {
    return <MissingRecord noun="invoice" code={code} error={found.error} onClose={onClose} />
  }
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={invoice && `${invoice.customerCode} · ${invoice.customerName}`}
        badge={invoice && <StatusBadge status={invoiceStateNames[invoice.state]} />}
        position={found.position}
        renewal={found.renewal}
        {...(invoice && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        documentActions={invoice && <DocumentTools name="invoice" id={invoice.id} />}
        tabs={invoice ? tabsOf(invoice, moreTabs(invoice)) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!invoice}
      />
      {invoice && requested === 'write-off' && (
        <WriteOffDialog invoice={invoice} onClose={() => setRequested(undefined)} />
      )}
      {invoice && requested === 'credit' && (
        <CreateCreditMemo invoice={invoice} onClose={() => setRequested(undefined)} />
      )}
      {payment.dialog}
      {invoice && <DocumentSheet documents={[(company) => invoiceDocument(invoice, company)]} />}
    </>
  )
}

function useActions(
  invoice: InvoiceDetails | undefined,
  ask: (action: 'credit' | 'write-off') => void,
) {
  const may = useMay()
  const { dispute } = useInvoiceAndPaymentWrites()
  if (!invoice) return []
  const { id, version, isDisputed, state } = invoice
  const denied = (isAllowed: boolean) =>
    isAllowed ? undefined : 'You do not have permission for this'
  const settled = state === 'paid' ? 'It has no open amount' : undefined
  return [
    {
      label: 'Credit…',
      whyNot: denied(may('receivables.credit')),
      run: () => ask('credit'),
    },
    {
      label: 'Write off…',
      whyNot: settled ?? denied(may('receivables.writeOff')),
      run: () => ask('write-off'),
    },
    {
      label: isDisputed ? 'No longer disputed' : 'Mark as disputed',
      whyNot: settled ?? denied(may('receivables.collect')),
      run: () =>
        void dispute.tryRun({
          params: { id },
          body: { isDisputed: !isDisputed },
          ifMatch: version,
        }),
    },
    ...copyItems('invoice', invoice.invoiceNumber),
  ]
}

function tabsOf(invoice: InvoiceDetails, more: readonly Tab[]): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <InvoiceOverview invoice={invoice} />,
      ...(invoice.lines.length > 0 && { lines: linesOf(invoice) }),
    },
    {
      id: 'applications',
      label: 'Applications',
      render: () => <ApplicationsTab applications={invoice.applications} of="invoice" />,
    },
    sentTab({ name: 'invoice', id: invoice.id }),
    {
      id: 'credits',
      label: 'Credit memos',
      render: () => (
        <RelatedCreditMemos
          of={{ invoiceId: invoice.id }}
          empty="No credit memos for this invoice."
        />
      ),
    },
    ...more,
    timelineTab({ label: 'Activity', entity: 'invoice', id: invoice.id }),
  ]
}

function linesOf({ lines, goods, tax, freight, total }: InvoiceDetails): NonNullable<Tab['lines']> {
  const sums = [
    ['Subtotal', goods],
    ['Tax', tax],
    ['Shipping', freight],
    ['Total', total],
  ] as const
  return { label: 'Lines', render: () => <DocumentLines lines={lines} sums={sums} /> }
}

type WriteOffDialogProps = { invoice: InvoiceDetails; onClose: () => void }

const asTyped = (typed: { amount: string; reason: string; postedOn: string }) => typed

function WriteOffDialog({ invoice, onClose }: WriteOffDialogProps) {
  const { writeOff } = useInvoiceAndPaymentWrites()
  const { id, version, invoiceNumber, openAmount } = invoice
  const isSmall = cents(openAmount) <= 2500
  return (
    <FormDialog
      title={`Write off ${invoiceNumber}`}
      description={`${formatDecimal(openAmount)} is open. You can reverse a write-off later.`}
      schema={writeOffForm}
      values={{ amount: isSmall ? openAmount : '', reason: '', postedOn: '' }}
      toWire={asTyped}
      size="small"
      submitLabel="Write off"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => writeOff.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <MoneyField name="amount" label="Amount *" />
        <TextAreaField name="reason" label="Reason *" rows={3} />
        <PostingDateField />
      </div>
    </FormDialog>
  )
}
