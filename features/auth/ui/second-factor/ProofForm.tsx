import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { ApiError } from '#platform/web/api-client.ts'
import { PasswordInput } from '../sign-in/PasswordInput.tsx'
import { focusOnMount, formValuesOf, useFormErrors } from '../sign-in/form-validation.ts'

type Proof = { password: string; code: string }

type ProofFormProps = {
  /** The fields to fill in, in order. */
  fields: readonly (keyof Proof)[]
  submitLabel: string
  /** Sends the values; rejects with an ApiError, which the form shows. */
  onSubmit: (values: Proof) => Promise<void>
  /** Beside the submit button. */
  children?: ReactNode
}

/** Asks for the password, a code, or both, and shows what is wrong with them. */
export function ProofForm({ fields, submitLabel, onSubmit, children }: ProofFormProps) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const { errors, check, recheck, show } = useFormErrors(fields)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !check(form)) return
    setFailure(undefined)
    setIsBusy(true)
    const { password = '', code = '' } = formValuesOf(form)
    try {
      await onSubmit({ password, code })
    } catch (error) {
      if (error instanceof ApiError) show(error.fields)
      setFailure(error instanceof ApiError ? error.sentence : String(error))
      setTimeout(() => alert.current?.focus())
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={isBusy} className="grid max-w-sm gap-4">
        {failure && <Alert ref={alert}>{failure}</Alert>}
        {fields.map((name, index) => (
          <ProofField key={name} name={name} isFirst={index === 0} error={errors[name]} />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {submitLabel}
          </Button>
          {children}
        </div>
      </fieldset>
    </form>
  )
}

type ProofFieldProps = { name: keyof Proof; isFirst: boolean; error: string | undefined }

function ProofField({ name, isFirst, error }: ProofFieldProps) {
  const ref = isFirst ? focusOnMount : undefined
  if (name === 'password') {
    return (
      <Field label="Password" error={error}>
        {(control) => <PasswordInput {...control} ref={ref} autoComplete="current-password" />}
      </Field>
    )
  }
  return (
    <Field
      label="Code"
      hint="6 digits from your authenticator app, or a recovery code"
      error={error}
    >
      {(control) => (
        <input
          {...control}
          name="code"
          required
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          ref={ref}
          className="control"
        />
      )}
    </Field>
  )
}
