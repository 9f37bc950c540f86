import { Mail, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf, formatMoment } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { ApprovalQueue } from '../users/ApprovalQueue.tsx'
import { InviteUser } from '../users/InviteUser.tsx'
import { NewUser } from '../users/NewUser.tsx'
import { ResetPassword } from '../users/ResetPassword.tsx'
import { UserLimitsForm } from '../users/UserLimitsForm.tsx'
import { UserState } from '../users/UserState.tsx'
import { useUserActions, useWhyNoMail } from '../users/use-user-actions.ts'
import {
  listUsers,
  readSlowedUsers,
  updateUser,
  type User,
  userList,
  type UserRow,
} from '../../contract.ts'
import { useRoleNames } from '../users/use-role-options.ts'

const filters = filtersOf(userList)

type UsersTableProps = {
  me: User
  /** Actions from features that this one cannot import. */
  moreActions: (user: UserRow) => readonly MenuItem[]
}

/**
 * Lists all accounts with their roles and states, below the sign-ups that await an approval.
 * Changing a role or access signs the user out.
 */
export function UsersTable({ me, moreActions }: UsersTableProps) {
  const list = useUrlList()
  const [adding, setAdding] = useState<'user' | 'invitation'>()
  const [resetting, setResetting] = useState<User>()
  const [limited, setLimited] = useState<UserRow>()
  const roleNames = useRoleNames()
  const slowed = useRead(readSlowedUsers)
  const isSlowed = ({ id }: User) => slowed.data?.userIds.includes(id) ?? false
  const whyNoMail = useWhyNoMail()
  const actionsOf = useUserActions(me, { isSlowed, onReset: setResetting, onLimits: setLimited })
  const write = useWrite(updateUser, {
    refreshes: [listUsers],
    success: (user) => ({ title: 'Success', text: `${user.username} updated successfully` }),
    failure: 'Failed to update user',
  })
  const setRole = (user: User, role: string) =>
    void write.tryRun({ params: { id: user.id }, body: { role } })
  return (
    <>
      <ApprovalQueue />
      <DataTable
        name={userList.name}
        title="Users"
        endpoint={listUsers}
        list={list}
        usualSort={userList.defaultSort}
        columns={columnsFor(me, { roleNames, setRole, isSlowed })}
        filters={filters}
        codeOf={(user) => user.username}
        actionsOf={(user) => [...actionsOf(user), ...moreActions(user)]}
        primary={
          <>
            <Button icon={Mail} whyNot={whyNoMail} onClick={() => setAdding('invitation')}>
              Invite User
            </Button>
            <Button kind="primary" icon={UserPlus} onClick={() => setAdding('user')}>
              Add User
            </Button>
          </>
        }
        empty={null}
      />
      {adding === 'user' && <NewUser onClose={() => setAdding(undefined)} />}
      {adding === 'invitation' && <InviteUser onClose={() => setAdding(undefined)} />}
      {limited && <UserLimitsForm user={limited} onClose={() => setLimited(undefined)} />}
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(undefined)} />}
    </>
  )
}

type ColumnParts = {
  roleNames: readonly string[]
  setRole: (user: User, role: string) => void
  isSlowed: (user: User) => boolean
}

function columnsFor(
  me: User,
  { roleNames, setRole, isSlowed }: ColumnParts,
): readonly Column<UserRow>[] {
  return columnsOf(userList, {
    role: (user) => (
      <select
        aria-label={`Role of ${user.username}`}
        value={user.role}
        disabled={user.id === me.id}
        title={user.id === me.id ? 'You cannot change your own role' : undefined}
        onChange={({ target }) => setRole(user, target.value)}
        className="control text-table h-8 px-2"
      >
        {[...new Set([...roleNames, user.role])].map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    ),
    state: (user) => <UserState user={user} isSlowed={isSlowed(user)} />,
    hasSecondFactor: {
      cell: (user) => (user.hasSecondFactor ? 'On' : 'Off'),
      text: (user) => (user.hasSecondFactor ? 'On' : 'Off'),
    },
    lastSeenAt: (user) => user.lastSeenAt && formatMoment(user.lastSeenAt),
    createdAt: (user) => formatDayOf(user.createdAt),
  })
}
