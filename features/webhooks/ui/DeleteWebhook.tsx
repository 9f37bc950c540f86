import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { deleteWebhook, listWebhooks, type Webhook } from '../contract.ts'

type DeleteWebhookProps = { webhook: Webhook; onClose: () => void }

/** Asks before a webhook is deleted, because its deliveries go with it. */
export function DeleteWebhook({ webhook, onClose }: DeleteWebhookProps) {
  const remove = useWrite(deleteWebhook, {
    refreshes: [listWebhooks],
    success: 'Webhook deleted successfully',
    failure: 'Failed to delete webhook',
  })
  const confirm = async () => {
    await remove.tryRun({ params: { id: webhook.id } })
    onClose()
  }
  return (
    <Dialog title={`Delete ${webhook.description}?`} size="small" onClose={onClose}>
      <DialogBody>
        <p>
          Its secret and its log are deleted, and waiting messages are not sent. To stop it for some
          time, edit it and turn off Active.
        </p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={remove.isPending} onClick={() => void confirm()}>
            Delete Webhook
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}
