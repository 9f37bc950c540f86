import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { type GoodsReturn, reasonForm } from '../../contract.ts'
import { useReturnWrites } from '../use-return-writes.ts'

type ReasonDialogProps = {
  verb: 'reject' | 'cancel' | 'close' | 'reopen' | 'hold' | 'release'
  goods: GoodsReturn
  onClose: () => void
}

const dialogTexts = {
  reject: {
    title: 'Reject',
    button: 'Reject return',
    description: 'Reject this return? This cannot be undone.',
  },
  close: {
    title: 'Close remaining units of',
    button: 'Close remaining units',
    description:
      'Missing goods will not arrive; received goods are credited. If the warehouse still ' +
      'expects them, it must confirm first. This cannot be undone.',
  },
  reopen: {
    title: 'Reopen',
    button: 'Reopen return',
    description:
      'For an incorrect credit memo. Voids it and reopens the invoices it was applied to. Then ' +
      'complete the return again to credit the goods.',
  },
  cancel: {
    title: 'Cancel',
    button: 'Cancel return',
    description:
      'The goods are not returned. If the warehouse still expects them, it must confirm first. ' +
      'This cannot be undone.',
  },
  hold: {
    title: 'Hold',
    button: 'Put on hold',
    description: 'It cannot be processed until it is released.',
  },
  release: {
    title: 'Release',
    button: 'Release hold',
    description: 'The return continues at its current status.',
  },
} as const

const values = { reason: '' }

/** Dialog for a transition that requires a reason. */
export function ReasonDialog({ verb, goods, onClose }: ReasonDialogProps) {
  const writes = useReturnWrites()
  const { title, button, description } = dialogTexts[verb]
  const { id, version, returnNumber } = goods
  return (
    <FormDialog
      title={`${title} ${returnNumber}`}
      description={description}
      schema={reasonForm}
      values={values}
      toWire={asTyped}
      size="small"
      submitLabel={button}
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => writes[verb].run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}

function asTyped(typed: { reason: string }) {
  return typed
}
