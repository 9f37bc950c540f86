import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { SelectField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { type IntakeMessage, intakeAssignment, readIntakeAssignees } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type AssignMessagesDialogProps = {
  messages: readonly Pick<IntakeMessage, 'id'>[]
  onClose: () => void
}

/** The dialog that asks which user gets the messages. */
export function AssignMessagesDialog({ messages, onClose }: AssignMessagesDialogProps) {
  const { change } = useIntakeWrites()
  const { data, error, isPending, refetch } = useRead(readIntakeAssignees)
  const users = data?.users ?? []
  const options = users.map(({ id, username }) => ({ value: String(id), label: username }))
  return (
    <FormDialog
      title={`Assign ${counted(messages.length, 'message')}`}
      schema={intakeAssignment}
      values={{ ownerId: '' }}
      toWire={toWire}
      size="small"
      submitLabel="Assign"
      onClose={onClose}
      onSave={async ({ ownerId }, { idempotencyKey }) => {
        const ids = messages.map(({ id }) => id)
        await change.run({ body: { action: 'assign', ids, ownerId }, idempotencyKey })
      }}
    >
      {error && !data && (
        <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      <SelectField
        name="ownerId"
        label="User *"
        options={[{ value: '', label: isPending ? 'Loading…' : 'Select a user' }, ...options]}
      />
    </FormDialog>
  )
}

function toWire({ ownerId }: { ownerId: string }) {
  return { ownerId: Number(ownerId) }
}
