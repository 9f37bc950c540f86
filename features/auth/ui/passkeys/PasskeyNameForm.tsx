import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { ApiError } from '#platform/web/api-client.ts'
import { focusOnMount, formValuesOf, useFormErrors } from '../sign-in/form-validation.ts'

type PasskeyNameFormProps = {
  name: string
  submitLabel: string
  /** Sends the name; rejects with an error, whose message the form shows. */
  onSubmit: (body: { name: string }) => Promise<void>
  onCancel: () => void
  /** Above the field. */
  children?: ReactNode
}

/** Asks for the name of a passkey, and shows why it could not be stored. */
export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { name, submitLabel, onSubmit, onCancel, children } = props
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const { errors, check, recheck } = useFormErrors(['name'])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !check(form)) return
    setFailure(undefined)
    setIsBusy(true)
    try {
      await onSubmit({ name: (formValuesOf(form)['name'] ?? '').trim() })
    } catch (error) {
      setFailure(sentenceOf(error))
      setTimeout(() => alert.current?.focus())
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={isBusy} className="grid max-w-sm gap-4">
        {failure && <Alert ref={alert}>{failure}</Alert>}
        {children}
        <Field label="Name" hint="Such as the name of the device" error={errors['name']}>
          {(control) => (
            <input
              {...control}
              name="name"
              required
              maxLength={100}
              autoComplete="off"
              defaultValue={name}
              ref={focusOnMount}
              className="control"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {submitLabel}
          </Button>
          <Button kind="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence
  return error instanceof Error ? error.message : String(error)
}
