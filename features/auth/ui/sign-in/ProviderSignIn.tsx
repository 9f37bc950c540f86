import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { send } from '#platform/web/api-client.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type User, currentUser, readSignInFacts } from '../../contract.ts'

const notYet = 'You are not signed in yet. Sign in in the other tab first'

/**
 * A new sign-in at the provider in another tab, so that what was entered on this page stays.
 * Nothing where single sign-on is off.
 */
export function ProviderSignIn({ onDone }: { onDone: (user: User) => void }) {
  const { data } = useRead(readSignInFacts)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  if (!data?.singleSignOn) return null
  const resume = async () => {
    setFailure(undefined)
    setIsBusy(true)
    try {
      onDone(await send(currentUser))
    } catch {
      setFailure(notYet)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mt-4 grid gap-2">
      <Button onClick={() => window.open('/auth', '_blank', 'noopener')}>
        {`Open “${data.singleSignOn.buttonText}” in a new tab`}
      </Button>
      <Button kind="ghost" isBusy={isBusy} onClick={() => void resume()}>
        I have signed in there
      </Button>
      {failure && <Alert>{failure}</Alert>}
    </div>
  )
}
