import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type Requisition, cancelRequisition } from '../contract.ts'
import { useRequisitionWrites } from './use-requisition-writes.ts'

export type ReasonVerb = 'reject' | 'close' | 'cancel'
type RequisitionReasonDialogProps = {
  verb: ReasonVerb
  requisition: Requisition
  onClose: () => void
}

const dialogTexts: Record<ReasonVerb, { title: string; button: string; description: string }> = {
  reject: {
    title: 'Reject',
    button: 'Reject requisition',
    description: 'Nothing will be bought. The requester sees the reason.',
  },
  close: {
    title: 'Close',
    button: 'Close requisition',
    description: 'Lines that are not ordered yet are closed. Existing orders are unchanged.',
  },
  cancel: {
    title: 'Cancel',
    button: 'Cancel requisition',
    description: 'Nothing will be bought. This cannot be undone.',
  },
}

/** The dialog for a step that requires a reason. */
export function RequisitionReasonDialog({
  verb,
  requisition,
  onClose,
}: RequisitionReasonDialogProps) {
  const writes = useRequisitionWrites()
  const { title, button, description } = dialogTexts[verb]
  const { id, version, requisitionNumber } = requisition
  return (
    <FormDialog
      title={`${title} ${requisitionNumber}`}
      description={description}
      // The three steps have the same body.
      schema={cancelRequisition.body}
      values={{ reason: '' }}
      toWire={toWire}
      size="small"
      submitLabel={button}
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        writes[verb].run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

function toWire(values: { reason: string }) {
  return values
}
