import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type ReturnReceipt, reverseReturnReceipt } from '../../contract.ts'
import { useReturnWrites } from '../use-return-writes.ts'

type ReverseReceiptDialogProps = { receipt: ReturnReceipt; onClose: () => void }

/** The dialog that reverses an incorrect receipt of customer goods, with a reason. */
export function ReverseReceiptDialog({ receipt, onClose }: ReverseReceiptDialogProps) {
  const { id, receiptNumber } = receipt
  const { reverseReceipt } = useReturnWrites()
  return (
    <FormDialog
      title={`Reverse receipt ${receiptNumber}`}
      description="The goods leave stock and are expected again. Then record what actually arrived."
      schema={reverseReturnReceipt.body}
      values={{ reason: '', postedOn: '' }}
      toWire={toWire}
      size="small"
      submitLabel="Reverse receipt"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        reverseReceipt.run({ params: { id }, body, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        <PostingDateField />
      </div>
    </FormDialog>
  )
}

function toWire(values: { reason: string; postedOn: string }) {
  return values
}
