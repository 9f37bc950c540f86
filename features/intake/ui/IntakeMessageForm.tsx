import { type ComponentProps, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { isSame } from '#platform/ui/form/merge-edits.ts'
import { send } from '#platform/web/api-client.ts'
import { type IntakeMessageDetails, readIntakeMessage } from '../contract.ts'
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
  /** The form was saved, or its message was run again: it begins anew with what was stored. */
  onStored: () => void
  onClose: () => void
}

/**
 * An open message: its text at the left, and the form that was read from it at the right. Placing
 * saves the form first, which stores the corrections, and then creates the order. What is typed
 * stays if the message changes meanwhile, such as by Assign to me.
 */
export function IntakeMessageForm({ message, onStored, onClose }: IntakeMessageFormProps) {
  const { save, place } = useIntakeWrites()
  const { id, channel, sender, marks, problems, text } = message
  const { initial, rebase, baseVersion } = useBase(message)
  const from = `${channelLabels[channel]} · ${sender || 'Unknown sender'}`
  return (
    <FormDialog
      title={`Message #${id}`}
      description={`${from} · ${counted(message.items.length, 'line')}`}
      schema={saveAndPlace}
      values={initial.values}
      toWire={toWire}
      size="wide"
      submitLabel="Create Order"
      onClose={onClose}
      version={initial.version}
      reread={async () => rebase(await send(readIntakeMessage, { params: { id } }))}
      onSave={async (body, { idempotencyKey }) => {
        const { isRepeatAccepted, isPriceAccepted, ...form } = body
        const params = { id }
        const saved = await save.run({ params, body: form, ifMatch: baseVersion() })
        // After a refused placement the form is saved, so that the next attempt is based on it.
        rebase(saved)
        const accepted = { isRepeatAccepted, isPriceAccepted }
        return place.run({ params, body: accepted, idempotencyKey, ifMatch: saved.version })
      }}
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid content-start gap-3">
          <FormActions message={message} onRun={onStored} onClose={onClose} />
          <RawText text={text} marks={marks} />
        </div>
        <div className="grid content-start gap-4">
          <IntakeProblems problems={problems} />
          <IntakeFormFields marks={marks} />
          <div>
            <SaveFormButton id={id} baseVersion={baseVersion} onSaved={onStored} />
          </div>
        </div>
      </div>
    </FormDialog>
  )
}

/**
 * The stored form that the typed one is based on. `baseVersion` is its version, or a newer one of
 * the message whose form is the same, as after it was assigned.
 */
function useBase(message: IntakeMessageDetails) {
  const [initial] = useState({ version: message.version, values: valuesOf(message) })
  const base = useRef(initial)
  const rebase = (stored: IntakeMessageDetails) => {
    base.current = { version: stored.version, values: valuesOf(stored) }
    return base.current
  }
  const baseVersion = () => {
    const { version, values } = base.current
    return isSame(valuesOf(message), values) ? Math.max(version, message.version) : version
  }
  return { initial, rebase, baseVersion }
}

/** Running the message again reads its form anew, so what was typed has to be saved first. */
function FormActions(props: ComponentProps<typeof IntakeMessageActions>) {
  const { isDirty } = useFormContext().formState
  const whyNotRun = isDirty ? 'Save the form first, because the message is read anew' : undefined
  return <IntakeMessageActions {...props} whyNotRun={whyNotRun} />
}
