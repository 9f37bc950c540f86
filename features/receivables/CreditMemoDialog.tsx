import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { timelineTab } from '#features/comments/Timeline.tsx'
import { useMay } from '#features/auth/me.ts'
import { PaperSheet } from '#features/documents/PaperSheet.tsx'
import { PaperTools } from '#features/documents/PaperTools.tsx'
import { sentTab } from '#features/documents/SentTab.tsx'
import { JournalLink } from '#features/ledger/JournalLink.tsx'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/DetailsDialog.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { IconButton } from '#platform/ui/IconButton.tsx'
import { MissingRecord } from '#platform/ui/MissingRecord.tsx'
import { useList, useRead } from '#platform/web/api.ts'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { ChargeLines } from './ChargeLines.tsx'
import { type CreditMemoDetails, listCreditMemos, readCreditMemo } from './credits.ts'
import { creditMemoPaper } from './papers.ts'
import { RefundsOf, RequestRefund } from './Refunds.tsx'
import { useCreditWrites } from './use-credit-writes.ts'

type CreditMemoDialogProps = { code: string; onClose: () => void }

/** One credit memo by its number: what it takes back, what it settled, what goes back of it. */
export function CreditMemoDialog({ code, onClose }: CreditMemoDialogProps) {
  const found = useList(listCreditMemos, { query: { creditMemoNumber: code, limit: 1 } })
  const id = found.data?.rows[0]?.id
  const read = useRead(readCreditMemo, { params: { id: id ?? 0 }, enabled: id !== undefined })
  const [tab, setTab] = useState<string>()
  const [asked, setAsked] = useState<'apply' | 'refund'>()
  const may = useMay()
  const error = found.error ?? read.error
  if (error || (found.isSuccess && id === undefined)) {
    return <MissingRecord noun="credit memo" code={code} error={error} onClose={onClose} />
  }
  const memo = read.data
  const used = memo && cents(memo.openAmount) === 0 ? 'Nothing of it is open' : undefined
  const whyNot = used ?? (may('receivables.collect') ? undefined : 'Your role may not do this')
  const items = [
    { label: 'Apply to invoices…', whyNot, run: () => setAsked('apply') },
    { label: 'Refund…', whyNot, run: () => setAsked('refund') },
  ]
  const close = () => setAsked(undefined)
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={memo && `${memo.customerCode} · ${memo.customerName}`}
        {...(memo && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        papers={memo && <PaperTools name="credit-memo" id={memo.id} />}
        tabs={memo ? tabsOf(memo) : []}
        tab={tab}
        onTab={setTab}
        onClose={onClose}
        isLoading={!memo}
      />
      {memo && asked === 'apply' && <Apply memo={memo} onClose={close} />}
      {memo && asked === 'refund' && (
        <RequestRefund
          number={code}
          source={{ creditMemoId: memo.id }}
          openAmount={memo.openAmount}
          onClose={close}
        />
      )}
      {memo && <PaperSheet papers={[creditMemoPaper(memo)]} />}
    </>
  )
}

function tabsOf(memo: CreditMemoDetails) {
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview memo={memo} /> },
    {
      id: 'applications',
      label: 'Applications',
      render: () => <ApplicationsTab applications={memo.applications} of="payment" />,
    },
    sentTab({ name: 'credit-memo', id: memo.id }),
    timelineTab({ label: 'Activity', entity: 'credit_memo', id: memo.id }),
  ]
}

function Overview({ memo }: { memo: CreditMemoDetails }) {
  const { invoiceNumber, returnNumber } = memo
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Open', value: formatDecimal(memo.openAmount) },
          { name: 'Total', value: formatDecimal(memo.total) },
          { name: 'Date', value: formatDay(memo.docDate as Day) },
          {
            name: 'Invoice',
            value: invoiceNumber && (
              <Link to="/ar-reports" search={{ tab: 'invoices', open: invoiceNumber } as never}>
                {invoiceNumber}
              </Link>
            ),
          },
          {
            name: 'Return',
            value: returnNumber && (
              <Link to="/returns" search={{ open: returnNumber } as never}>
                {returnNumber}
              </Link>
            ),
          },
          { name: 'Reason', value: memo.reason },
          { name: 'Goods', value: formatDecimal(memo.goods) },
          { name: 'Tax', value: formatDecimal(memo.tax) },
          { name: 'Restocking fee', value: formatDecimal(memo.restockingFee) },
          { name: 'Books', value: <JournalLink source="credit_memo" sourceId={memo.id} /> },
        ]}
      />
      {memo.lines.length > 0 && <ChargeLines lines={memo.lines} />}
      <RefundsOf source={{ creditMemoId: memo.id }} />
    </div>
  )
}

function Apply({ memo, onClose }: { memo: CreditMemoDetails; onClose: () => void }) {
  const { apply } = useCreditWrites()
  const { id, creditMemoNumber: number, invoiceNumber } = memo
  // The invoice whose charge it takes back comes first.
  const source = { ...memo, number, kind: 'credit' as const, reference: invoiceNumber }
  return (
    <ApplyDialog
      source={{ ...source, receivedOn: memo.docDate as Day }}
      onApply={(body, attempt) => apply.run({ params: { id }, body, ...attempt })}
      onClose={onClose}
    />
  )
}
