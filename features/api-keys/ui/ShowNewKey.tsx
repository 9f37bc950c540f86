import { Copy } from 'lucide-react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { copyText } from '#platform/ui/buttons/copy.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import type { NewKeyAnswer } from '../contract.ts'

/** Shows a new key once, with an example of its use. */
export function ShowNewKey({ made: newKey, onClose }: { made: NewKeyAnswer; onClose: () => void }) {
  return (
    <Dialog title={`API key ${newKey.name}`} size="form" onClose={onClose}>
      <DialogBody>
        <Alert tone="info" title="Copy it now">
          The key is shown only once. Anyone who has it acts as {newKey.username}.
        </Alert>
        {newKey.notice && (
          <Alert tone="warning" title="An earlier attempt succeeded">
            {newKey.notice}
          </Alert>
        )}
        <p className="mt-4 font-mono break-all select-all">{newKey.key}</p>
        <p className="text-caption mt-4 text-muted">
          Send it with every call: <code>Authorization: Bearer {newKey.startsWith}…</code>
        </p>
        <div className="mt-4">
          <Button kind="primary" icon={Copy} onClick={() => void copyText(newKey.key)}>
            Copy Key
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}
