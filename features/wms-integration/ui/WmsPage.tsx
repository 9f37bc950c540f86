import { RefreshCw } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { useFollowing } from '#platform/web/changes-by-other-users.ts'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { DataFlowTab } from './DataFlowTab.tsx'
import { DriftTable } from './counts/DriftTable.tsx'
import { JobsTab } from './runs/JobsTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RunsByHour } from './runs/RunsByHour.tsx'
import { SyncStatusCards } from './SyncStatusCards.tsx'
import { cancelWmsRun, readWmsStatus, type WmsStatus } from '../contract.ts'
import { progressText, statusSentence } from '../rules.ts'
import { useJob } from './runs/use-sync-job.ts'

const busyEveryMs = 1000

/** Page with the state of the exchange with the warehouse, its data, and its problems. */
export function WmsPage() {
  const list = useUrlList()
  const job = useJob('full')
  // Polls while a run is open, no matter who started it; other changes arrive as events.
  const currentRun = useRead(readWmsStatus).data?.run ?? undefined
  const isWatched = currentRun !== undefined || job.isRunning
  const read = useRead(readWmsStatus, isWatched ? { everyMs: busyEveryMs } : {})
  useFollowing(['wms'], read)
  const status = read.data
  return (
    <>
      <PageHeader title="WMS Integration" subtitle="Data exchange with the warehouse" />
      <PageContent>
        <SyncBar job={job} status={status} hasFailed={read.isError} />
        {read.error && (
          <Alert
            title="The status of the data exchange could not be loaded"
            actions={<Button onClick={() => void read.refetch()}>Try again</Button>}
          >
            {read.error.message}
          </Alert>
        )}
        <SyncStatusCards
          types={status?.types}
          connection={status?.connection}
          isPending={read.isPending}
        />
        <RunsByHour types={status?.types} />
        <Tabs
          label="WMS Integration"
          tabs={tabsOf(list, read)}
          open={list.search.tab}
          onOpen={(tab) => list.change({ ...cleared, tab: tab === 'overview' ? undefined : tab })}
        />
      </PageContent>
    </>
  )
}

/** Clears the list settings when another tab opens. */
const cleared = {
  q: undefined,
  sort: undefined,
  page: undefined,
  cols: undefined,
  open: undefined,
  'f.state': undefined,
  'f.direction': undefined,
  'f.job': undefined,
  'f.class': undefined,
}

type StatusRead = { data: WmsStatus | undefined; isPending: boolean }

function tabsOf(list: ListState, { data: status, isPending }: StatusRead) {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <OverviewTab list={list} status={status} isPending={isPending} />,
    },
    { id: 'data-flow', label: 'Data Flow', render: () => <DataFlowTab list={list} /> },
    {
      id: 'exports',
      label: 'Exports',
      render: () => <JobsTab key="exports" jobs={['customers', 'orders']} />,
    },
    {
      id: 'imports',
      label: 'Imports',
      render: () => (
        <div className="flex flex-col gap-4">
          <JobsTab key="imports" jobs={['inventory', 'shipments']} />
          <DriftTable list={list} />
        </div>
      ),
    },
  ]
}

type SyncBarProps = {
  job: ReturnType<typeof useJob>
  status: WmsStatus | undefined
  hasFailed: boolean
}

/** The sync button with progress and cancel. It is busy while any full sync is running. */
function SyncBar({ job, status, hasFailed }: SyncBarProps) {
  const mayRun = useMay()('wms.run')
  const statusRun = status?.run ?? undefined
  // The user's own run may still be in stale status data after it has ended.
  const other = statusRun?.id === job.run?.id ? undefined : statusRun
  const isBusy = job.isRunning || other?.job === 'full'
  const run = job.run?.state === 'running' ? job.run : statusRun
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-body min-w-0 flex-1 basis-60 text-muted">
        {isBusy && (run?.progress ? progressText(run.progress) : 'Starting…')}
        {!isBusy &&
          other &&
          `A run is in progress: ${other.progress ? progressText(other.progress) : 'waiting'}`}
        {!isBusy && !other && sentenceOf(status, hasFailed)}
      </p>
      {job.isRunning && <Button onClick={job.cancel}>Cancel</Button>}
      {!job.isRunning && other && mayRun && <CancelOther id={other.id} />}
      <Button
        kind="primary"
        icon={RefreshCw}
        isBusy={isBusy}
        whyNot={mayRun ? undefined : noPermissionText}
        onClick={job.start}
      >
        {isBusy ? 'Syncing...' : 'Full Sync'}
      </Button>
    </div>
  )
}

/** Cancels a run started by another user or by the schedule. */
function CancelOther({ id }: { id: number }) {
  const cancel = useWrite(cancelWmsRun, {
    refreshes: [readWmsStatus],
    success: 'The run stops after its current batch',
    failure: 'Failed to cancel the run',
  })
  return (
    <Button isBusy={cancel.isPending} onClick={() => void cancel.tryRun({ params: { id } })}>
      Cancel
    </Button>
  )
}

function sentenceOf(status: WmsStatus | undefined, hasFailed: boolean): string {
  if (!status) return hasFailed ? 'The status of the data exchange is unknown' : 'Loading…'
  return statusSentence(status, formatMomentOr(status.connection.unreachableSince))
}
