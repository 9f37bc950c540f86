import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type VendorCredit, voidVendorCredit } from '../../contract.ts'
import { billReads } from '../use-bill-writes.ts'

type VoidCreditProps = { credit: VendorCredit; onClose: () => void }

/** The dialog that voids an unapplied credit, with a reason. */
export function VoidCredit({ credit, onClose }: VoidCreditProps) {
  const { id, version, creditNumber } = credit
  const write = useWrite(voidVendorCredit, {
    refreshes: billReads,
    success: 'Credit voided successfully',
    failure: 'Failed to void credit',
  })
  return (
    <FormDialog
      title={`Void credit ${creditNumber}`}
      description="Its posting is reversed. Reverse its applications to bills first."
      schema={voidVendorCredit.body}
      values={{ reason: '', postedOn: '' }}
      toWire={toWire}
      size="small"
      submitLabel="Void credit"
      onClose={onClose}
      version={version}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        write.run({ params: { id }, body, idempotencyKey, ifMatch })
      }
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        {credit.returnId === null && <PostingDateField />}
      </div>
    </FormDialog>
  )
}

function toWire(values: { reason: string; postedOn: string }) {
  return values
}
