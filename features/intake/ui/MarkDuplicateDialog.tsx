import { parseWholeNumber } from '#platform/ui/form/field-text.ts'
import { UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type IntakeMessageDetails, matchIntakeForm } from '../contract.ts'
import { useIntakeWrites } from './use-intake-writes.ts'

type MarkDuplicateDialogProps = {
  message: Pick<IntakeMessageDetails, 'id' | 'version'>
  onClose: () => void
  onDone: () => void
}

/** The dialog that asks which message an open one repeats. */
export function MarkDuplicateDialog({ message, onClose, onDone }: MarkDuplicateDialogProps) {
  const { match } = useIntakeWrites()
  const { id, version } = message
  return (
    <FormDialog
      title={`Mark Message #${id} as a Duplicate`}
      description="No order is created from it. A message can be reopened."
      schema={matchIntakeForm}
      values={{ duplicateOf: '' }}
      toWire={toWire}
      version={version}
      size="small"
      submitLabel="Mark as Duplicate"
      onClose={onClose}
      onSave={async (body, { idempotencyKey, ifMatch }) => {
        await match.run({ params: { id }, body, idempotencyKey, ifMatch })
        onDone()
      }}
    >
      <UnitsField
        name="duplicateOf"
        label="Duplicate of message *"
        hint="The number of the message that came first"
        min={1}
      />
    </FormDialog>
  )
}

function toWire({ duplicateOf }: { duplicateOf: string }) {
  // Empty reads `Required`.
  return { duplicateOf: parseWholeNumber(duplicateOf) as number }
}
