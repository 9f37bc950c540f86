import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { acceptInvitation, resetPassword } from '../../contract.ts'
import type { LinkKind } from '../../account-link-rules.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { focusOnMount, formValuesOf, useFormErrors } from './form-validation.ts'

type LinkFormProps = { kind: LinkKind; token: string; onSignIn: () => void }

const fieldNames = { reset: ['password'], invitation: ['username', 'password'] } as const
const submitLabels = { reset: 'Set Password', invitation: 'Accept Invitation' } as const

/** Chooses the password, and the username of an invited person, by the link of an email. */
export function AccountLinkForm({ kind, token, onSignIn }: LinkFormProps) {
  const [failure, setFailure] = useState<string>()
  const [isDone, setIsDone] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const { errors, check, recheck, show } = useFormErrors(fieldNames[kind])
  const reset = useWrite(resetPassword)
  const accept = useWrite(acceptInvitation)
  const isBusy = reset.isPending || accept.isPending
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !check(form)) return
    setFailure(undefined)
    const { username = '', password = '' } = formValuesOf(form)
    try {
      if (kind === 'reset') await reset.run({ body: { token, password } })
      else await accept.run({ body: { token, username, password } })
      setIsDone(true)
    } catch (error) {
      if (error instanceof ApiError) show(error.fields)
      setFailure(error instanceof ApiError ? error.sentence : String(error))
      setTimeout(() => alert.current?.focus())
    }
  }
  if (isDone) return <Done kind={kind} onSignIn={onSignIn} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={isBusy} className="grid gap-4">
        {failure && <Alert ref={alert}>{failure}</Alert>}
        {kind === 'invitation' && (
          <Field label="Username" error={errors['username']}>
            {(control) => (
              <input
                {...control}
                name="username"
                required
                maxLength={50}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                ref={focusOnMount}
                className="control"
              />
            )}
          </Field>
        )}
        <Field label="New password" hint="At least 8 characters" error={errors['password']}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={kind === 'reset' ? focusOnMount : undefined}
              autoComplete="new-password"
            />
          )}
        </Field>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {submitLabels[kind]}
        </Button>
      </fieldset>
    </form>
  )
}

function Done({ kind, onSignIn }: Pick<LinkFormProps, 'kind' | 'onSignIn'>) {
  const isReset = kind === 'reset'
  return (
    <div className="grid justify-items-start gap-4">
      <Alert tone="info" title={isReset ? 'Your password was changed' : 'Your account is ready'}>
        {isReset
          ? 'All your sessions have ended. Sign in with the new password.'
          : 'Sign in with the username and password that you chose.'}
      </Alert>
      <Button kind="primary" onClick={onSignIn}>
        Go to Sign In
      </Button>
    </div>
  )
}
