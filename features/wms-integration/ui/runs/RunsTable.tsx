import { useState } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { MessagesDialog } from '../MessagesDialog.tsx'
import { listWmsRuns, type WmsRun } from '../../contract.ts'
import { jobs } from '../../rules.ts'
import { resultOf } from './run-result.ts'
import { jobNames } from '../../labels.ts'

const badges: Readonly<Record<WmsRun['state'], string>> = {
  waiting: 'pending',
  running: 'processing',
  done: 'completed',
  partial: 'ended with errors',
  failed: 'error',
  cancelled: 'cancelled',
}

const starts = { person: 'by', schedule: 'on schedule', webhook: 'by webhook' } as const

const columns: readonly Column<WmsRun>[] = [
  {
    id: 'job',
    header: 'Run',
    width: 200,
    sortable: false,
    text: ({ job }) => jobNames[job],
    cell: ({ job }) => jobNames[job],
  },
  {
    id: 'state',
    header: 'State',
    width: 170,
    sortable: false,
    phone: 'badge',
    cell: ({ state }) => <StatusBadge status={badges[state]} />,
  },
  {
    id: 'startedAt',
    header: 'Started',
    width: 150,
    sortable: false,
    phone: 'date',
    cell: ({ startedAt }) => formatMomentOr(startedAt, 'Not yet'),
  },
  {
    id: 'by',
    header: 'Started by',
    width: 150,
    sortable: false,
    cell: ({ by, startedFrom }) => (startedFrom === 'person' ? by : starts[startedFrom]),
  },
  {
    id: 'steps',
    header: 'Result',
    width: 400,
    sortable: false,
    phone: 'line',
    text: resultOf,
    cell: (run) => <span className="whitespace-normal">{resultOf(run)}</span>,
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'job',
    label: 'Run',
    options: jobs.map((value) => ({ value, label: jobNames[value] })),
  },
  {
    kind: 'choice',
    id: 'state',
    label: 'State',
    options: [
      { value: 'done', label: 'Completed' },
      { value: 'partial', label: 'Ended with errors' },
      { value: 'failed', label: 'Failed' },
      { value: 'cancelled', label: 'Cancelled' },
    ],
  },
]

/** Lists the runs, latest first, with their messages as exchanged. */
export function RunsTable({ list }: { list: ListState }) {
  const [shown, setShown] = useState<WmsRun | 'all'>()
  return (
    <>
      <DataTable
        name="wms-runs"
        title="Runs"
        endpoint={listWmsRuns}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={(run) => `${jobNames[run.job]} ${run.id}`}
        hrefOf={() => ''}
        onOpen={setShown}
        tools={<Button onClick={() => setShown('all')}>All messages</Button>}
        empty={<p className="text-muted">No runs yet.</p>}
      />
      {shown && (
        <MessagesDialog
          run={shown === 'all' ? undefined : shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
