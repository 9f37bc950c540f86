import { Dialog, DialogBody } from '#platform/ui/Dialog.tsx'
import { KeyTable } from '#platform/ui/KeyTable.tsx'
import { isAnswered } from '#platform/ui/shortcuts.ts'

/** The keys of the program, over the page; those to go to screens it has not are left out. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="Single keys rest while you type. They can be turned off in Preferences."
      onClose={onClose}
    >
      <DialogBody>
        <KeyTable isShown={(id, place) => place !== 'Go to' || isAnswered(id)} />
      </DialogBody>
    </Dialog>
  )
}
