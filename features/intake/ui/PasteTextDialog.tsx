import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type createIntakeMessage, pasteForm } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type PasteTextDialogProps = {
  onClose: () => void
  /** Called with the id of the message that the text became. */
  onRead: (id: number) => void
}

/** The dialog to paste the text of an order, such as an email. */
export function PasteTextDialog({ onClose, onRead }: PasteTextDialogProps) {
  const { paste } = useIntakeWrites()
  return (
    <FormDialog
      title="Paste Order Text"
      description="The text becomes a message of the inbox. No order is created yet."
      schema={pasteForm}
      values={{ text: '', sender: '' }}
      toWire={toWire}
      size="form"
      submitLabel="Import Text"
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) => {
        const { id } = await paste.run({ body, idempotencyKey })
        // After the dialog has closed itself.
        setTimeout(() => onRead(id))
      }}
    >
      <TextAreaField name="text" label="Text *" rows={14} wide />
      <TextField
        name="sender"
        label="Sender"
        hint="An email address or a name, if it is not in the text"
        wide
      />
    </FormDialog>
  )
}

function toWire(values: { text: string; sender: string }): WireBodyOf<typeof createIntakeMessage> {
  return values
}
