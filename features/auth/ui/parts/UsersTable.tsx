import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { statusCell } from '#platform/ui/table/filters/status-cell.tsx'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { useWrite } from '#platform/web/api.ts'
import { useUrlList } from '#platform/web/list-search.ts'
import { NewUser } from '../users/NewUser.tsx'
import { ResetPassword } from '../users/ResetPassword.tsx'
import { endSessions, listUsers, updateUser, type User, userList } from '../../contract.ts'
import { type Role, roles } from '../../rules.ts'

const filters = filtersOf(userList)

/** Lists all accounts with their roles and states. Changing a role or access signs the user out. */
export function UsersTable({ me }: { me: User }) {
  const list = useUrlList()
  const [isAdding, setIsAdding] = useState(false)
  const [resetting, setResetting] = useState<User>()
  const write = useWrite(updateUser, {
    refreshes: [listUsers],
    success: (user) => ({ title: 'Success', text: `${user.username} updated successfully` }),
    failure: 'Failed to update user',
  })
  const endUserSessions = useWrite(endSessions, {
    refreshes: [],
    success: 'The sessions of that user have ended',
    failure: 'Failed to end the sessions',
  })
  const setRole = (user: User, role: Role) =>
    void write.tryRun({ params: { id: user.id }, body: { role } })
  const setActive = (user: User) =>
    void write.tryRun({ params: { id: user.id }, body: { isActive: !user.isActive } })
  return (
    <>
      <DataTable
        name={userList.name}
        title="Users"
        endpoint={listUsers}
        list={list}
        usualSort={userList.defaultSort}
        columns={columnsFor(me, setRole)}
        filters={filters}
        codeOf={(user) => user.username}
        actionsOf={(user) => [
          {
            label: user.isActive ? 'Deactivate' : 'Activate',
            whyNot: user.id === me.id ? 'You cannot deactivate your own account' : undefined,
            run: () => setActive(user),
          },
          {
            label: 'Reset password',
            whyNot: user.id === me.id ? 'Change your own password in your menu' : undefined,
            run: () => setResetting(user),
          },
          {
            label: 'End sessions',
            whyNot: user.id === me.id ? 'End your own sessions in your menu' : undefined,
            run: () => void endUserSessions.tryRun({ params: { id: user.id } }),
          },
        ]}
        primary={
          <Button kind="primary" icon={UserPlus} onClick={() => setIsAdding(true)}>
            Add User
          </Button>
        }
        empty={null}
      />
      {isAdding && <NewUser onClose={() => setIsAdding(false)} />}
      {resetting && <ResetPassword user={resetting} onClose={() => setResetting(undefined)} />}
    </>
  )
}

function columnsFor(me: User, setRole: (user: User, role: Role) => void): readonly Column<User>[] {
  return columnsOf(userList, {
    role: (user) => (
      <select
        aria-label={`Role of ${user.username}`}
        value={user.role}
        disabled={user.id === me.id}
        title={user.id === me.id ? 'You cannot change your own role' : undefined}
        onChange={({ target }) => setRole(user, target.value as Role)}
        className="control h-8"
      >
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    ),
    isActive: statusCell,
    createdAt: (user) => formatDayOf(user.createdAt),
  })
}
