import { type Account, accounts } from '#features/journal/rules.ts'
import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import { type Report, type ReportDays, sumOf } from '#platform/ui/reports/report.ts'

type ReportFormulaProps = { report: Report; rows: readonly { id: number }[]; days: ReportDays }

/** How a report is computed, of which days, and the account that its sum equals. */
export function ReportFormula({ report, rows, days }: ReportFormulaProps) {
  const { title, description, formula = description, dateMode } = report
  const isPeriod = dateMode === 'period'
  return (
    <FigureFormula
      title={title}
      formula={formula}
      asOf={isPeriod ? undefined : days.asOf}
      tie={
        <>
          {isPeriod && (
            <p className="text-muted">{`${formatDay(days.from)} to ${formatDay(days.to)}`}</p>
          )}
          <SumTie report={report} rows={rows} days={days} />
        </>
      }
    />
  )
}

function SumTie({ report: { tie }, rows, days }: ReportFormulaProps) {
  if (!tie || !isAccount(tie.account)) return null
  const { account, sum, isCredit = false } = tie
  return (
    <JournalTie account={account} amount={sumOf(rows, sum)} asOf={days.asOf} isCredit={isCredit} />
  )
}

function isAccount(name: string): name is Account {
  return Object.hasOwn(accounts, name)
}
