import type { ReactNode } from 'react'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { ExportStatement, sectionRows, type StatementRow, StatementTable } from './AccountTable.tsx'
import {
  type BalanceSheet,
  type IncomeStatement,
  readBalanceSheet,
  readIncomeStatement,
} from '../contract.ts'

const totalRow = (name: string, amount: string): StatementRow => {
  return { account: '', name, amount, kind: 'total' }
}
const placeholder = <Skeleton className="h-64" />

/** The income statement of a period, by default the year to date. */
export function IncomeStatementTab({ list }: { list: ListState }) {
  const [from, to] = [list.search['f.from'], list.search['f.to']]
  const query = { ...(from && { from }), ...(to && { to }) }
  const read = useRead(readIncomeStatement, { query })
  const rows = read.data && incomeRows(read.data)
  return (
    <Frame
      label="Income statement"
      fields={
        <>
          <DayField
            label="From"
            value={from ?? read.data?.from ?? ''}
            onPick={(day) => list.change({ 'f.from': day || undefined })}
          />
          <DayField
            label="To"
            value={to ?? read.data?.to ?? ''}
            onPick={(day) => list.change({ 'f.to': day || undefined })}
          />
        </>
      }
      file={
        rows && (
          <ExportStatement
            rows={rows}
            fileName={`income-statement-${read.data?.from}-${read.data?.to}`}
          />
        )
      }
    >
      <Loaded read={read} skeleton={placeholder}>
        {(statement) => (
          <StatementTable
            label="Income statement"
            rows={incomeRows(statement)}
            days={{ from: statement.from, to: statement.to }}
          />
        )}
      </Loaded>
    </Frame>
  )
}

/** The balance sheet at the end of a day. */
export function BalanceSheetTab({ list }: { list: ListState }) {
  const asOf = list.search['f.asOf']
  const read = useRead(readBalanceSheet, { query: asOf ? { asOf } : {} })
  const rows = read.data && balanceRows(read.data)
  return (
    <Frame
      label="Balance sheet"
      fields={
        <DayField
          label="As of"
          value={asOf ?? read.data?.asOf ?? ''}
          onPick={(day) => list.change({ 'f.asOf': day || undefined })}
        />
      }
      file={rows && <ExportStatement rows={rows} fileName={`balance-sheet-${read.data?.asOf}`} />}
    >
      <Loaded read={read} skeleton={placeholder}>
        {(sheet) => (
          <StatementTable
            label="Balance sheet"
            rows={balanceRows(sheet)}
            days={{ to: sheet.asOf }}
          />
        )}
      </Loaded>
    </Frame>
  )
}

function incomeRows(statement: IncomeStatement): StatementRow[] {
  return [
    ...sectionRows('Income', statement.income),
    ...sectionRows('Cost of goods', statement.costOfGoods),
    totalRow('Gross profit', statement.grossProfit),
    ...sectionRows('Expenses', statement.expenses),
    totalRow('Net income', statement.netIncome),
  ]
}

function balanceRows(sheet: BalanceSheet): StatementRow[] {
  const equityRows = sectionRows('Equity', sheet.equity).slice(0, -1)
  return [
    ...sectionRows('Assets', sheet.assets),
    ...sectionRows('Liabilities', sheet.liabilities),
    ...equityRows,
    { ...totalRow('Net income of earlier years', sheet.retainedEarnings), kind: 'line' },
    { ...totalRow('Year-to-date net income', sheet.netIncome), kind: 'line' },
    { ...totalRow('Total equity', sheet.totalEquity), kind: 'sum' },
    totalRow('Total liabilities and equity', sheet.totalLiabilitiesAndEquity),
  ]
}

type FrameProps = { label: string; fields: ReactNode; file: ReactNode; children: ReactNode }

/** The frame of a statement: its date fields, its export and its content. */
export function Frame({ label, fields, file, children }: FrameProps) {
  return (
    <section aria-label={label} className="card flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div className="flex flex-wrap items-end gap-2">{fields}</div>
        {file}
      </div>
      {children}
    </section>
  )
}
