import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readIntakeMessage } from '../contract.ts'
import { isOpen, isRunAgain } from '../rules.ts'
import { IntakeMessageForm } from './IntakeMessageForm.tsx'
import { IntakeMessageView } from './IntakeMessageView.tsx'

type IntakeMessageDialogProps = { id: number; onClose: () => void }

/** A message: its form while it is open and placed from one, otherwise what became of it. */
export function IntakeMessageDialog({ id, onClose }: IntakeMessageDialogProps) {
  const [storedCount, setStoredCount] = useState(0)
  const { data, error, refetch } = useRead(readIntakeMessage, { params: { id } })
  if (data && data.hasForm && isOpen(data.state) && !isRunAgain(data.channel)) {
    return (
      <IntakeMessageForm
        // A saved or newly read form begins with the values that the server has now. Other changes
        // of the message, such as its owner, must not replace what is typed.
        key={storedCount}
        message={data}
        onStored={() => setStoredCount((count) => count + 1)}
        onClose={onClose}
      />
    )
  }
  if (data) return <IntakeMessageView message={data} onClose={onClose} />
  return (
    <Dialog title={`Message #${id}`} size="wide" onClose={onClose}>
      <DialogBody>
        {error ? (
          <Alert actions={<Button onClick={() => void refetch()}>Try again</Button>}>
            {error.message}
          </Alert>
        ) : (
          <Skeleton className="h-60" />
        )}
      </DialogBody>
    </Dialog>
  )
}
