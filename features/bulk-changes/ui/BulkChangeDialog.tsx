import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { fieldName } from '#features/audit/labels.ts'
import { rolesWith } from '#features/auth/rules.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment, formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { useScreenCommands } from '#platform/ui/menu/screen-commands.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { parseAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import {
  type BulkChange,
  type BulkChangeRow,
  bulkChangeRowList,
  listBulkChangeRows,
  readBulkChange,
} from '../contract.ts'
import { actionLabels, countsText, stateLabels, tableLabels } from '../labels.ts'
import { linkOfRow } from '../record-links.ts'
import { type ChangedTable, effectOfUndo, insteadOfUndo, undoPermission } from '../rules.ts'
import { useUndoBulkChange } from './use-undo-bulk-change.ts'

const noItems: readonly never[] = []

/** The number or code of a record; of what has none, its row in the file. */
function recordText({ record, id, row }: BulkChangeRow): string {
  if (record !== null) return record
  if (id > 0) return `#${id}`
  return row === null ? 'None' : `Row ${row}`
}

const fieldsText = ({ fields }: BulkChangeRow) => fields.map(fieldName).join(', ')

function columnsFor(table: ChangedTable) {
  return columnsOf(bulkChangeRowList, {
    record: { text: recordText, cell: (row) => <RecordLink table={table} row={row} /> },
    fields: { text: fieldsText, cell: fieldsText },
  })
}

function RecordLink({ table, row }: { table: ChangedTable; row: BulkChangeRow }) {
  const link = linkOfRow(table, row)
  if (link === undefined) return recordText(row)
  return <ScreenAddressLink address={parseAddress(link)}>{recordText(row)}</ScreenAddressLink>
}

const filters = filtersOf(bulkChangeRowList)

type BulkChangeDialogProps = { id: number; onClose: () => void }

/** One import or bulk edit: who, when, the counts, the result of each record, and its undo. */
export function BulkChangeDialog({ id, onClose }: BulkChangeDialogProps) {
  const read = useRead(readBulkChange, { params: { id } })
  const title = read.data ? titleOf(read.data) : `Change ${id}`
  useScreenCommands(read.data && { of: 'record', subject: title, items: noItems })
  return (
    <Dialog title={title} size="details" place="Details" onClose={onClose}>
      <DialogBody>
        <Loaded read={read}>
          {(change) => (
            <div className="grid grid-cols-1 gap-4">
              <Facts
                items={[
                  { name: 'Time', value: formatMoment(change.madeAt) },
                  { name: 'User', value: change.madeBy ?? 'system' },
                  { name: 'File', value: change.fileName },
                  { name: 'Result', value: countsText(change) },
                  { name: 'Undo', value: stateLabels[change.state] },
                  { name: 'Undone', value: undoneText(change) },
                ]}
              />
              <UndoPart change={change} />
              <ChangedRecords change={change} />
            </div>
          )}
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}

function titleOf({ table, action }: BulkChange): string {
  return `${actionLabels[action]}: ${tableLabels[table]}`
}

function undoneText({ undoneAt, undoneBy }: BulkChange): string {
  return [formatMomentOr(undoneAt, ''), undoneBy].filter(Boolean).join(', ')
}

/** The button that undoes a change, what prevented it, or what to do instead. */
function UndoPart({ change }: { change: BulkChange }) {
  const { run, isPending, blockers, sentence } = useUndoBulkChange(change.id)
  const may = useMay()
  const needed = undoPermission(change.table, change.action)
  const instead = insteadOfUndo(change.table, change.action)
  if (instead) return <Alert tone="info">{`This cannot be undone as a whole. ${instead}`}</Alert>
  if (change.state !== 'undoable') return null
  if (needed && !may(needed)) {
    const sentence = `Your role cannot undo this. Roles that can: ${rolesWith(needed)}.`
    return <Alert tone="info">{sentence}</Alert>
  }
  const effect = effectOfUndo(change.table, change.action)
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      {effect && <p className="text-table text-muted">{effect}</p>}
      <Button icon={Undo2} isBusy={isPending} onClick={() => void run()}>
        Undo all changes
      </Button>
      {blockers.length > 0 && (
        <Alert title={sentence}>
          <ul aria-label="What prevents the undo" className="list-disc pl-5">
            {blockers.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

/** The records of a change, with the result of each; a record opens on its screen. */
function ChangedRecords({ change: { id, table } }: { change: BulkChange }) {
  const list = useLocalList({})
  const columns = useMemo(() => columnsFor(table), [table])
  return (
    <DataTable
      name={bulkChangeRowList.name}
      title="Records"
      endpoint={listBulkChangeRows}
      params={{ id }}
      list={list}
      usualSort={bulkChangeRowList.defaultSort}
      columns={columns}
      filters={filters}
      codeOf={recordText}
      empty={<p className="text-muted">The results of its records are no longer stored.</p>}
    />
  )
}
