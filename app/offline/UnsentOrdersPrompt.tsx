import { counted } from '#platform/kernel/format.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'

type UnsentOrdersPromptProps = {
  count: number
  isBusy: boolean
  onDiscard: () => void
  onShow: () => void
  onClose: () => void
}

/** Asks before signing out deletes orders that this device has not sent. */
export function UnsentOrdersPrompt(props: UnsentOrdersPromptProps) {
  const { count, isBusy, onDiscard, onShow, onClose } = props
  return (
    <Dialog
      title={`${counted(count, 'order is', 'orders are')} not sent`}
      description="Signing out deletes what is only on this device, also of other users."
      size="small"
      onClose={onClose}
    >
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={isBusy} onClick={onDiscard}>
          Discard and sign out
        </Button>
        <Button kind="primary" onClick={onShow}>
          Show unsent orders
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
