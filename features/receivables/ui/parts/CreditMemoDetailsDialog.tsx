import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { sentTab } from '#features/documents/ui/parts/SentTab.tsx'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { recordViewUnderTabs } from '#platform/web/list-state.ts'
import { ApplicationsTab } from '../payments/ApplicationsTab.tsx'
import { ApplyDialog } from '../payments/ApplyDialog.tsx'
import { DocumentLines } from '../invoices/DocumentLines.tsx'
import { codeOf, defaultSort } from './CreditMemosTable.tsx'
import { type CreditMemoDetails, listCreditMemos, readCreditMemo } from '../../contract.ts'
import { creditMemoDocument } from '../../printed-documents.ts'
import { RelatedRefunds } from '../refunds/RelatedRefunds.tsx'
import { RequestRefund } from '../refunds/RequestRefund.tsx'
import { type DocumentProps, useDocument } from './use-document-details.ts'
import { useCreditAndRefundWrites } from '../use-credit-and-refund-writes.ts'

type CreditMemoDetailsDialogProps = DocumentProps & {
  /** Tabs from other features. */
  moreTabs: (memo: CreditMemoDetails) => readonly Tab[]
}

/** Shows one credit memo by its number: its lines, its applications and its refunds. */
export function CreditMemoDetailsDialog(props: CreditMemoDetailsDialogProps) {
  const { list, code, moreTabs, onClose } = props
  const found = useDocument({
    list,
    tab: 'memos',
    endpoint: listCreditMemos,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: { creditMemoNumber: code, limit: 1 },
    read: readCreditMemo,
  })
  const [requested, setRequested] = useState<DialogAction>()
  const memo = found.document
  const items = useActions(memo, setRequested)
  if (found.error || found.isMissing) {
    return <MissingRecord noun="credit memo" code={code} error={found.error} onClose={onClose} />
  }
  const close = () => setRequested(undefined)
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={memo && `${memo.customerCode} · ${memo.customerName}`}
        badge={memo?.status === 'void' && <StatusBadge status="Void" />}
        position={found.position}
        renewal={found.renewal}
        {...(memo && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        documentActions={memo && <DocumentTools name="credit-memo" id={memo.id} />}
        tabs={memo ? tabsOf(memo, moreTabs(memo)) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!memo}
      />
      {memo && requested === 'apply' && <Apply memo={memo} onClose={close} />}
      {memo && requested === 'refund' && (
        <RequestRefund
          number={code}
          source={{ creditMemoId: memo.id }}
          openAmount={memo.openAmount}
          refundableAmount={memo.refundableAmount}
          onClose={close}
        />
      )}
      {memo && requested === 'void' && <VoidDialog memo={memo} onClose={close} />}
      {memo && <DocumentSheet documents={[(company) => creditMemoDocument(memo, company)]} />}
    </>
  )
}

type DialogAction = 'apply' | 'refund' | 'void'

function useActions(memo: CreditMemoDetails | undefined, ask: (action: DialogAction) => void) {
  const may = useMay()
  if (!memo) return []
  const voidReason = memo.status === 'void' ? 'This credit memo is void' : undefined
  const used = voidReason ?? (cents(memo.openAmount) === 0 ? 'It has no open amount' : undefined)
  const whyNot = used ?? (may('receivables.collect') ? undefined : noPermissionText)
  const unpaid = cents(memo.refundableAmount) === 0 ? whyNotPaid(memo) : undefined
  return [
    { label: 'Apply to invoices…', isNextStep: true, whyNot, run: () => ask('apply') },
    { label: 'Refund…', whyNot: whyNot ?? unpaid, run: () => ask('refund') },
    {
      label: 'Void…',
      whyNot:
        voidReason ?? ofReturn(memo) ?? (may('receivables.credit') ? undefined : noPermissionText),
      run: () => ask('void'),
    },
    ...copyItems('credit memo', memo.creditMemoNumber),
  ]
}

function whyNotPaid({ invoiceNumber }: CreditMemoDetails): string {
  return `${invoiceNumber ?? 'Its invoice'} is not paid. Apply the credit first`
}

function ofReturn({ returnNumber }: CreditMemoDetails): string | undefined {
  return returnNumber ? `It belongs to ${returnNumber}. Reopen that return instead` : undefined
}

function tabsOf(memo: CreditMemoDetails, more: readonly Tab[]): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <Overview memo={memo} />,
      ...(memo.lines.length > 0 && { lines: linesOf(memo) }),
    },
    {
      id: 'applications',
      label: 'Applications',
      render: () => <ApplicationsTab applications={memo.applications} of="payment" />,
    },
    sentTab({ name: 'credit-memo', id: memo.id }),
    ...more,
    timelineTab({ label: 'Activity', entity: 'credit_memo', id: memo.id }),
  ]
}

