import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Receipt, reverseReceipt } from '../../contract.ts'
import { purchaseReads } from '../use-purchase-step-writes.ts'

type ReverseReceiptProps = { receipt: Receipt; onClose: () => void }

/** The dialog that reverses an incorrect receipt, with a reason. */
export function ReverseReceipt({ receipt, onClose }: ReverseReceiptProps) {
  const { id, receiptNumber } = receipt
  const reverse = useWrite(reverseReceipt, {
    refreshes: purchaseReads,
    success: 'Receipt reversed successfully',
    failure: 'Failed to reverse receipt',
  })
  return (
    <FormDialog
      title={`Reverse receipt ${receiptNumber}`}
      description="The goods leave stock and are on order again. Then record the correct receipt."
      schema={reverseReceipt.body}
      values={{ reason: '', postedOn: '' }}
      toWire={toWire}
      size="small"
      submitLabel="Reverse receipt"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => reverse.run({ params: { id }, body, idempotencyKey })}
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
