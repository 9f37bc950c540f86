import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { DocumentTools } from '#features/documents/ui/parts/DocumentTools.tsx'
import { sentTab } from '#features/documents/ui/parts/SentTab.tsx'
import {
  type DocumentProps,
  useDocument,
} from '#features/receivables/ui/parts/use-document-details.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { recordViewUnderTabs } from '#platform/web/list-state.ts'
import { codeOf, defaultSort } from './RemindersTable.tsx'
import { type LetterDetails, listLetters, readLetter } from '../../contract.ts'
import { reminderDocument } from '../../printed-documents.ts'
import { levelNames } from '../../rules.ts'

/** Dialog that shows one reminder by its number, as it was written; print prints the letter. */
export function ReminderDetailsDialog({ list, code, onClose }: DocumentProps) {
  const found = useDocument({
    list,
    tab: 'reminders',
    endpoint: listLetters,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: { letterNumber: code, limit: 1 },
    read: readLetter,
  })
  if (found.error || found.isMissing) {
    return <MissingRecord noun="reminder" code={code} error={found.error} onClose={onClose} />
  }
  const letter = found.document
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={letter && `${letter.customerCode} · ${letter.customerName}`}
        badge={letter && <span className="text-muted">{levelNames[letter.level]}</span>}
        position={found.position}
        renewal={found.renewal}
        actions={{
          label: `Actions for ${code}`,
          items: copyItems('reminder', code),
          button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
        }}
        documentActions={letter && <DocumentTools name="dunning-letter" id={letter.id} />}
        tabs={letter ? tabsOf(letter) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!letter}
      />
      {letter && <DocumentSheet documents={[(company) => reminderDocument(letter, company)]} />}
    </>
  )
}

function tabsOf(letter: LetterDetails): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <Overview letter={letter} />,
      lines: { label: 'Invoices', render: () => <Invoices letter={letter} /> },
    },
    sentTab({ name: 'dunning-letter', id: letter.id }),
    timelineTab({ label: 'Activity', entity: 'dunning_letter', id: letter.id }),
  ]
}

function Overview({ letter }: { letter: LetterDetails }) {
  const { feeInvoiceNumber } = letter
  return (
    <div className="grid gap-4">
      <Facts
        items={[
          { name: 'Date', value: formatDay(letter.letterOn) },
          { name: 'Past due', value: formatDecimal(letter.total) },
          { name: 'Fee', value: formatDecimal(letter.fee) },
          {
            name: 'Fee invoice',
            value: feeInvoiceNumber && <InvoiceLink number={feeInvoiceNumber} />,
          },
          { name: 'Sent to', value: [letter.recipient, letter.address].filter(Boolean).join('\n') },
          { name: 'Created by', value: letter.createdByName },
        ]}
      />
      <MissingSenderNotice />
      <p className="whitespace-pre-line">{letter.words}</p>
    </div>
  )
}

/** The invoices that the reminder lists, and what is past due of them. */
function Invoices({ letter: { lines, total } }: { letter: LetterDetails }) {
  return (
    <ul aria-label="Invoices" className="text-table numbers grid gap-2">
      {lines.map(({ invoiceId, invoiceNumber, dueDate, daysLate, openAmount, level }) => (
        <li key={invoiceId} className="flex flex-wrap gap-x-4 border-b border-line pb-2">
          <InvoiceLink number={invoiceNumber} />
          <span>{`due ${formatDay(dueDate)}, ${counted(daysLate, 'day')} late`}</span>
          <span className="text-muted">{levelNames[level]}</span>
          <span className="ml-auto font-medium">{formatDecimal(openAmount)}</span>
        </li>
      ))}
      <li className="flex justify-between font-semibold">
        <span>Total</span>
        <span>{formatDecimal(total)}</span>
      </li>
    </ul>
  )
}

function InvoiceLink({ number }: { number: string }) {
  return (
    <Link to="/ar-reports" search={{ tab: 'invoices', open: number }} className="numbers">
      {number}
    </Link>
  )
}
