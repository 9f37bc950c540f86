import { readActivity } from '#features/audit/activity-contract.ts'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  type EmailProblem,
  listAutomaticEmails,
  listEmailProblems,
  setAsideAutomaticEmail,
  setAsideForm,
  setAsideSending,
} from '../contract.ts'

type SetAsideEmailProps = Pick<EmailProblem, 'kind' | 'id'> & {
  document: string
  onClose: () => void
}

const values = { reason: '' }
const asTyped = (typed: typeof values) => typed

/** Asks why an email that was not delivered needs no more attention. */
export function SetAsideEmail({ kind, id, document, onClose }: SetAsideEmailProps) {
  const options = {
    refreshes: [listEmailProblems, listAutomaticEmails, readActivity],
    success: 'The email was set aside',
    failure: 'Failed to set the email aside',
  }
  const sending = useWrite(setAsideSending, options)
  const automatic = useWrite(setAsideAutomaticEmail, options)
  const write = kind === 'sending' ? sending : automatic
  return (
    <FormDialog
      title="Set Email Aside"
      description={`${document} is not sent. The reason goes into the history of its record.`}
      schema={setAsideForm}
      values={values}
      toWire={asTyped}
      size="small"
      submitLabel="Set aside"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ params: { id }, body, idempotencyKey })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
