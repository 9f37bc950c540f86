import { useId } from 'react'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { type Preferences, changePreferences, usePreferences } from '#platform/ui/preferences.ts'

type Choice<Key extends keyof Preferences> = {
  name: Key
  legend: string
  hint?: string
  options: readonly { value: Preferences[Key]; label: string }[]
}

const theme: Choice<'theme'> = {
  name: 'theme',
  legend: 'Theme',
  options: [
    { value: 'system', label: 'As this device' },
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ],
}

const density: Choice<'density'> = {
  name: 'density',
  legend: 'Rows of tables',
  options: [
    { value: 'compact', label: 'Compact' },
    { value: 'regular', label: 'Regular' },
    { value: 'relaxed', label: 'Relaxed' },
  ],
}

const singleKeys: Choice<'singleKeys'> = {
  name: 'singleKeys',
  legend: 'Single-key shortcuts',
  hint: 'Such as N, J, K or G then C. Keys with Ctrl always work.',
  options: [
    { value: true, label: 'On' },
    { value: false, label: 'Off' },
  ],
}

const toastMs: Choice<'toastMs'> = {
  name: 'toastMs',
  legend: 'Messages stay for',
  options: [
    { value: 5000, label: '5 seconds' },
    { value: 10_000, label: '10 seconds' },
    { value: 20_000, label: '20 seconds' },
    { value: 0, label: 'Until dismissed' },
  ],
}

const orderPath: Choice<'orderPath'> = {
  name: 'orderPath',
  legend: 'Order Entry: Enter goes from the customer to',
  hint: 'Tab visits every field all the same.',
  options: [
    { value: 'both', label: 'Order source and Customer PO' },
    { value: 'source', label: 'Order source' },
    { value: 'customerPO', label: 'Customer PO' },
    { value: 'items', label: 'The items' },
  ],
}

/** How one person likes this browser to behave. Every choice takes effect at once. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Preferences"
      description="For this browser. Every choice takes effect at once."
      size="small"
      onClose={onClose}
    >
      <DialogBody>
        <div className="grid gap-5">
          <ChoiceGroup choice={theme} />
          <ChoiceGroup choice={density} />
          <ChoiceGroup choice={singleKeys} />
          <ChoiceGroup choice={toastMs} />
          <ChoiceGroup choice={orderPath} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function ChoiceGroup<Key extends keyof Preferences>({ choice }: { choice: Choice<Key> }) {
  const id = useId()
  const chosen = usePreferences()[choice.name]
  return (
    <fieldset aria-describedby={choice.hint ? id : undefined}>
      <legend className="text-label mb-1">{choice.legend}</legend>
      {choice.hint && (
        <p id={id} className="text-caption -mt-1 mb-1 font-normal text-muted">
          {choice.hint}
        </p>
      )}
      <div className="flex flex-wrap gap-x-5">
        {choice.options.map(({ value, label }) => (
          <label key={label} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={id}
              checked={chosen === value}
              onChange={() => changePreferences({ [choice.name]: value })}
              className="size-4 accent-(--accent)"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
