import { Eye, MailWarning } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { CustomerLink } from '#features/receivables/ui/parts/CustomerLink.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { type Letter, letterList, listLetters, sumLetters } from '../../contract.ts'
import { levelNames } from '../../rules.ts'
import { useLetterBulk } from '../use-send-reminders.ts'

export const { defaultSort } = letterList
export const codeOf = (letter: { letterNumber: string }) => letter.letterNumber

const columns = columnsOf(letterList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (letter) => <CustomerLink of={letter} />,
  },
  level: { text: ({ level }) => levelNames[level], cell: ({ level }) => levelNames[level] },
  createdByName: ({ createdByName }) => createdByName ?? '-',
})

const filters = filtersOf(letterList, { customerCode: customerFilter })
const groups = groupsOf(letterList, {
  endpoint: sumLetters,
  what: 'reminder',
  amountLabel: 'Past due',
})

type RemindersTableProps = {
  list: ListState
  onOpen: (letter: Letter) => void
  onRun: () => void
}

/** Lists the reminders that were written, newest first, with a button that starts a dunning run. */
export function RemindersTable({ list, onOpen, onRun }: RemindersTableProps) {
  const mayRun = useMay()('receivables.dun')
  const letterBulk = useLetterBulk()
  const documents = useManyDocuments<Letter>('dunning-letter', codeOf)
  return (
    <div>
      <ListViews name={letterList.name} list={list} views={letterList.views} />
      <DataTable
        name={letterList.name}
        title="Reminders"
        endpoint={listLetters}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        isScannable
        groups={groups}
        codeOf={codeOf}
        actionsOf={(letter) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(letter) },
        ]}
        bulk={[...letterBulk, documents.action]}
        primary={
          <Tooltip label="Send Reminders" keys={keysOf('add')}>
            <Button
              kind="primary"
              icon={MailWarning}
              onClick={onRun}
              whyNot={mayRun ? undefined : noPermissionText}
            >
              Send Reminders
            </Button>
          </Tooltip>
        }
        hrefOf={(letter) => '/ar-reports' + searchText({ tab: 'reminders', open: codeOf(letter) })}
        onOpen={onOpen}
        {...(mayRun && { onAdd: onRun })}
        empty={<p className="text-muted">No reminders sent yet.</p>}
      />
      {documents.dialog}
    </div>
  )
}
