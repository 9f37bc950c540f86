import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import {
  ExportStatement,
  sectionRows,
  type StatementRow,
  FinancialStatementTable,
  totalRow,
} from './FinancialStatementTable.tsx'
import { type IncomeStatement, readIncomeStatement } from '../contract.ts'
import { FinancialStatementFrame } from './FinancialStatementFrame.tsx'

const placeholder = <Skeleton className="h-64" />

/** The income statement of a period, by default the year to date. */
export function IncomeStatementTab({ list }: { list: ListState }) {
  const [from, to] = [list.search['f.from'], list.search['f.to']]
  const query = { ...(from && { from }), ...(to && { to }) }
  const read = useRead(readIncomeStatement, { query })
  const rows = read.data && incomeRows(read.data)
  return (
    <FinancialStatementFrame
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
          <FinancialStatementTable
            label="Income statement"
            rows={incomeRows(statement)}
            days={{ from: statement.from, to: statement.to }}
          />
        )}
      </Loaded>
    </FinancialStatementFrame>
  )
}

function incomeRows(statement: IncomeStatement): StatementRow[] {
  return [
    ...sectionRows('Income', statement.income),
    ...sectionRows('Cost of goods sold', statement.costOfGoods),
    totalRow('Gross profit', statement.grossProfit),
    ...sectionRows('Expenses', statement.expenses),
    totalRow('Net income', statement.netIncome),
  ]
}
