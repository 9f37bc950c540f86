import { unsentText } from '#features/order-entry/ui/parts/count-unsent-orders.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'

type UnsentOrdersPromptProps = {
  /** Undefined if the orders could not be counted. */
  count: number | undefined
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
      title={unsentText(count)}
      description={
        'If you sign out, these orders are deleted, also those of other users of this device. ' +
        'Send them first.'
      }
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
