import { SelectField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { inviteUser, listUsers } from '../../contract.ts'
import { useRoleOptions } from './use-role-options.ts'

type Values = { username: string; email: string; role: string }

const empty: Values = { username: '', email: '', role: 'user' }
const toBody = (values: Values) => values

/** Dialog in which an administrator invites a person, who chooses the password by a link. */
export function InviteUser({ onClose }: { onClose: () => void }) {
  const roleOptions = useRoleOptions()
  const write = useWrite(inviteUser, {
    refreshes: [listUsers],
    success: 'The invitation will be sent',
    failure: 'Failed to invite the user',
  })
  return (
    <FormDialog
      title="Invite User"
      description="The link in the email works once, for 30 minutes. You can send it again."
      schema={inviteUser.body}
      values={empty}
      toWire={toBody}
      submitLabel="Invite User"
      another
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ body, idempotencyKey })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="email" label="Email *" type="email" />
        <TextField name="username" label="Username *" hint="The person may choose another" />
        <SelectField name="role" label="Role *" options={roleOptions} />
      </div>
    </FormDialog>
  )
}
