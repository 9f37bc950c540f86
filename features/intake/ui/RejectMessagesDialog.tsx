import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type IntakeMessage, intakeReason } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type RejectMessagesDialogProps = {
  messages: readonly Pick<IntakeMessage, 'id'>[]
  onClose: () => void
  onDone?: () => void
}

/** The dialog that asks why messages are rejected. */
export function RejectMessagesDialog({ messages, onClose, onDone }: RejectMessagesDialogProps) {
  const { change } = useIntakeWrites()
  return (
    <FormDialog
      title={`Reject ${counted(messages.length, 'message')}`}
      description="No order is created, and no one is notified. A message can be reopened."
      schema={intakeReason}
      values={{ reason: '' }}
      toWire={toWire}
      size="small"
      submitLabel="Reject"
      onClose={onClose}
      onSave={async ({ reason }, { idempotencyKey }) => {
        const ids = messages.map(({ id }) => id)
        await change.run({ body: { action: 'reject', ids, reason }, idempotencyKey })
        onDone?.()
      }}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

function toWire(values: { reason: string }) {
  return values
}
