import { Button } from '#platform/ui/buttons/Button.tsx'
import { SecondFactorSetup } from '../second-factor/SecondFactorSetup.tsx'
import { useSignOut } from '../use-sign-out.ts'

/** Replaces every page until a user whose role requires a second factor has set one up. */
export function SecondFactorEnrollmentPage({ username }: { username: string }) {
  const { signOut, isBusy } = useSignOut()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-4 p-4">
      <title>Second factor · Prizm</title>
      <h1 className="text-page">Set up your second factor</h1>
      <p className="text-muted">
        {`You are signed in as ${username}. Your role requires a second factor.`}
      </p>
      <div className="card p-4">
        <SecondFactorSetup onDone={() => location.reload()} />
      </div>
      <div>
        <Button kind="ghost" isBusy={isBusy} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}
