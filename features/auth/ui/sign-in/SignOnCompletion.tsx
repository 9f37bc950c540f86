import { useEffect, useRef, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { SpinnerPage } from '#platform/ui/page/Spinner.tsx'
import { ApiError, send } from '#platform/web/api-client.ts'
import { completeSingleSignOn, type SignOnReturn, type User } from '../../contract.ts'

type SignOnCompletionProps = {
  returned: SignOnReturn
  onDone: (user: User) => void
  /** Back to the sign-in form. */
  onBack: () => void
}

/** Ends a sign-in at the provider, and shows why it failed if it did. */
export function SignOnCompletion({ returned, onDone, onBack }: SignOnCompletionProps) {
  const [failure, setFailure] = useState<string>()
  // It counts once, also where an effect runs twice.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    send(completeSingleSignOn, { body: returned }).then(onDone, (error: unknown) => {
      setFailure(error instanceof ApiError ? error.sentence : String(error))
    })
  }, [returned, onDone])
  if (failure === undefined) return <SpinnerPage label="Signing in" />
  return (
    <div className="card grid justify-items-start gap-4 p-4">
      <Alert>{failure}</Alert>
      <Button kind="primary" onClick={onBack}>
        Back
      </Button>
    </div>
  )
}
