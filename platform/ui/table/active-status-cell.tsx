import { StatusBadge } from '../page/StatusBadge.tsx'

/** Display text of the active flag. */
export function statusOf({ isActive }: { isActive: boolean }): string {
  return isActive ? 'Active' : 'Inactive'
}

/** The cell of the Status column of such records. */
export const statusCell = {
  text: statusOf,
  cell: (row: { isActive: boolean }) => <StatusBadge status={statusOf(row)} />,
}
