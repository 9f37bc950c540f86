import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { type User, register } from '../../contract.ts'
import { focusOnMount, formValuesOf, useFormErrors } from './form-validation.ts'

type SignUpFormProps = {
  isFirst: boolean
  needsApproval: boolean
  /** True if the first account requires the token printed at server start. */
  needsToken: boolean
  onDone: (user: User) => void
}

const names = ['username', 'email', 'password', 'setupToken'] as const

/** Form that creates an account. The very first account is an administrator. */
export function SignUpForm(props: SignUpFormProps) {
  const { isFirst, needsApproval, needsToken, onDone } = props
  const [failure, setFailure] = useState<string>()
  const [pendingUsername, setPendingUsername] = useState<string>()
  const alert = useRef<HTMLDivElement>(null)
  const { errors, check, recheck, show } = useFormErrors(names)
  const write = useWrite(register, {
    failure: (error) =>
      isApprovalNeeded(error)
        ? undefined
        : { title: 'Registration failed', text: error.message, tone: 'danger' },
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (write.isPending || !check(form)) return
    setFailure(undefined)
    const fields = formValuesOf(form)
    const [username = '', email = '', password = '', token = ''] = names.map((name) => fields[name])
    try {
      onDone(
        await write.run({
          body: { username, email, password, role: 'user', ...(token && { setupToken: token }) },
        }),
      )
    } catch (error) {
      if (isApprovalNeeded(error)) return setPendingUsername(username)
      if (error instanceof ApiError) show(error.fields)
      setFailure(error instanceof ApiError ? error.message : String(error))
      setTimeout(() => alert.current?.focus())
    }
  }
  if (pendingUsername) return <ApprovalNotice username={pendingUsername} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={recheck}>
      <fieldset disabled={write.isPending} className="grid gap-4">
        {failure && <Alert ref={alert}>{failure}</Alert>}
        <Notices isFirst={isFirst} needsApproval={needsApproval} />
        <Fields errors={errors} />
        {needsToken && <TokenField error={errors['setupToken']} />}
        <Button kind="primary" type="submit" isBusy={write.isPending}>
          Create Account
        </Button>
      </fieldset>
    </form>
  )
}

/** Prevents a visitor who merely found the address from becoming the administrator. */
function TokenField({ error }: { error: string | undefined }) {
  return (
    <Field label="Setup token" hint="The program printed it when it started" error={error}>
      {(control) => (
        <input
          {...control}
          name="setupToken"
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          className="control"
        />
      )}
    </Field>
  )
}

/** True if the account was created but awaits an administrator's approval. */
function isApprovalNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'approval-needed'
}

function ApprovalNotice({ username }: { username: string }) {
  return (
    <Alert tone="info" title="Your account awaits activation">
      {`The account ${username} was created. You can sign in after an administrator activates it.`}
    </Alert>
  )
}

type NoticesProps = { isFirst: boolean; needsApproval: boolean }

function Notices({ isFirst, needsApproval }: NoticesProps) {
  return (
    <>
      {isFirst && (
        <Alert tone="info" title="Create the administrator account">
          No accounts yet. The first account is the administrator.
        </Alert>
      )}
      {needsApproval && (
        <Alert tone="info">
          An administrator must activate new accounts before they can sign in.
        </Alert>
      )}
    </>
  )
}

function Fields({ errors }: { errors: Readonly<Record<string, string | undefined>> }) {
  return (
    <>
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
      <Field label="Email" error={errors['email']}>
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            required
            autoComplete="email"
            className="control"
          />
        )}
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errors['password']}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" />}
      </Field>
    </>
  )
}
