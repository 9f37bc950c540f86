import { Copy } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { copyText } from '#platform/ui/buttons/copy.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { WebhookWithSecret } from '../contract.ts'

type ShowWebhookSecretProps = { webhook: WebhookWithSecret; onClose: () => void }

/** Shows a new secret once, and until when the one before it signs too. */
export function ShowWebhookSecret({ webhook, onClose }: ShowWebhookSecretProps) {
  const { description, secret, previousUntil } = webhook
  return (
    <Dialog title={`Secret of ${description}`} size="form" onClose={onClose}>
      <DialogBody>
        <Alert tone="info" title="Copy it now">
          The secret is shown only once. The receiver checks with it that a message is ours.
        </Alert>
        {previousUntil && (
          <p className="mt-4">
            Messages are signed with the old secret too, until {formatMoment(previousUntil)}.
          </p>
        )}
        <p className="mt-4 font-mono break-all select-all">{secret}</p>
        <div className="mt-4">
          <Button kind="primary" icon={Copy} onClick={() => void copyText(secret)}>
            Copy Secret
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}
