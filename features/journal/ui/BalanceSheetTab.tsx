import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import {
  ExportStatement,
  sectionRows,
  type StatementRow,
  FinancialStatementTable,
  totalRow,
} from './FinancialStatementTable.tsx'
import { type BalanceSheet, readBalanceSheet } from '../contract.ts'
import { FinancialStatementFrame } from './FinancialStatementFrame.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'

const placeholder = <Skeleton className="h-64" />

/** The balance sheet at the end of a day. */
export function BalanceSheetTab({ list }: { list: ListState }) {
  const asOf = list.search['f.asOf']
  const read = useRead(readBalanceSheet, { query: asOf ? { asOf } : {} })
  const rows = read.data && balanceRows(read.data)
  return (
    <FinancialStatementFrame
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
          <FinancialStatementTable
            label="Balance sheet"
            rows={balanceRows(sheet)}
            days={{ to: sheet.asOf }}
          />
        )}
      </Loaded>
    </FinancialStatementFrame>
  )
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
