import { useState } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { MessageListDialog } from '../MessageListDialog.tsx'
import { listWmsRuns, type WmsRun, wmsRunList } from '../../contract.ts'
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

const columns = columnsOf(wmsRunList, {
  job: { text: ({ job }) => jobNames[job], cell: ({ job }) => jobNames[job] },
  state: ({ state }) => <StatusBadge status={badges[state]} />,
  startedAt: ({ startedAt }) => formatMomentOr(startedAt, 'Not yet'),
  by: ({ by, startedFrom }) => (startedFrom === 'person' ? by : starts[startedFrom]),
  steps: {
    text: resultOf,
    cell: (run) => <span className="whitespace-normal">{resultOf(run)}</span>,
  },
})

/** The filter of the state offers only the states of finished runs. */
const filters = filtersOf(wmsRunList, {
  state: {
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
})

/** Lists the runs, latest first, with their messages as exchanged. */
export function RunsTable({ list }: { list: ListState }) {
  const [openedRun, setOpenedRun] = useState<WmsRun | 'all'>()
  return (
    <>
      <DataTable
        name={wmsRunList.name}
        title="Runs"
        endpoint={listWmsRuns}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={(run) => `${jobNames[run.job]} ${run.id}`}
        hrefOf={() => ''}
        onOpen={setOpenedRun}
        tools={<Button onClick={() => setOpenedRun('all')}>All messages</Button>}
        empty={<p className="text-muted">No runs yet.</p>}
      />
      {openedRun && (
        <MessageListDialog
          run={openedRun === 'all' ? undefined : openedRun}
          onClose={() => setOpenedRun(undefined)}
        />
      )}
    </>
  )
}
