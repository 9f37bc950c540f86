import { type Account, accounts } from '#features/journal/rules.ts'
import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import { type Report, type ReportDays, sumOf, tiedAmountOf } from '#platform/ui/reports/report.ts'

type ReportFormulaProps = { report: Report; rows: readonly { id: number }[]; days: ReportDays }

/** How a report is computed, of which days, the account that its sum equals, and its rows. */
export function ReportFormula({ report, rows, days }: ReportFormulaProps) {
  const { title, description, formula = description, dateMode } = report
  const isPeriod = dateMode === 'period'
  return (
    <FigureFormula
      title={title}
      formula={formula}
      asOf={isPeriod ? undefined : days.asOf}
      parts={sumLinksOf({ report, rows, days })}
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

/** A link for each sum that opens its rows. */
function sumLinksOf({ report: { columns, opensSums = {} }, rows, days }: ReportFormulaProps) {
  return columns.flatMap(({ id, header }) => {
    const address = opensSums[id]?.(days)
    return address ? [{ ...address, label: `${header}: ${formatDecimal(sumOf(rows, id))}` }] : []
  })
}

function SumTie({ report, rows, days }: ReportFormulaProps) {
  const { tie } = report
  const amount = tiedAmountOf(report, rows)
  if (!tie || amount === undefined || !isAccount(tie.account)) return null
  const { account, isCredit = false } = tie
  return <JournalTie account={account} amount={amount} asOf={days.asOf} isCredit={isCredit} />
}

function isAccount(name: string): name is Account {
  return Object.hasOwn(accounts, name)
}
