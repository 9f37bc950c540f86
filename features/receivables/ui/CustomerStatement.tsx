import type { DocumentDraft } from '#features/documents/printed-document.ts'
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { DocumentSheet } from '#features/documents/ui/parts/DocumentSheet.tsx'
import { SendButton } from '#features/documents/ui/parts/DocumentTools.tsx'
import { MissingSenderNotice } from '#features/documents/ui/parts/MissingSenderNotice.tsx'
import { savePdf } from '#features/documents/ui/parts/save-pdf.ts'
import { SentList } from '#features/documents/ui/parts/SentTab.tsx'
import type { Day } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readStatement, readOpenItems } from '../contract.ts'
import { openItemsDocument, statementDocument } from '../printed-documents.ts'
import { StatementEntries } from './StatementEntries.tsx'
import { OpenItemsTable } from './OpenItemsTable.tsx'

type StatementType = 'activity' | 'open'
type Days = { from?: Day; to?: Day }

/** A customer's statement of account: activity in a period, or open items. */
export function CustomerStatement({ customerId }: { customerId: number }) {
  const [form, setForm] = useState<StatementType>('activity')
  const [days, setDays] = useState<Days>({})
  const { shown, paper, error, refetch } = useStatement({ customerId, form, days })
  const isOpen = form === 'open'
  const { to } = days
  const period = isOpen ? { ...(to && { to }), form } : days
  return (
    <section aria-labelledby="statement-title" className="grid grid-cols-1 gap-3">
      <h3 id="statement-title" className="text-card">
        Statement of account
      </h3>
      <div className="no-print flex flex-wrap items-end gap-3">
        <Field label="Type">
          {(control) => (
            <select
              {...control}
              value={form}
              onChange={({ target }) => setForm(target.value as StatementType)}
              className="control max-w-[20ch]"
            >
              <option value="activity">Activity</option>
              <option value="open">Open items</option>
            </select>
          )}
        </Field>
        {(isOpen ? (['to'] as const) : (['from', 'to'] as const)).map((name) => (
          <DayField
            key={name}
            label={labelOf(name, isOpen)}
            value={days[name] ?? shown?.[name] ?? ''}
            onPick={(day) => setDays(withDay(days, name, day))}
          />
        ))}
        <Button icon={Printer} disabled={!paper} onClick={() => window.print()}>
          Print statement
        </Button>
        <Button
          icon={FileDown}
          disabled={!paper}
          onClick={() => void savePdf({ name: 'statement', id: customerId, days: period })}
        >
          Statement as PDF
        </Button>
        <SendButton label="Send statement" name="statement" id={customerId} days={period} />
      </div>
      <MissingSenderNotice />
      {error && (
        <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      {!paper && !error && <Skeleton className="h-40" />}
      {shown?.table}
      <SentStatements customerId={customerId} />
      {paper && <DocumentSheet documents={[paper]} />}
    </section>
  )
}

/** Sets a day, or restores its default if cleared. */
function withDay(days: Days, name: keyof Days, day: Day | ''): Days {
  const { [name]: _, ...others } = days
  return day ? { ...others, [name]: day } : others
}

function labelOf(name: keyof Days, isOpen: boolean): string {
  if (isOpen) return 'As of'
  return name === 'from' ? 'From' : 'To'
}

type StatementRequest = { customerId: number; form: StatementType; days: Days }

/** Loads the statement in the selected form, with its days, table and printable document. */
function useStatement({ customerId, form, days }: StatementRequest) {
  const isOpen = form === 'open'
  const query = { customerId, ...days }
  const activity = useRead(readStatement, { query, enabled: !isOpen })
  const { to } = days
  const open = useRead(readOpenItems, { query: { customerId, to } })
  if (isOpen) {
    const { data, error, refetch } = open
    const view = data && { from: undefined, to: data.asOf, table: <OpenItemsTable found={data} /> }
    const document: DocumentDraft | undefined =
      data && ((company) => openItemsDocument(data, company))
    return { shown: view, paper: document, error, refetch }
  }
  const { data, error, refetch } = activity
  const statement = data && {
    from: data.from,
    to: data.to,
    table: <StatementEntries statement={data} />,
  }
  const paper: DocumentDraft | undefined =
    data && ((company) => statementDocument(data, company, open.data))
  return { shown: statement, paper, error, refetch }
}

function SentStatements({ customerId }: { customerId: number }) {
  const id = 'sent-statements'
  return (
    <section aria-labelledby={id} className="no-print grid grid-cols-1 gap-2">
      <h4 id={id} className="text-label">
        Sent statements
      </h4>
      <SentList name="statement" id={customerId} />
    </section>
  )
}
