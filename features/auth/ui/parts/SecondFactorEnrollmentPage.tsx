import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { AddPasskey } from '../passkeys/AddPasskey.tsx'
import { canUsePasskeys } from '../passkeys/browser-passkeys.ts'
import { SecondFactorSetup } from '../second-factor/SecondFactorSetup.tsx'
import { useSignOut } from '../use-sign-out.ts'

type EnrollmentPageProps = {
  username: string
  /** How many orders signing out would delete; undefined if that is unknown. */
  countUnsent: () => Promise<number | undefined>
}

/** Replaces every page until a user whose role requires a second factor has set one up. */
export function SecondFactorEnrollmentPage({ username, countUnsent }: EnrollmentPageProps) {
  const { signOut, isBusy } = useSignOut()
  const [unsent, setUnsent] = useState<{ count: number | undefined }>()
  const requestSignOut = async () => {
    const count = unsent ? 0 : await countUnsent()
    if (count === 0) await signOut()
    else setUnsent({ count })
  }
  const [isAddingPasskey, setIsAddingPasskey] = useState(false)
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-4 p-4">
      <title>Second factor · Prizm</title>
      <h1 className="text-page">Set up your second factor</h1>
      <p className="text-muted">
        {`You are signed in as ${username}. Your role requires a second factor.`}
      </p>
      <div className="card p-4">
        {isAddingPasskey ? (
          <AddPasskey onDone={() => location.reload()} />
        ) : (
          <SecondFactorSetup onDone={() => location.reload()} />
        )}
      </div>
      {!isAddingPasskey && canUsePasskeys() && (
        <div>
          <Button icon={Fingerprint} onClick={() => setIsAddingPasskey(true)}>
            Add a passkey instead
          </Button>
        </div>
      )}
      {unsent && (
        <p role="alert" className="text-warning">
          {unsent.count === undefined
            ? 'Orders on this device may not be sent yet. '
            : `${counted(unsent.count, 'order is', 'orders are')} not sent. `}
          Set up the second factor to send them, or press Sign out again to delete them.
        </p>
      )}
      <div>
        <Button kind="ghost" isBusy={isBusy} onClick={() => void requestSignOut()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}
