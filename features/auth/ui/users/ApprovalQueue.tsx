import { useState } from 'react'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useList, useWrite } from '#platform/web/api-hooks.ts'
import { declineUser, listUsers, updateUser, type UserRow } from '../../contract.ts'
import { useRoleNames } from './use-role-options.ts'

/** The sign-ups that await an approval, above the list of users; nothing if there are none. */
export function ApprovalQueue() {
  const query = { state: 'awaiting approval', sort: 'createdAt', limit: 50 }
  const { data } = useList(listUsers, { query })
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-labelledby="approvals" className="card mb-4 p-4">
      <h3 id="approvals" className="text-label">
        {`Awaiting approval (${data.total})`}
      </h3>
      <ul>
        {data.rows.map((user) => (
          <SignUp key={user.id} user={user} />
        ))}
      </ul>
    </section>
  )
}

function SignUp({ user }: { user: UserRow }) {
  const [role, setRole] = useState(user.role)
  const roleNames = useRoleNames()
  const approve = useWrite(updateUser, {
    refreshes: [listUsers],
    success: `${user.username} can sign in now`,
    failure: 'Failed to approve the sign-up',
  })
  const reject = useWrite(declineUser, {
    refreshes: [listUsers],
    success: `The sign-up of ${user.username} was rejected`,
    failure: 'Failed to reject the sign-up',
  })
  const params = { id: user.id }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <span className="text-label">{user.username}</span>
        <span className="text-muted">{` · ${user.email} · ${formatDayOf(user.createdAt)}`}</span>
      </p>
      <select
        aria-label={`Role for ${user.username}`}
        value={role}
        onChange={({ target }) => setRole(target.value)}
        className="control h-8 w-auto"
      >
        {roleNames.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button
        size="small"
        kind="primary"
        isOnce
        aria-label={`Approve ${user.username}`}
        isBusy={approve.isPending}
        onClick={() => void approve.tryRun({ params, body: { isActive: true, role } })}
      >
        Approve
      </Button>
      <Button
        size="small"
        isOnce
        aria-label={`Reject ${user.username}`}
        isBusy={reject.isPending}
        onClick={() => void reject.tryRun({ params })}
      >
        Reject
      </Button>
    </li>
  )
}
