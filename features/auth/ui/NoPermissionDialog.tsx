import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { noPermissionText } from './parts/current-user.ts'
import { type Permission, rolesWith } from '../rules.ts'

type NoPermissionProps = { permission: Permission; title: string; onClose: () => void }

/** Replaces a dialog that the user may not open and lists the roles that may. */
export function NoPermissionDialog({ permission, title, onClose }: NoPermissionProps) {
  return (
    <Dialog
      title={title}
      description={`${noPermissionText}. It is for ${rolesWith(permission)}.`}
      size="small"
      place="Details"
      onClose={onClose}
    >
      <DialogFooter>
        <Button onClick={onClose}>Back to the list</Button>
      </DialogFooter>
    </Dialog>
  )
}
