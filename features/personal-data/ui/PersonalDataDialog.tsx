import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { download } from '#platform/ui/table/export/build-file.ts'
import { ApiError, sendForText } from '#platform/web/api-client.ts'
import { type Erasure, exportCustomerData, exportUserData } from '../contract.ts'
import { countsInExport, exportFileName, type Subject } from '../labels.ts'
import { ErasureForm } from './ErasureForm.tsx'
import { ErasureResult } from './ErasureResult.tsx'

type PersonalDataDialogProps = { subject: Subject; onClose: () => void }

const exportEndpoints = { customer: exportCustomerData, user: exportUserData } as const

const texts = {
  customer: {
    about: 'What is stored about this customer and its contact.',
    erasure:
      'Replaces the name and the contacts with a pseudonym and deactivates the customer. ' +
      'A customer with open documents can’t be erased.',
  },
  user: {
    about: 'What is stored about this user.',
    erasure:
      'Replaces the username and the email with a pseudonym and ends the account. Deactivate the ' +
      'user first. A user with open documents can’t be erased.',
  },
} as const

/** Exports the personal data of a customer or a user, or erases it and says what remains. */
export function PersonalDataDialog({ subject, onClose }: PersonalDataDialogProps) {
  const [isErasing, setIsErasing] = useState(false)
  const [erased, setErased] = useState<Erasure>()
  if (erased) return <ErasureResult code={subject.code} erased={erased} onClose={onClose} />
  if (isErasing) {
    const back = () => setIsErasing(false)
    return <ErasureForm subject={subject} onErased={setErased} onClose={back} />
  }
  const { about, erasure } = texts[subject.kind]
  return (
    <Dialog
      title={`Personal data of ${subject.code}`}
      description={about}
      size="small"
      onClose={onClose}
    >
      <DialogBody>
        <div className="grid gap-6">
          <Export subject={subject} />
          <section aria-labelledby="erase-personal-data" className="grid justify-items-start gap-2">
            <h3 id="erase-personal-data" className="text-label">
              Erase
            </h3>
            <p className="text-table text-muted">{erasure} This cannot be undone.</p>
            <Button kind="danger" onClick={() => setIsErasing(true)}>
              Erase…
            </Button>
          </section>
        </div>
      </DialogBody>
    </Dialog>
  )
}

/** The download of the file, and what it has. */
function Export({ subject: { kind, id } }: { subject: Subject }) {
  const [isBusy, setIsBusy] = useState(false)
  const [counts, setCounts] = useState<readonly string[]>()
  const [failure, setFailure] = useState<string>()
  const run = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const text = await sendForText(exportEndpoints[kind], { params: { id } })
      download(new Blob([text], { type: 'application/json' }), exportFileName(kind, id))
      setCounts(countsInExport(text))
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section aria-labelledby="export-personal-data" className="grid justify-items-start gap-2">
      <h3 id="export-personal-data" className="text-label">
        Export
      </h3>
      <p className="text-table text-muted">A file for the person who asks for it.</p>
      <Button icon={Download} isBusy={isBusy} onClick={() => void run()}>
        Export as JSON
      </Button>
      {failure !== undefined && <Alert title="Failed to export">{failure}</Alert>}
      {counts && (
        <Alert tone="info" title="The file contains">
          <ul className="numbers">
            {counts.map((count) => (
              <li key={count}>{count}</li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}
