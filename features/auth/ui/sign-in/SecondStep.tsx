import { Button } from '#platform/ui/buttons/Button.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { loginWithSecondFactor, type User } from '../../contract.ts'
import { ProofForm } from '../second-factor/ProofForm.tsx'

type SecondStepProps = {
  onDone: (user: User) => void
  /** Back to the password, also because the second step took too long. */
  onBack: (sentence?: string) => void
}

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export function SecondStep({ onDone, onBack }: SecondStepProps) {
  const write = useWrite(loginWithSecondFactor, {
    failure: (error) => ({ title: 'Login failed', text: error.message, tone: 'danger' }),
  })
  return (
    <ProofForm
      fields={['code']}
      submitLabel="Sign In"
      onSubmit={async ({ code }) => {
        try {
          onDone(await write.run({ body: { code } }))
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'challenge-over') throw error
          onBack(error.message)
        }
      }}
    >
      <Button kind="ghost" onClick={() => onBack()}>
        Back
      </Button>
    </ProofForm>
  )
}
