import { useNavigate } from '@tanstack/react-router'
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { SendButton } from '#features/documents/PaperTools.tsx'
import { savePdf } from '#features/documents/PdfLink.tsx'
import { PaperSheet } from '#features/documents/PaperSheet.tsx'
import { SentList } from '#features/documents/SentTab.tsx'
import { type Day, formatDay, isDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Field } from '#platform/ui/Field.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import { useLocalList } from '#platform/web/list-search.ts'
import { CreditMemosOf } from './CreditMemosOf.tsx'
import { InvoicesTable } from './InvoicesTable.tsx'
import { type Statement, readStatement } from './contract.ts'
import { statementPaper } from './papers.ts'

/** What a customer owes: the invoices, and the statement of account between two days. */
export function AccountTab({ customerId }: { customerId: number }) {
  const list = useLocalList()
  const navigate = useNavigate()
  return (
    <div className="grid gap-6">
      <StatementPart customerId={customerId} />
      <InvoicesTable
        list={list}
        fixed={{ customerId }}
        onOpen={({ invoiceNumber: open }) =>
          void navigate({ to: '/ar-reports', search: { tab: 'invoices', open } as never })
        }
      />
      <section aria-labelledby="credits-title" className="grid gap-3">
        <h3 id="credits-title" className="text-card">
          Credit memos
        </h3>
        <CreditMemosOf of={{ customerId }} empty="Nothing was credited to this customer." />
      </section>
    </div>
  )
}

type Days = { from?: Day; to?: Day }

function StatementPart({ customerId }: { customerId: number }) {
  const [days, setDays] = useState<Days>({})
  const { data, error, refetch } = useRead(readStatement, { query: { customerId, ...days } })
  const change = (name: keyof Days, text: string) => {
    if (isDay(text)) setDays({ ...days, [name]: text })
  }
  return (
    <section aria-labelledby="statement-title" className="grid gap-3">
      <h3 id="statement-title" className="text-card">
        Statement of account
      </h3>
      <div className="no-print flex flex-wrap items-end gap-3">
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={name === 'from' ? 'From' : 'To'}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={days[name] ?? data?.[name] ?? ''}
                onChange={({ target }) => change(name, target.value)}
                className="control numbers max-w-[20ch]"
              />
            )}
          </Field>
        ))}
        <Button icon={Printer} disabled={!data} onClick={() => window.print()}>
          Print statement
        </Button>
        <Button
          icon={FileDown}
          disabled={!data}
          onClick={() => savePdf({ name: 'statement', id: customerId, days })}
        >
          Statement as PDF
        </Button>
        <SendButton label="Send statement" name="statement" id={customerId} days={days} />
      </div>
      {error && (
        <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      {!data && !error && <Skeleton className="h-40" />}
      {data && <Entries statement={data} />}
      <SentStatements customerId={customerId} />
      {data && <PaperSheet papers={[statementPaper(data)]} />}
    </section>
  )
}

function SentStatements({ customerId }: { customerId: number }) {
  const id = 'sent-statements'
  return (
    <section aria-labelledby={id} className="no-print grid gap-2">
      <h4 id={id} className="text-label">
        Sent statements
      </h4>
      <SentList name="statement" id={customerId} />
    </section>
  )
}

function Entries({ statement }: { statement: Statement }) {
  const { from, to, opening, closing, entries } = statement
  const day = (text: string) => formatDay(text as Day)
  const head = 'px-2 py-2 font-medium'
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="max-h-100 overflow-auto" tabIndex={0} role="region" aria-label="Statement">
      <table className="text-table numbers w-full min-w-130 border-collapse">
        <thead>
          <tr className="text-caption border-b border-line text-left text-muted">
            <th scope="col" className={head}>
              Date
            </th>
            <th scope="col" className={head}>
              What
            </th>
            <th scope="col" className={`${head} text-right`}>
              Amount
            </th>
            <th scope="col" className={`${head} text-right`}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          <Edge day={day(from)} what="Balance before" amount={opening} />
          {entries.map((entry) => (
            <tr key={entry.id} className="border-b border-line">
              <td className="px-2 py-1.5">{day(entry.postedOn)}</td>
              <td className="px-2 py-1.5">{entry.memo}</td>
              <td className="px-2 py-1.5 text-right">{formatDecimal(entry.amount)}</td>
              <td className="px-2 py-1.5 text-right">{formatDecimal(entry.balance)}</td>
            </tr>
          ))}
          <Edge day={day(to)} what={owed(closing)} amount={closing} />
        </tbody>
      </table>
    </div>
  )
}

function owed(closing: string): string {
  return cents(closing) < 0 ? 'Balance in the customer’s favour' : 'Balance owed'
}

function Edge({ day, what, amount }: { day: string; what: string; amount: string }) {
  return (
    <tr className="border-b border-line font-semibold">
      <td className="px-2 py-1.5">{day}</td>
      <td className="px-2 py-1.5" colSpan={2}>
        {what}
      </td>
      <td className="px-2 py-1.5 text-right">{formatDecimal(amount)}</td>
    </tr>
  )
}
