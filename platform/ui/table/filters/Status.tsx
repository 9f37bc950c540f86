import { StatusBadge } from '../../page/StatusBadge.tsx'
import type { Filter } from './FilterChip.tsx'
import type { Column } from '../columns.ts'

/** Display text of the active flag. */
export function statusOf({ isActive }: { isActive: boolean }): string {
  return isActive ? 'Active' : 'Inactive'
}

/** The cell of the Status column of such records. */
export const statusCell = {
  text: statusOf,
  cell: (row: { isActive: boolean }) => <StatusBadge status={statusOf(row)} />,
}

/** The Status column of a list of records with an active flag. */
export function statusColumn<Row extends { isActive: boolean }>(): Column<Row> {
  return {
    id: 'isActive',
    header: 'Status',
    width: 100,
    phone: 'badge',
    ...statusCell,
  }
}

/** The status filter of such a list. */
export const statusFilter: Filter = {
  kind: 'choice',
  id: 'isActive',
  label: 'Status',
  options: [
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Inactive' },
  ],
}
