import { Signpost } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { KeyTable } from '#platform/ui/keyboard/KeyTable.tsx'
import { isAnswered } from '#platform/ui/keyboard/shortcuts.ts'

/** The keyboard shortcuts dialog. Shortcuts to screens the user cannot open are left out. */
export function ShortcutsDialog({ onTour, onClose }: { onTour: () => void; onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description={
        'Single-key shortcuts are off while you type. You can turn them off in Preferences. ' +
        'Hold Alt to see the keys on the screen.'
      }
      onClose={onClose}
    >
      <DialogBody>
        <KeyTable isVisible={(id, section) => section !== 'Go to' || isAnswered(id)} />
      </DialogBody>
      <DialogFooter>
        <Button icon={Signpost} onClick={onTour}>
          Take the tour
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
