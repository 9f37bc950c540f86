import * as z from 'zod/mini'
import { TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { changePassword } from '../contract.ts'

const form = z.object({ ...changePassword.body.shape, repeated: z.string() }).check(
  z.refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    error: 'The two passwords differ',
  }),
)
type Form = z.infer<typeof form>

const empty: Form = { currentPassword: '', newPassword: '', repeated: '' }
const toBody = (values: Form) => values

/** Dialog to change the signed-in user's password; ends their other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const write = useWrite(changePassword, {
    success: 'Password changed successfully',
    failure: 'Failed to change password',
  })
  return (
    <FormDialog
      title="Change password"
      description="You stay signed in here and are signed out everywhere else."
      schema={form}
      values={empty}
      toWire={toBody}
      size="small"
      submitLabel="Change password"
      onClose={onClose}
      onSave={({ currentPassword, newPassword }, { idempotencyKey }) =>
        write.run({ body: { currentPassword, newPassword }, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        <TextField
          name="currentPassword"
          label="Current password *"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          name="newPassword"
          label="New password *"
          hint="At least 8 characters"
          type="password"
          autoComplete="new-password"
        />
        <TextField
          name="repeated"
          label="Confirm new password *"
          type="password"
          autoComplete="new-password"
        />
      </div>
    </FormDialog>
  )
}
