import { ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { listRoles, type OwnRole, ownRoleList } from '../../contract.ts'
import { sentenceOf } from '../../role-rules.ts'
import { BuiltInRoles } from '../roles/BuiltInRoles.tsx'
import { DeleteRole } from '../roles/DeleteRole.tsx'
import { RoleForm, type RoleToCopy } from '../roles/RoleForm.tsx'

type Opened = { dialog: 'edit' | 'delete'; role: OwnRole }

/** The company's own roles, and what the built-in ones may do. */
export function RolesTable() {
  const list = useUrlList()
  const [copied, setCopied] = useState<RoleToCopy>()
  const [opened, setOpened] = useState<Opened>()
  const actionsOf = (role: OwnRole) => [
    { label: 'Edit', run: () => setOpened({ dialog: 'edit', role }) },
    { label: 'Copy', run: () => setCopied(copyOf(role)) },
    {
      label: 'Delete',
      whyNot: role.userCount > 0 ? 'Users have this role. Give them another one first' : undefined,
      run: () => setOpened({ dialog: 'delete', role }),
    },
  ]
  return (
    <>
      <DataTable
        name={ownRoleList.name}
        title="Your roles"
        endpoint={listRoles}
        list={list}
        usualSort={ownRoleList.defaultSort}
        columns={columns}
        codeOf={({ name }) => name}
        hrefOf={() => ''}
        onOpen={(role) => setOpened({ dialog: 'edit', role })}
        actionsOf={actionsOf}
        primary={
          <Button kind="primary" icon={ShieldPlus} onClick={() => setCopied(emptyRole)}>
            Add Role
          </Button>
        }
        empty={<p>You have no roles of your own. Copy a built-in role, or add one.</p>}
      />
      <BuiltInRoles onCopy={setCopied} />
      {copied && <RoleForm copied={copied} onClose={() => setCopied(undefined)} />}
      {opened?.dialog === 'edit' && (
        <RoleForm role={opened.role} onClose={() => setOpened(undefined)} />
      )}
      {opened?.dialog === 'delete' && (
        <DeleteRole role={opened.role} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

const emptyRole: RoleToCopy = { name: '', permissions: [], requiresSecondFactor: false }

function copyOf({ name, permissions, requiresSecondFactor }: OwnRole): RoleToCopy {
  return { name: `Copy of ${name}`.slice(0, 40), permissions, requiresSecondFactor }
}

const sentencesOf = ({ permissions }: OwnRole) => permissions.map(sentenceOf).join('; ')
const secondFactorOf = ({ requiresSecondFactor }: OwnRole) =>
  requiresSecondFactor ? 'Required' : 'Not required'

const columns = columnsOf(ownRoleList, {
  permissions: { text: sentencesOf, cell: sentencesOf },
  requiresSecondFactor: { text: secondFactorOf, cell: secondFactorOf },
  updatedAt: ({ updatedAt }) => formatDayOf(updatedAt),
})
