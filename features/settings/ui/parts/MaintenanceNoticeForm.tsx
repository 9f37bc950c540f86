import * as z from 'zod/mini'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { changeSettings, readSettings, settings } from '../../contract.ts'

const form = z.pick(settings, { maintenanceNotice: true })
type Form = z.infer<typeof form>
const asTyped = (values: Form) => values

/** The form for the maintenance notice, shown to all users under the bell until it is cleared. */
export function MaintenanceNoticeForm({ onClose }: { onClose: () => void }) {
  const read = useRead(readSettings)
  const write = useWrite(changeSettings, {
    refreshes: [readSettings],
    success: 'Maintenance notice updated successfully',
    failure: 'Failed to update the maintenance notice',
  })
  if (!read.data) {
    return (
      <Dialog title="Maintenance notice" size="small" onClose={onClose}>
        <DialogBody>
          {read.error ? <Alert>{read.error.message}</Alert> : <Skeleton className="h-24" />}
        </DialogBody>
      </Dialog>
    )
  }
  const { maintenanceNotice } = read.data
  return (
    <FormDialog
      title="Maintenance notice"
      description="Shown to everyone in Notifications. Clear it when maintenance is over."
      schema={form}
      values={{ maintenanceNotice }}
      toWire={asTyped}
      size="small"
      submitLabel="Save notice"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ body, idempotencyKey })}
    >
      <TextAreaField name="maintenanceNotice" label="Notice" rows={2} />
    </FormDialog>
  )
}
