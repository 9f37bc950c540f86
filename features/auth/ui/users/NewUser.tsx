import { SelectField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { createUser, listUsers } from '../../contract.ts'
import { useRoleOptions } from './use-role-options.ts'

type Values = { username: string; email: string; password: string; role: string }

const empty: Values = { username: '', email: '', password: '', role: 'user' }
const toBody = (values: Values) => values

/** Dialog in which an administrator creates an account. */
export function NewUser({ onClose }: { onClose: () => void }) {
  const roleOptions = useRoleOptions()
  const write = useWrite(createUser, {
    refreshes: [listUsers],
    success: 'User created successfully',
    failure: 'Failed to create user',
  })
  return (
    <FormDialog
      title="Add User"
      schema={createUser.body}
      values={empty}
      toWire={toBody}
      submitLabel="Create User"
      another
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="username" label="Username *" />
        <TextField name="email" label="Email *" type="email" />
        <TextField
          name="password"
          label="Password *"
          hint="At least 8 characters; give it to the user in person"
          type="password"
          autoComplete="new-password"
        />
        <SelectField name="role" label="Role *" options={roleOptions} />
      </div>
    </FormDialog>
  )
}
