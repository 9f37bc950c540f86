import { Eye, MailWarning } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { CustomerLink } from '#features/receivables/ui/parts/CustomerLink.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type Letter, listLetters } from '../../contract.ts'
import { levelNames, reminderLevels } from '../../rules.ts'
import { useLetterBulk } from '../use-letters.ts'

export const defaultSort = '-id'
export const codeOf = (letter: { letterNumber: string }) => letter.letterNumber

const columns: readonly Column<Letter>[] = [
  { id: 'letterNumber', header: 'Letter', width: 125, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 210,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (letter) => <CustomerLink of={letter} />,
  },
  {
    id: 'level',
    header: 'Reminder',
    width: 135,
    phone: 'badge',
    text: ({ level }) => levelNames[level],
    cell: ({ level }) => levelNames[level],
  },
  {
    id: 'letterOn',
    header: 'Date',
    width: 105,
    phone: 'date',
    cell: ({ letterOn }) => formatDay(letterOn),
  },
  {
    id: 'invoices',
    header: 'Invoices',
    width: 100,
    align: 'right',
    sortable: false,
    cell: ({ invoices }) => invoices,
  },
  {
    id: 'total',
    header: 'Past due',
    width: 125,
    align: 'right',
    phone: 'amount',
    cell: ({ total }) => formatDecimal(total),
  },
  {
    id: 'fee',
    header: 'Fee',
    width: 90,
    align: 'right',
    sortable: false,
    cell: ({ fee }) => formatDecimal(fee),
  },
  {
    id: 'createdByName',
    header: 'Created by',
    width: 120,
    sortable: false,
    cell: ({ createdByName }) => createdByName ?? '-',
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'level',
    label: 'Reminder',
    several: true,
    options: reminderLevels.map((level) => ({ value: String(level), label: levelNames[level] })),
  },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
  customerFilter,
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Last reminders', filters: { level: '3' } },
]

type RemindersTableProps = {
  list: ListState
  onOpen: (letter: Letter) => void
  onRun: () => void
}

/** Lists the reminders that were written, newest first, with a button that starts a dunning run. */
export function RemindersTable({ list, onOpen, onRun }: RemindersTableProps) {
  const mayRun = useMay()('receivables.dun')
  return (
    <div>
      <ListViews name="reminders" list={list} views={views} />
      <DataTable
        name="reminders"
        title="Reminders"
        endpoint={listLetters}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(letter) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(letter) },
        ]}
        bulk={useLetterBulk()}
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
    </div>
  )
}
