import { Copy } from 'lucide-react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { copyText } from '#platform/ui/buttons/copy.ts'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div className="grid gap-4">
      <Alert tone="info" title="Keep these recovery codes">
        Each signs you in once without your authenticator app. They are shown only now.
      </Alert>
      <ol aria-label="Recovery codes" className="numbers grid gap-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => void copyText(codes.join('\n'))}>
          Copy the codes
        </Button>
        <Button kind="primary" onClick={onDone}>
          I have stored them
        </Button>
      </div>
    </div>
  )
}
