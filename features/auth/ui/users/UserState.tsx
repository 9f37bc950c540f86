import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { UserRow } from '../../contract.ts'

type UserStateProps = { user: Pick<UserRow, 'state'>; isSlowed: boolean }

/** What an account is, and whether wrong passwords or codes slow it down. */
export function UserState({ user, isSlowed }: UserStateProps) {
  return (
    <span className="grid justify-items-start gap-0.5">
      <StatusBadge status={user.state} />
      {isSlowed && <span className="text-caption text-muted">Many wrong passwords or codes</span>}
    </span>
  )
}
