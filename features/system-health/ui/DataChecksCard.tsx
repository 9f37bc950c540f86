import { ListChecks } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { checkData, type DataCheckRun, listDataChecks } from '../contract.ts'
import { dataStateOf } from '../rules.ts'
import { millis } from './health-figures.ts'

/** Card with the result of the data checks, for administrators. */
export function DataChecksCard() {
  const may = useMay()
  return may('health.check') ? <Card /> : null
}

function Card() {
  const read = useRead(listDataChecks, { everyMs: 60_000 })
  const check = useWrite(checkData, {
    refreshes: [listDataChecks],
    failure: 'Failed to check the data',
  })
  return (
    <section aria-labelledby="data-checks-title" className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="data-checks-title" className="text-card">
          Data Checks
        </h2>
        <Button icon={ListChecks} isBusy={check.isPending} onClick={() => void check.tryRun({})}>
          Check now
        </Button>
      </div>
      <p className="text-table text-muted">
        All data checks run every night: totals, stock, balances, postings and histories.
      </p>
      <Loaded read={read}>{([latest]) => <Findings check={latest} />}</Loaded>
    </section>
  )
}

function Findings({ check }: { check: DataCheckRun | undefined }) {
  const { status, sentence } = dataStateOf(check)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <span>{sentence}</span>
        {check && (
          <span className="numbers text-table text-muted">
            {`checked ${formatMoment(check.checkedAt)} in ${millis(check.tookMs)}`}
          </span>
        )}
      </p>
      {check && check.broken.length > 0 && (
        <ul aria-label="Failed checks" className="text-table flex list-disc flex-col gap-1 pl-5">
          {check.broken.map(({ name, says, count, records = [] }) => (
            <li key={name} className="break-words">
              {`${says} ${foundOf(count)}${namesOf(records)} `}
              <code className="text-muted">{`(${name})`}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function namesOf(records: readonly string[]): string {
  return records.length === 0 ? '' : `: ${records.join(', ')}`
}

function foundOf(count: number | null): string {
  if (count === null) return 'It could not run'
  return `Wrong ${count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`}`
}
