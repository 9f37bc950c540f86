import { useId } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import {
  type Preferences,
  changePreferences,
  usePreferences,
} from '#platform/ui/preferences/preferences.ts'
import {
  type PreferenceChoice,
  density,
  orderPath,
  singleKeys,
  theme,
  toastMs,
} from './preference-choices.ts'

/** The signed-in user's preferences. Each change applies immediately. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Preferences"
      description="Saved to your account. Changes apply immediately."
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
          <p className="text-table text-muted">
            Notifications and emails about them: the bell, Notification settings.
          </p>
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

function ChoiceGroup<Key extends keyof Preferences>({ choice }: { choice: PreferenceChoice<Key> }) {
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
