import { StatusBadge } from '../../page/StatusBadge.tsx'
import type { Filter } from './FilterChip.tsx'
import type { Column } from '../columns.ts'

/** Display text of the active flag. */
export function statusOf({ isActive }: { isActive: boolean }): string {
  return isActive ? 'Active' : 'Inactive'
}

/** The Status column of a list of records with an active flag. */
export function statusColumn<Row extends { isActive: boolean }>(): Column<Row> {
  return {
    id: 'isActive',
    header: 'Status',
    width: 100,
    phone: 'badge',
    text: statusOf,
    cell: (row) => <StatusBadge status={statusOf(row)} />,
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
