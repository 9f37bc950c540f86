import { Check, ExternalLink, FileText, RefreshCw, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { parseAddress, useOpenAddress } from '#platform/web/screen-address.ts'
import type { ListState } from '#platform/web/list-state.ts'
import {
  confirmWmsProblem,
  dismissWmsProblem,
  listWmsProblems,
  listWmsRuns,
  readWmsStatus,
  retryWmsProblem,
  retryWmsProblems,
  type WmsProblem,
  wmsProblemList,
  type WmsStatus,
  reopenWmsProblem,
} from '../contract.ts'
import { statusSentence } from '../rules.ts'
import { MessageListDialog } from './MessageListDialog.tsx'
import { hashIn } from '../labels.ts'

const columns = columnsOf(wmsProblemList, {
  reason: {
    text: (problem) => `${problem.title}. ${problem.reason}`,
    cell: (problem) => (
      <span className="block whitespace-normal">
        <span className="text-label block">{problem.title}</span>
        <span className="block">{problem.reason}</span>
        {problem.proposal && <span className="block text-muted">{problem.proposal}</span>}
        {problem.state !== 'open' && (
          <span className="block text-muted">{resolutionText(problem)}</span>
        )}
      </span>
    ),
  },
  firstSeenAt: (problem) => formatMomentOr(problem.firstSeenAt),
  lastSeenAt: (problem) => formatMomentOr(problem.lastSeenAt),
  attempts: (problem) => problem.attempts.toLocaleString('en-US'),
})

/** When a problem ended, and the note of the user who dismissed it. */
function resolutionText({ state, endedAt, note }: WmsProblem): string {
  const end = `${state === 'solved' ? 'Resolved' : 'Dismissed'} ${formatMomentOr(endedAt)}`
  return note ? `${end}: ${note}` : end
}

const filters = filtersOf(wmsProblemList, {
  state: {
    kind: 'choice',
    id: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'dismissed', label: 'Dismissed' },
      { value: 'solved', label: 'Resolved' },
    ],
  },
})

const refreshes = [listWmsProblems, readWmsStatus, listWmsRuns]
const nothingToRetry = 'No open problem can be retried'

type ProblemsTableProps = { list: ListState; status: WmsStatus | undefined }

/** Lists the problems, by default the open ones, with their actions. */
export function ProblemsTable({ list, status }: ProblemsTableProps) {
  const may = useMay()
  const openAddress = useOpenAddress()
  const [found, setFound] = useState<string>()
  const resolution = useMending()
  const { retryAll } = resolution
  const open = ({ link }: WmsProblem) => {
    void openAddress(parseAddress(link ?? '/'))
  }
  const mayResolve = may('wms.mend')
  const actionsOf = (problem: WmsProblem) => {
    const hash = hashIn(problem.reason)
    const read = { label: 'View message', icon: FileText, run: () => setFound(hash) }
    const openRecord = { label: 'Open record', icon: ExternalLink, run: () => open(problem) }
    const actions = mayResolve ? resolutionActionsOf(problem, resolution) : []
    return [...actions, ...(hash ? [read] : []), ...(problem.link ? [openRecord] : [])]
  }
  return (
    <>
      <DataTable
        name={wmsProblemList.name}
        title="Problems"
        endpoint={listWmsProblems}
        list={list}
        fixed={isState(list) ? {} : { state: 'open' }}
        columns={columns}
        filters={filters}
        codeOf={(problem) => problem.record}
        actionsOf={actionsOf}
        tools={
          mayResolve && (
            <Button
              icon={RefreshCw}
              isBusy={retryAll.isPending}
              whyNot={status?.retryableProblems === 0 ? nothingToRetry : undefined}
              onClick={() => void retryAll.tryRun({})}
            >
              Retry all failed
            </Button>
          )
        }
        empty={<p className="text-muted">{emptyText(status)}</p>}
      />
      {found && <MessageListDialog find={found} onClose={() => setFound(undefined)} />}
    </>
  )
}

/** The actions for an open problem, or the reopen action for one that has ended. */
function resolutionActionsOf(
  problem: WmsProblem,
  mending: ReturnType<typeof useMending>,
): RowAction[] {
  const { retry, dismiss, confirm, reopen } = mending
  const { kind, state, canRetry } = problem
  const params = { id: problem.id }
  if (state !== 'open') {
    const whyNot = state === 'solved' ? 'It is resolved. It reopens if it occurs again' : undefined
    const run = () => void reopen.tryRun({ params })
    return [{ label: 'Reopen', icon: RotateCcw, whyNot, run }]
  }
  const confirmProblem = () => void confirm.tryRun({ params })
  const again = () => void retry.tryRun({ params })
  const end = () => void dismiss.tryRun({ params, body: {} })
  return [
    ...(kind === 'count'
      ? [{ label: 'Confirm count', icon: Check, isInline: true, run: confirmProblem }]
      : []),
    ...(canRetry ? [{ label: 'Retry', icon: RefreshCw, isInline: true, run: again }] : []),
    { label: 'Dismiss', icon: X, run: end },
  ]
}

/** True if the user filters by state; otherwise only open problems are listed. */
const isState = ({ search }: ListState) => search['f.state'] !== undefined

/**
 * The text for an empty list: everything is synced, or documents wait or the connection is down.
 */
function emptyText(status: WmsStatus | undefined): string {
  if (!status) return ''
  const since = formatMomentOr(status.connection.unreachableSince)
  const sentence = statusSentence({ ...status, openProblems: 0 }, since)
  return sentence === 'Everything is synced' ? sentence : `No open problems. ${sentence}`
}

/** The mutations behind the actions. */
function useMending() {
  const retry = useWrite(retryWmsProblem, {
    refreshes,
    success: 'Retrying',
    failure: 'Failed to retry',
  })
  const retryAll = useWrite(retryWmsProblems, {
    refreshes,
    success: ({ retried }) => ({ title: 'Success', text: `${retried} retried` }),
    failure: 'Failed to retry',
  })
  const reopen = useWrite(reopenWmsProblem, {
    refreshes,
    success: 'Problem reopened',
    failure: 'Failed to reopen the problem',
  })
  // A dismissed count cannot be restored: the next count is checked anew.
  const undo = ({ id, kind }: WmsProblem) =>
    kind === 'count' ? {} : { action: offerUndo(() => reopen.tryRun({ params: { id } })) }
  const dismiss = useWrite(dismissWmsProblem, {
    refreshes,
    success: (problem) => ({ title: 'Success', text: 'Problem dismissed', ...undo(problem) }),
    failure: 'Failed to dismiss the problem',
  })
  const confirm = useWrite(confirmWmsProblem, {
    refreshes,
    success: 'Count confirmed. It is read again and applied',
    failure: 'Failed to confirm the count',
  })
  return { retry, retryAll, dismiss, confirm, reopen }
}
