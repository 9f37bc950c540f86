import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { type User, login } from '../../contract.ts'
import { focusOnMount, formValuesOf, useFormErrors } from './form-validation.ts'

// Loaded late: only accounts with a second factor need it.
const SecondStep = lazyPart(
  async () => (await import('./SecondStep.tsx')).SecondStep,
  <Skeleton className="h-40" />,
)

type SignInFormProps = {
  onDone: (user: User) => void
  /** The user who signs in again over the page; the username is read-only. */
  username?: string
  /** Usernames to choose from: those of the demo, if present. */
  names?: readonly string[]
}

/** The username and the password, and then the code of an account with a second factor. */
export function SignInForm(props: SignInFormProps) {
  const [isHalfDone, setIsHalfDone] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (isHalfDone) {
    const goBack = (sentence?: string) => {
      setFailure(sentence)
      setIsHalfDone(false)
    }
    return <SecondStep onDone={props.onDone} onBack={goBack} />
  }
  const form = { ...props, failure, setFailure }
  return <PasswordForm {...form} onHalfDone={() => setIsHalfDone(true)} />
}

type PasswordFormProps = SignInFormProps & {
  failure: string | undefined
  setFailure: (sentence: string | undefined) => void
  /** Called if the password is right and the account has a second factor. */
  onHalfDone: () => void
}

function isHalfSignedIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second-factor-required'
}

function PasswordForm(props: PasswordFormProps) {
  const { onDone, username, names = [], failure, setFailure, onHalfDone } = props
  const alert = useRef<HTMLDivElement>(null)
  const { errors, check, recheck } = useFormErrors(['username', 'password'])
  const write = useWrite(login, {
    failure: (error) =>
      isHalfSignedIn(error)
        ? undefined
        : { title: 'Login failed', text: error.message, tone: 'danger' },
  })
  const showFailure = (sentence: string | undefined) => {
    setFailure(sentence)
    if (sentence !== undefined) setTimeout(() => alert.current?.focus())
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (write.isPending || !check(form)) return
    setFailure(undefined)
    const fields = formValuesOf(form)
    const body = { username: fields['username'] ?? '', password: fields['password'] ?? '' }
    try {
      onDone(await write.run({ body }))
    } catch (error) {
      if (isHalfSignedIn(error)) return onHalfDone()
      showFailure(error instanceof ApiError ? error.message : String(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={write.isPending} className="grid gap-4">
        {failure && <Alert ref={alert}>{failure}</Alert>}
        {names.length > 0 && <DemoNames names={names} />}
        <Field label="Username" error={errors['username']}>
          {(control) => (
            <input
              {...control}
              name="username"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={username}
              readOnly={username !== undefined}
              // Autofocus: this page exists for signing in.
              ref={username === undefined ? focusOnMount : undefined}
              className="control"
            />
          )}
        </Field>
        <Field label="Password" error={errors['password']}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              ref={username === undefined ? undefined : focusOnMount}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" isBusy={write.isPending}>
          Sign In
        </Button>
        <PasskeyButton onDone={onDone} onFailure={showFailure} />
      </fieldset>
    </form>
  )
}

/** Fills in the username; the demo password was printed at server start. */
function DemoNames({ names }: { names: readonly string[] }) {
  const fillUsername = (form: HTMLFormElement | null, name: string) => {
    const field = (of: string) => form?.elements.namedItem(of)
    const [usernameField, passwordField] = [field('username'), field('password')]
    if (usernameField instanceof HTMLInputElement) usernameField.value = name
    if (passwordField instanceof HTMLInputElement) passwordField.focus()
  }
  return (
    <div role="group" aria-labelledby="demo-accounts" className="flex flex-wrap gap-2">
      <p id="demo-accounts" className="text-caption w-full text-muted">
        Demo accounts
      </p>
      {names.map((name) => (
        <Button
          key={name}
          kind="ghost"
          size="small"
          className="rounded-full border border-line"
          onClick={({ currentTarget }) => fillUsername(currentTarget.form, name)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
