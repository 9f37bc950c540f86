import { useRef } from 'react'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { IntakeMessageDetails } from '../contract.ts'
import { channelLabels } from '../labels.ts'
import { saveAndPlace, toWire, valuesOf } from './form-values.ts'
import { IntakeFormFields } from './IntakeFormFields.tsx'
import { IntakeMessageActions } from './IntakeMessageActions.tsx'
import { IntakeProblems } from './IntakeProblems.tsx'
import { RawText } from './RawText.tsx'
import { SaveFormButton } from './SaveFormButton.tsx'
import { useIntakeWrites } from './use-intake-writes.ts'

type IntakeMessageFormProps = {
  message: IntakeMessageDetails
  onClose: () => void
}

/**
 * An open message: its text at the left, and the form that was read from it at the right. Placing
 * saves the form first, which stores the corrections, and then creates the order.
 */
export function IntakeMessageForm({ message, onClose }: IntakeMessageFormProps) {
  const { save, place } = useIntakeWrites()
  const { id, channel, sender, version, marks, problems, text } = message
  // After a refused placement the form is saved, so that the next attempt is based on it.
  const saved = useRef<number>(undefined)
  const from = `${channelLabels[channel]} · ${sender || 'Unknown sender'}`
  return (
    <FormDialog
      title={`Message #${id}`}
      description={`${from} · ${counted(message.items.length, 'line')}`}
      schema={saveAndPlace}
      values={valuesOf(message)}
      toWire={toWire}
      size="wide"
      submitLabel="Create Order"
      onClose={onClose}
      version={version}
      onSave={async (body, { idempotencyKey, ifMatch }) => {
        const { isRepeatAccepted, isPriceAccepted, ...form } = body
        const params = { id }
        const base = saved.current ?? ifMatch
        const { version: next } = await save.run({ params, body: form, ifMatch: base })
        saved.current = next
        const accepted = { isRepeatAccepted, isPriceAccepted }
        return place.run({ params, body: accepted, idempotencyKey, ifMatch: next })
      }}
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid content-start gap-3">
          <IntakeMessageActions message={message} onClose={onClose} />
          <RawText text={text} marks={marks} />
        </div>
        <div className="grid content-start gap-4">
          <IntakeProblems problems={problems} />
          <IntakeFormFields marks={marks} />
          <div>
            <SaveFormButton message={message} />
          </div>
        </div>
      </div>
    </FormDialog>
  )
}
