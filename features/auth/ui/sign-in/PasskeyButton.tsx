import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { loginWithPasskey, startPasskeySignIn, type User } from '../../contract.ts'
import { canUsePasskeys, signWithPasskey } from '../passkeys/browser-passkeys.ts'

type PasskeyButtonProps = {
  onDone: (user: User) => void
  /** Called with why it failed, or with nothing when it starts again. */
  onFailure: (sentence: string | undefined) => void
}

const notUsed = 'The passkey was not used. Try again, or enter your password'

/** Signs in with a passkey; nothing where this browser has none. */
export function PasskeyButton({ onDone, onFailure }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const start = useWrite(startPasskeySignIn)
  const login = useWrite(loginWithPasskey)
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    onFailure(undefined)
    setIsBusy(true)
    try {
      const options = await start.run({})
      const credential = await signWithPasskey(options)
      onDone(await login.run({ body: { credential } }))
    } catch (error) {
      onFailure(error instanceof ApiError ? error.message : notUsed)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={Fingerprint} isBusy={isBusy} onClick={() => void signIn()}>
      Use a passkey
    </Button>
  )
}
