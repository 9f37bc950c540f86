import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { deleteRole, listRoles, type OwnRole } from '../../contract.ts'

type DeleteRoleProps = { role: OwnRole; onClose: () => void }

/** Asks before a role is deleted, because it cannot be restored. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const remove = useWrite(deleteRole, {
    refreshes: [listRoles],
    success: 'Role deleted successfully',
    failure: 'Failed to delete role',
  })
  const confirm = async () => {
    await remove.tryRun({ params: { id: role.id } })
    onClose()
  }
  return (
    <Dialog title={`Delete ${role.name}?`} size="small" onClose={onClose}>
      <DialogBody>
        <p>No user has this role. Its permissions are deleted; the history keeps them.</p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={remove.isPending} onClick={() => void confirm()}>
            Delete Role
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}
