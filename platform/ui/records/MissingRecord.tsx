import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { Dialog, DialogBody } from '../dialogs/Dialog.tsx'

type MissingRecordProps = {
  noun: string
  code: string
  error: Error | null
  onClose: () => void
}

/** Shown for a record in the URL that does not exist or cannot be read. */
export function MissingRecord({ noun, code, error, onClose }: MissingRecordProps) {
  return (
    <Dialog title={code} size="small" place="Details" onClose={onClose}>
      <DialogBody>
        <Alert actions={<Button onClick={onClose}>Back to the list</Button>}>
          {error?.message ?? `There is no ${noun} ${code}. It may have been deleted.`}
        </Alert>
      </DialogBody>
    </Dialog>
  )
}
