import { clsx } from 'clsx'
import { Download, FileInput, FileOutput } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { downloadWmsMessage, listWmsRuns } from '../../contract.ts'
import { progressText, type Job } from '../../rules.ts'
import { resultOf } from './run-result.ts'
import { useJob } from './use-sync-job.ts'
import { jobNames } from '../../labels.ts'

const jobDescriptions: Readonly<Record<Job, string>> = {
  full: '',
  customers:
    'Sends customers that were created or changed since the last export: code, company name, ' +
    'email, phone, addresses, price level and credit limit.',
  orders:
    'Sends processing orders that the warehouse does not have yet, with their lines, ' +
    'address and instructions.',
  inventory:
    'Imports the warehouse’s stock count and adjusts on-hand quantities, including later ' +
    'movements.',
  shipments: 'Imports shipments, deliveries and receipts since the last import.',
}

/** The jobs of one direction, each with its button, its result and the exchanged file. */
export function JobsTab({ jobs }: { jobs: readonly Job[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {jobs.map((job) => (
        <JobCard key={job} job={job} />
      ))}
    </div>
  )
}

function JobCard({ job: name }: { job: Job }) {
  const mayRun = useMay()('wms.run')
  const job = useJob(name)
  const last = useRead(listWmsRuns, { query: { job: name, limit: 1 } })
  const run = job.run ?? last.data?.[0]
  const isExport = jobNames[name].startsWith('Export')
  const progress = job.isRunning ? job.run?.progress : undefined
  return (
    <section aria-label={jobNames[name]} className="card flex flex-col gap-3 p-4">
      <h2 className="text-card">{jobNames[name].replace(/^(Export|Import) /, '')}</h2>
      <p className="text-muted">{jobDescriptions[name]}</p>
      <p role="status" className="text-table min-h-5">
        {job.isRunning && (progress ? progressText(progress) : 'Starting…')}
        {!job.isRunning && run && `${formatMomentOr(run.endedAt, 'Waiting')}: ${resultOf(run)}`}
        {!job.isRunning && !run && 'Not run manually yet.'}
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={isExport ? FileOutput : FileInput}
          isBusy={job.isRunning}
          whyNot={mayRun ? undefined : noPermissionText}
          onClick={job.start}
        >
          <OneOf
            labels={[jobNames[name], isExport ? 'Exporting...' : 'Importing...']}
            isSecond={job.isRunning}
          />
        </Button>
        {run?.lastMessageId && (
          <a
            className="inline-flex items-center gap-2 px-2"
            href={pathOf(downloadWmsMessage.path, { id: run.lastMessageId })}
            download
          >
            <Download aria-hidden size={16} strokeWidth={1.75} />
            Download the exchanged file
          </a>
        )}
      </div>
    </section>
  )
}

type OneOfProps = { labels: readonly [string, string]; isSecond: boolean }

/** Shows one of two texts at the width of the longer one, so that the layout does not shift. */
function OneOf({ labels: [first, second], isSecond }: OneOfProps) {
  return (
    <span className="inline-grid *:col-start-1 *:row-start-1">
      <span className={clsx(isSecond && 'invisible')}>{first}</span>
      <span className={clsx(!isSecond && 'invisible')}>{second}</span>
    </span>
  )
}