function linesOf(memo: CreditMemoDetails): NonNullable<Tab['lines']> {
  const { lines, goods, tax, restockingFee, total } = memo
  const hasFee = cents(restockingFee) !== 0
  const fee = hasFee ? [['Less restocking fee', restockingFee] as const] : []
  const sums = [['Subtotal', goods], ['Tax', tax], ...fee, ['Total', total]] as const
  return { label: 'Lines', render: () => <DocumentLines lines={lines} sums={sums} /> }
}

function Overview({ memo }: { memo: CreditMemoDetails }) {
  const { invoiceNumber, returnNumber } = memo
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Open', value: formatDecimal(memo.openAmount) },
          { name: 'Refundable', value: formatDecimal(memo.refundableAmount) },
          { name: 'Total', value: formatDecimal(memo.total) },
          { name: 'Date', value: formatDay(memo.docDate) },
          {
            name: 'Invoice',
            value: invoiceNumber && (
              <Link to="/ar-reports" search={{ tab: 'invoices', open: invoiceNumber }}>
                {invoiceNumber}
              </Link>
            ),
          },
          {
            name: 'Return',
            value: returnNumber && (
              <Link to="/returns" search={{ open: returnNumber }}>
                {returnNumber}
              </Link>
            ),
          },
          ...(memo.voidedOn ? [{ name: 'Voided', value: formatDay(memo.voidedOn) }] : []),
          { name: 'Reason', value: memo.reason },
          { name: 'Subtotal', value: formatDecimal(memo.goods) },
          { name: 'Tax', value: formatDecimal(memo.tax) },
          { name: 'Restocking fee', value: formatDecimal(memo.restockingFee) },
          { name: 'Journal', value: <JournalLink source="credit_memo" sourceId={memo.id} /> },
        ]}
      />
      <MissingSenderNotice />
      <RelatedRefunds source={{ creditMemoId: memo.id }} />
    </div>
  )
}

function Apply({ memo, onClose }: { memo: CreditMemoDetails; onClose: () => void }) {
  const { apply } = useCreditAndRefundWrites()
  const { id, creditMemoNumber: number, invoiceNumber } = memo
  // The invoice it credits is offered first.
  const source = { ...memo, number, kind: 'credit' as const, reference: invoiceNumber }
  return (
    <ApplyDialog
      source={{ ...source, receivedOn: memo.docDate }}
      onApply={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
      onClose={onClose}
    />
  )
}

const noReason = { reason: '', postedOn: '' }
const asTyped = (typed: typeof noReason) => typed

function VoidDialog({ memo, onClose }: { memo: CreditMemoDetails; onClose: () => void }) {
  const { takeBack } = useCreditAndRefundWrites()
  const { id, version, creditMemoNumber } = memo
  return (
    <FormDialog
      title={`Void ${creditMemoNumber}`}
      description="For an incorrect credit memo. Reopens the invoices it was applied to."
      schema={reasonedPostingForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Void credit memo"
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
