import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type PurchaseOrder, cancelPurchaseOrder } from '../contract.ts'
import { useStepWrites } from './use-purchase-step-writes.ts'

type Verb = 'reject' | 'close' | 'cancel'
type ReasonDialogProps = { verb: Verb; order: PurchaseOrder; onClose: () => void }

const dialogTexts: Record<Verb, { title: string; button: string; description: string }> = {
  reject: {
    title: 'Reject',
    button: 'Reject order',
    description: 'The order becomes a draft again. Its creator sees the reason.',
  },
  close: {
    title: 'Close short',
    button: 'Close order',
    description:
      'The open units are cancelled. If the warehouse still expects them, it must ' +
      'confirm first.',
  },
  cancel: {
    title: 'Cancel',
    button: 'Cancel order',
    description:
      'Cancels the whole order. If the warehouse still expects its goods, it must confirm first. ' +
      'This cannot be undone.',
  },
}

/** The dialog for a step that requires a reason. */
export function ReasonDialog({ verb, order, onClose }: ReasonDialogProps) {
  const writes = useStepWrites()
  const { title, button, description } = dialogTexts[verb]
  const { id, version } = order
  return (
    <FormDialog
      title={`${title} ${order.orderNumber}`}
      description={description}
      // All three endpoints have the same body schema.
      schema={cancelPurchaseOrder.body}
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
