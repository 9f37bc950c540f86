import { readActivity } from '#features/audit/activity-contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type Letter,
  listSendings,
  documentKinds,
  readLetter,
  type Sendable,
  sendDocument,
  sendingForm,
} from '../contract.ts'

export type SentDocument = { name: Sendable; id: number; days?: Period }
/** The period of a statement. */
export type Period = { from?: string; to?: string; form?: 'activity' | 'open' }
type EmailDocumentDialogProps = SentDocument & { onClose: () => void }

type EmailForm = { to: string; cc: string; subject: string; message: string }
const toBody = (form: EmailForm) => form

/** Dialog that emails a document; recipients and text are prefilled and editable. */
export function EmailDocumentDialog({ name, id, days, onClose }: EmailDocumentDialogProps) {
  const read = useRead(readLetter[name], { params: { id }, query: days as never })
  const write = useWrite(sendDocument[name], {
    refreshes: [listSendings[name], readActivity],
    success: ({ to }) => ({ title: 'Success', text: `The message to ${to} is queued` }),
    failure: `Failed to send the ${documentKinds[name].name}`,
  })
  const title = `Send ${documentKinds[name].name}`
  const { data, error, refetch } = read
  if (!data || data.whyNot) {
    const retryButton = error && <Button onClick={() => void refetch()}>Try again</Button>
    return (
      <Dialog title={title} size="small" onClose={onClose}>
        <DialogBody>
          {error || data ? (
            <Alert actions={retryButton}>{error?.message ?? data?.whyNot}</Alert>
          ) : (
            <Skeleton className="h-64" />
          )}
        </DialogBody>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      description={`Attached: ${data.fileName}`}
      schema={sendingForm}
      values={formOf(data)}
      toWire={toBody}
      size="form"
      submitLabel="Send"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        write.run({ params: { id }, query: days as never, body, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        {data.unprintable && (
          <Alert tone="warning" title="The PDF will show empty boxes">
            {`${data.unprintable}.`}
          </Alert>
        )}
        <TextField name="to" label="To *" hint="Several addresses are separated by commas." />
        <TextField name="cc" label="Cc" />
        <TextField name="subject" label="Subject *" />
        <TextAreaField name="message" label="Message *" rows={8} />
      </div>
    </FormDialog>
  )
}

function formOf({ to, cc, subject, message }: Letter): EmailForm {
  return { to, cc, subject, message }
}
