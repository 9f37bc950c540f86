import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type GoodsReturn, completeForm } from '../../contract.ts'
import { useReturnWrites } from '../use-return-writes.ts'

type CompleteDialogProps = { goods: GoodsReturn; onClose: () => void }

const values = { restockingFee: '', postedOn: '' }

/** Completes a customer's return: credits its goods, less an optional restocking fee. */
export function CompleteDialog({ goods, onClose }: CompleteDialogProps) {
  const { complete } = useReturnWrites()
  const { id, version, returnNumber, replacementOrderNumber, replacementPrice } = goods
  const isReplaced = replacementPrice === 'free'
  return (
    <FormDialog
      title={`Complete ${returnNumber}`}
      description={
        isReplaced
          ? `${replacementOrderNumber} replaces the goods free of charge, so there is no credit.`
          : 'The received goods are credited at the invoiced price and tax.'
      }
      schema={completeForm}
      values={values}
      toWire={toWire}
      size="small"
      submitLabel="Complete return"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => complete.run({ params: { id }, body, ...attempt })}
    >
      {!isReplaced && (
        <div className="grid gap-4">
          <MoneyField
            name="restockingFee"
            label="Restocking fee"
            hint="Deducted from the credit. Leave empty for no fee."
          />
          <PostingDateField />
        </div>
      )}
    </FormDialog>
  )
}

function toWire({ restockingFee, postedOn }: typeof values) {
  return { postedOn, ...(restockingFee && { restockingFee }) }
}
