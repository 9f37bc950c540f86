import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import {
  readServiceLevels,
  type ServiceLevelReport,
  type ServiceLevelsReport,
} from '../../contract.ts'
import { canarySentence, goodShare } from '../../service-levels.ts'
import { budgetText, percent, unmeasuredText } from '../health-figures.ts'

/** Card with the last canary order and the service levels with their error budgets. */
export function ServiceLevelsCard() {
  const read = useRead(readServiceLevels, { everyMs: 60_000 })
  return (
    <section aria-labelledby="service-levels-title" className="card flex flex-col gap-3 p-4">
      <h2 id="service-levels-title" className="text-card">
        Service Levels
      </h2>
      <p className="text-table text-muted">
        Every minute a synthetic test order is validated and created like any other, and rolled
        back. A minute is bad if the test order fails or takes too long. The error budget is the
        share of minutes that may be bad in 28 days.
      </p>
      <Loaded read={read}>{(report) => <Report report={report} />}</Loaded>
    </section>
  )
}

function Report({ report }: { report: ServiceLevelsReport }) {
  const { canary, levels } = report
  const { status, sentence } = canarySentence(canary)
  const unmeasured = unmeasuredText(report)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <span>{sentence}</span>
        {canary.at !== null && (
          <span className="numbers text-table text-muted">{formatMoment(canary.at)}</span>
        )}
      </p>
      <Levels levels={levels} />
      {unmeasured && <p className="text-table text-muted">{unmeasured}</p>}
    </>
  )
}

const number = 'numbers px-2 py-1.5 text-right whitespace-nowrap'
const columns = ['Target', 'Good minutes', 'Bad minutes', 'Budget left']

function Levels({ levels }: { levels: readonly ServiceLevelReport[] }) {
  return (
    <ScrollRegion label="Service levels, last 28 days" className="scroll-x overflow-auto">
      <table className="text-table w-full">
        <caption className="sr-only">Service levels and their error budgets, last 28 days</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="px-2 py-1.5">
              Service level
            </th>
            <th scope="col" className="px-2 py-1.5">
              State
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <Level key={level.level} level={level} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Level({ level }: { level: ServiceLevelReport }) {
  const { says, state, targetPercent, measured, bad } = level
  const isMeasured = measured > 0
  return (
    <tr className="border-b border-line">
      <th scope="row" className="min-w-60 px-2 py-1.5 text-left font-normal">
        {says}
      </th>
      <td className="px-2 py-1.5">
        <StatusBadge status={state} />
      </td>
      <td className={number}>{`${targetPercent}%`}</td>
      <td className={number}>{isMeasured ? percent(goodShare(level)) : '—'}</td>
      <td className={number}>{isMeasured ? bad.toLocaleString('en-US') : '—'}</td>
      <td className={number}>{budgetText(level)}</td>
    </tr>
  )
}
