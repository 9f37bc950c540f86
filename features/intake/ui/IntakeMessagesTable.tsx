import { Link } from '@tanstack/react-router'
import { ClipboardPaste, RotateCw, UserCheck, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ageText } from '#features/skus/rules.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { now } from '#platform/web/clock.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { type IntakeMessage, intakeMessageList, listIntakeMessages } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

const AssignMessagesDialog = lazyPart(
  async () => (await import('./AssignMessagesDialog.tsx')).AssignMessagesDialog,
)
const RejectMessagesDialog = lazyPart(
  async () => (await import('./RejectMessagesDialog.tsx')).RejectMessagesDialog,
)

const columns = columnsOf(intakeMessageList, {
  id: ({ id }) => `#${id}`,
  state: { text: ({ state }) => state, cell: ({ state }) => <StatusBadge status={state} /> },
  problem: { text: problemText, cell: problemText },
  ownerName: ({ ownerName }) => ownerName ?? 'Unassigned',
  orderNumbers: {
    text: ({ orderNumbers }) => orderNumbers.join(', '),
    cell: ({ orderNumbers }) => <Orders numbers={orderNumbers} />,
  },
  receivedAt: ({ receivedAt }) => formatMomentOr(receivedAt),
  age: { text: messageAge, cell: messageAge },
})

const filters = filtersOf(intakeMessageList)

/** The list of messages, newest first, with what may be done with many of them. */
export function IntakeMessagesTable({ list }: { list: ListState }) {
  const may = useMay()
  const [rejected, setRejected] = useState<readonly IntakeMessage[]>()
  const [assigned, setAssigned] = useState<readonly IntakeMessage[]>()
  const mayWork = may('intake.work')
  const bulk = useBulkActions({ onAssign: setAssigned, onReject: setRejected })
  const paste = () => list.change({ new: '1' }, 'push')
  const open = ({ id }: IntakeMessage) => list.change({ open: String(id) }, 'push')
  return (
    <div>
      <ListViews name={intakeMessageList.name} list={list} views={intakeMessageList.views} />
      <DataTable
        name={intakeMessageList.name}
        title="Messages"
        endpoint={listIntakeMessages}
        list={list}
        columns={columns}
        filters={filters}
        codeOf={({ id }) => `message ${id}`}
        hrefOf={({ id }) => '/intake' + searchText({ open: String(id) })}
        onOpen={open}
        bulk={mayWork ? bulk : undefined}
        primary={
          <Button
            kind="primary"
            icon={ClipboardPaste}
            onClick={paste}
            whyNot={mayWork ? undefined : noPermissionText}
          >
            Paste Order Text
          </Button>
        }
        {...(mayWork && { onAdd: paste })}
        empty={<p className="text-muted">Paste the text of an order to read it.</p>}
      />
      {assigned && (
        <AssignMessagesDialog messages={assigned} onClose={() => setAssigned(undefined)} />
      )}
      {rejected && (
        <RejectMessagesDialog messages={rejected} onClose={() => setRejected(undefined)} />
      )}
    </div>
  )
}

type Choose = (messages: readonly IntakeMessage[]) => void

function useBulkActions({
  onAssign,
  onReject,
}: {
  onAssign: Choose
  onReject: Choose
}): readonly BulkAction<IntakeMessage>[] {
  const { change, runMany } = useIntakeWrites()
  const idsOf = (messages: readonly IntakeMessage[]) => messages.map(({ id }) => id)
  return [
    {
      label: 'Assign to me',
      icon: UserCheck,
      run: (rows) => change.tryRun({ body: { action: 'assign', ids: idsOf(rows) } }),
    },
    { label: 'Assign…', icon: UserPlus, run: (rows) => onAssign(rows) },
    {
      label: 'Run again',
      icon: RotateCw,
      run: (rows) => runMany.tryRun({ body: { ids: idsOf(rows) } }),
    },
    { label: 'Reject…', icon: X, run: (rows) => onReject(rows) },
  ]
}

function messageAge({ receivedAt }: IntakeMessage): string {
  return ageText(receivedAt, now())
}

function problemText({ problem, problemCount, reason }: IntakeMessage): string {
  if (problem === null) return reason ?? ''
  return problemCount > 1 ? `${problem} (and ${problemCount - 1} more)` : problem
}

function Orders({ numbers }: { numbers: readonly string[] }) {
  return (
    <span className="numbers flex flex-wrap gap-x-3">
      {numbers.slice(0, 3).map((number) => (
        <Link key={number} to="/sales-orders" search={{ open: number }}>
          {number}
        </Link>
      ))}
      {numbers.length > 3 && <span>{`and ${numbers.length - 3} more`}</span>}
    </span>
  )
}
