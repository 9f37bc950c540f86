import { useNavigate } from '@tanstack/react-router'
import { Check, ExternalLink, FileText, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/me.ts'
import { Button } from '#platform/ui/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/FilterChip.tsx'
import { useWrite } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import {
  confirmWmsProblem,
  dismissWmsProblem,
  listWmsProblems,
  listWmsRuns,
  readWmsStatus,
  retryWmsProblem,
  retryWmsProblems,
  type WmsProblem,
  type WmsStatus,
} from './contract.ts'
import { standingText } from './rules.ts'
import { MessagesDialog } from './MessagesDialog.tsx'
import { hashIn, momentText } from './words.ts'

const columns: readonly Column<WmsProblem>[] = [
  { id: 'record', header: 'Record', width: 130, cell: (problem) => problem.record },
  {
    id: 'direction',
    header: 'Direction',
    width: 90,
    sortable: false,
    cell: (problem) => (problem.direction === 'export' ? 'Export' : 'Import'),
  },
  {
    id: 'reason',
    header: 'What is wrong',
    width: 330,
    sortable: false,
    phone: 'line',
    text: (problem) => `${problem.title}. ${problem.reason}`,
    cell: (problem) => (
      <span className="block whitespace-normal">
        <span className="text-label block">{problem.title}</span>
        <span className="block">{problem.reason}</span>
        {problem.proposal && <span className="block text-muted">{problem.proposal}</span>}
      </span>
    ),
  },
  {
    id: 'firstSeenAt',
    header: 'First seen',
    width: 130,
    sortable: false,
    cell: (problem) => momentText(problem.firstSeenAt),
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    width: 130,
    phone: 'date',
    cell: (problem) => momentText(problem.lastSeenAt),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 90,
    align: 'right',
    phone: 'amount',
    cell: (problem) => problem.attempts.toLocaleString('en-US'),
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'direction',
    label: 'Direction',
    options: [
      { value: 'export', label: 'Export' },
      { value: 'import', label: 'Import' },
    ],
  },
]

const refreshes = [listWmsProblems, readWmsStatus, listWmsRuns]

type ProblemsTableProps = { list: ListState; status: WmsStatus | undefined }

/** What went wrong and is not mended yet, with the ways to mend it. */
export function ProblemsTable({ list, status }: ProblemsTableProps) {
  const may = useMay()
  const navigate = useNavigate()
  const [found, setFound] = useState<string>()
  const { retry, retryAll, dismiss, confirm } = useMending()
  const open = ({ link }: WmsProblem) => {
    const [to = '/', search = ''] = (link ?? '').split('?')
    void navigate({ to, search: Object.fromEntries(new URLSearchParams(search)) as never })
  }
  const mayMend = may('wms.mend')
  const actionsOf = (problem: WmsProblem) => {
    const params = { id: problem.id }
    const take = {
      label: 'Confirm count',
      icon: Check,
      isInline: true,
      run: () => void confirm.tryRun({ params }),
    }
    const again = {
      label: 'Retry',
      icon: RefreshCw,
      isInline: true,
      run: () => void retry.tryRun({ params }),
    }
    const mend = [
      ...(problem.kind === 'count' ? [take] : []),
      ...(problem.canRetry ? [again] : []),
      { label: 'Dismiss', icon: X, run: () => void dismiss.tryRun({ params, body: {} }) },
    ]
    const hash = hashIn(problem.reason)
    const read = { label: 'Look at message', icon: FileText, run: () => setFound(hash) }
    const look = { label: 'Open record', icon: ExternalLink, run: () => open(problem) }
    return [...(mayMend ? mend : []), ...(hash ? [read] : []), ...(problem.link ? [look] : [])]
  }
  return (
    <>
      <DataTable
        name="wms-problems"
        title="Problems"
        endpoint={listWmsProblems}
        list={list}
        fixed={{ state: 'open' }}
        columns={columns}
        filters={filters}
        codeOf={(problem) => problem.record}
        actionsOf={actionsOf}
        tools={
          mayMend && (
            <Button
              icon={RefreshCw}
              isBusy={retryAll.isPending}
              onClick={() => void retryAll.tryRun({})}
            >
              Retry all failed
            </Button>
          )
        }
        empty={<p className="text-muted">{emptyText(status)}</p>}
      />
      {found && <MessagesDialog find={found} onClose={() => setFound(undefined)} />}
    </>
  )
}

/** Where no problem is open, all is well or the warehouse is away and everything waits. */
function emptyText(status: WmsStatus | undefined): string {
  if (!status) return ''
  const since = momentText(status.connection.unreachableSince)
  const standing = standingText({ ...status, openProblems: 0 }, since)
  return standing === 'Everything is synced' ? standing : `No problem is open. ${standing}`
}

/** The ways to mend what is wrong. */
function useMending() {
  const retry = useWrite(retryWmsProblem, {
    refreshes,
    success: 'It is tried again',
    failure: 'Failed to try it again',
  })
  const retryAll = useWrite(retryWmsProblems, {
    refreshes,
    success: ({ retried }) => ({ title: 'Success', text: `${retried} tried again` }),
    failure: 'Failed to try them again',
  })
  const dismiss = useWrite(dismissWmsProblem, {
    refreshes,
    success: 'Problem dismissed',
    failure: 'Failed to dismiss the problem',
  })
  const confirm = useWrite(confirmWmsProblem, {
    refreshes,
    success: 'The count is read anew and taken',
    failure: 'Failed to confirm the count',
  })
  return { retry, retryAll, dismiss, confirm }
}
