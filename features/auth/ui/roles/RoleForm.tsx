import { CustomField, SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  createRole,
  listRoles,
  listUsers,
  type OwnRole,
  ownRoleForm,
  updateRole,
} from '../../contract.ts'
import type { ChosenPermission } from '../../role-rules.ts'
import { PermissionChoice } from './PermissionChoice.tsx'

/** What a new role begins with. */
export type RoleToCopy = {
  name: string
  permissions: ChosenPermission[]
  requiresSecondFactor: boolean
}

type RoleFormProps = { role?: OwnRole; copied?: RoleToCopy; onClose: () => void }

/** The form of a role of the company's own: its name and what its holders may do. */
export function RoleForm({ role, copied, onClose }: RoleFormProps) {
  const creation = useWrite(createRole, {
    refreshes: [listRoles],
    success: 'Role created successfully',
    failure: 'Failed to create role',
  })
  const change = useWrite(updateRole, {
    refreshes: [listRoles, listUsers],
    success: 'Role updated successfully',
    failure: 'Failed to update role',
  })
  return (
    <FormDialog
      title={role ? 'Edit Role' : 'Add Role'}
      description="If you change the permissions, everyone with this role is signed out."
      schema={ownRoleForm}
      values={valuesOf(role ?? copied)}
      toWire={toWire}
      submitLabel={role ? 'Update Role' : 'Create Role'}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        role
          ? change.run({ params: { id: role.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...(role && { version: role.version, reread: () => reload(role) })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label="Name *" hint="The task, such as Returns desk" />
        <SwitchField
          name="requiresSecondFactor"
          label="Second factor required"
          hint="If on, its users set up a second factor before anything else"
        />
        <CustomField name="permissions" label="Permissions *" wide>
          {(control, value, onChange) => (
            <PermissionChoice
              control={control}
              value={value as ChosenPermission[]}
              onChange={onChange}
            />
          )}
        </CustomField>
      </div>
    </FormDialog>
  )
}

/** Reads the current version of the role after an edit conflict. */
async function reload({ id }: OwnRole) {
  const found = await send(listRoles, { query: { limit: 200 } })
  const current = found.find((each) => each.id === id)
  if (!current) throw new Error('it is gone')
  return { values: valuesOf(current), version: current.version }
}

function valuesOf(role: RoleToCopy | undefined): RoleToCopy {
  const { name = '', permissions = [], requiresSecondFactor = false } = role ?? {}
  return { name, permissions, requiresSecondFactor }
}

function toWire(values: RoleToCopy) {
  return values
}
