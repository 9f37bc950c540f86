import { type FormEvent, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { requestPasswordReset } from '../../contract.ts'
import { focusOnMount, formValuesOf, useFormErrors } from './form-validation.ts'

/** Asks for the address to which a link to choose a new password is sent. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [isSent, setIsSent] = useState(false)
  const { errors, check, recheck } = useFormErrors(['email'])
  const write = useWrite(requestPasswordReset, {
    failure: (error) => ({ title: 'Error', text: error.message, tone: 'danger' }),
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (write.isPending || !check(form)) return
    const { email = '' } = formValuesOf(form)
    setIsSent(await write.isDone({ body: { email } }))
  }
  const back = (
    <Button kind="ghost" onClick={onBack}>
      Back
    </Button>
  )
  if (isSent) {
    return (
      <div className="grid justify-items-start gap-4">
        <Alert tone="info" title="Check your email">
          If an account has this address, a link is on its way. It works once, for 30 minutes.
        </Alert>
        {back}
      </div>
    )
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={write.isPending} className="grid gap-4">
        <p>Enter the email address of your account. We send you a link to choose a new password.</p>
        <Field label="Email" error={errors['email']}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              required
              autoComplete="email"
              ref={focusOnMount}
              className="control"
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button kind="primary" type="submit" isBusy={write.isPending}>
            Send Link
          </Button>
          {back}
        </div>
      </fieldset>
    </form>
  )
}
