import { TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import * as z from 'zod/mini'
import { listUsers, updateUser, registration, type User } from '../../contract.ts'

const form = z.object({ password: registration.shape.password, repeated: z.string() }).check(
  z.refine(({ password, repeated }) => password === repeated, {
    path: ['repeated'],
    error: 'The two passwords differ',
  }),
)
type Form = z.infer<typeof form>

const empty: Form = { password: '', repeated: '' }
const toBody = (values: Form) => values

/** Dialog in which an administrator resets a forgotten password. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const write = useWrite(updateUser, {
    refreshes: [listUsers],
    success: `Password for ${user.username} reset successfully`,
    failure: 'Failed to reset the password',
  })
  return (
    <FormDialog
      title={`Reset password of ${user.username}`}
      description="This ends all sessions of the user. Give the new password to the user in person."
      schema={form}
      values={empty}
      toWire={toBody}
      size="small"
      submitLabel="Reset password"
      onClose={onClose}
      onSave={({ password }, { idempotencyKey }) =>
        write.run({ params: { id: user.id }, body: { password }, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        <TextField
          name="password"
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
