import { reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import type { VendorBill } from '../contract.ts'
import { useBillWrites } from './use-bill-writes.ts'

export type ReasonedStep = 'release' | 'reopen' | 'void'

const dialogTexts: Record<ReasonedStep, { title: string; button: string; description: string }> = {
  release: {
    title: 'Release',
    button: 'Release bill',
    description: 'The findings are accepted, and the bill is posted.',
  },
  reopen: {
    title: 'Correct',
    button: 'Back to draft',
    description: 'The bill becomes a draft again.',
  },
  void: { title: 'Void', button: 'Void bill', description: 'The posting is reversed.' },
}

const values = { reason: '', postedOn: '' }
const asTyped = (typed: typeof values) => typed
/** Releasing and reopening have no posting date; only the reason is sent. */
const reasonOnly = ({ reason }: typeof values) => ({ reason })

type BillReasonDialogProps = { verb: ReasonedStep; bill: VendorBill; onClose: () => void }

/** The dialog for a bill step that requires a reason. */
export function BillReasonDialog({ verb, bill, onClose }: BillReasonDialogProps) {
  const writes = useBillWrites()
  const { title, button, description } = dialogTexts[verb]
  const { id, version, billNumber, status } = bill
  const isVoid = verb === 'void'
  return (
    <FormDialog
      title={`${title} bill ${billNumber}`}
      description={description}
      schema={reasonedPostingForm}
      values={values}
      toWire={isVoid ? asTyped : reasonOnly}
      size="small"
      submitLabel={button}
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => writes[verb].run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        {isVoid && status === 'posted' && <PostingDateField />}
      </div>
    </FormDialog>
  )
}
