import { FileArchive, FileDown, Mail, Square } from 'lucide-react'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { documentKinds, type Sendable } from '../contract.ts'
import { useSendingRefusal } from './parts/DocumentTools.tsx'
import { MissingSenderNotice } from './parts/MissingSenderNotice.tsx'
import {
  type DocumentJob,
  maxDocuments,
  type NamedRecord,
  useDocumentJob,
} from './use-document-job.ts'

type ManyDocumentsDialogProps = {
  name: Sendable
  records: readonly NamedRecord[]
  onClose: () => void
}

/** Saves the documents of many records in one file, or each in its own, or emails them. */
export function ManyDocumentsDialog({ name, records, onClose }: ManyDocumentsDialogProps) {
  const { job, save, email, stop } = useDocumentJob(name, records)
  const mailRefusal = useSendingRefusal(name)
  const isTooMany = records.length > maxDocuments
  const isRunning = job?.phase === 'running'
  const whyNot = isTooMany ? `At most ${maxDocuments} documents at once` : undefined
  return (
    <Dialog title={`${documentKinds[name].plural}: ${records.length}`} onClose={onClose}>
      <DialogBody>
        <div className="grid gap-4">
          <MissingSenderNotice />
          {isTooMany && <Alert tone="warning">{`${whyNot}. Select fewer.`}</Alert>}
          {!job && (
            <p>
              Save them as one PDF with a bookmark for each, or as separate PDFs in a ZIP file, or
              email each to its recipient. Documents that were already emailed are not sent again.
            </p>
          )}
          {job && <JobProgress job={job} total={records.length} />}
        </div>
      </DialogBody>
      <DialogFooter>
        {isRunning ? (
          <Button icon={Square} onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button icon={Mail} whyNot={whyNot ?? mailRefusal} onClick={() => void email()}>
              Email each
            </Button>
            <Button icon={FileArchive} whyNot={whyNot} onClick={() => void save('zip')}>
              Separate PDFs
            </Button>
            <Button kind="primary" icon={FileDown} whyNot={whyNot} onClick={() => void save('pdf')}>
              One PDF
            </Button>
          </>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function JobProgress({ job, total }: { job: DocumentJob; total: number }) {
  const { settled, failures, error } = job
  return (
    <>
      <progress aria-label="Progress" value={settled} max={total} className="w-full" />
      <p role="status" className="numbers">
        {sentenceOf(job, total)}
      </p>
      {error && <Alert>{error}</Alert>}
      {failures.length > 0 && (
        <section aria-label="Failed documents">
          <h3 className="text-label">{counted(failures.length, 'document')} failed</h3>
          <ul>
            {failures.map(({ code, reason }) => (
              <li key={code} className="text-table break-words">
                <span className="font-medium">{code}</span>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** How far the job is; after a stop, what a second try does. */
function sentenceOf({ kind, phase, settled, already, failures }: DocumentJob, total: number) {
  const done = settled - failures.length - already
  const verb = kind === 'email' ? 'queued' : 'saved'
  if (phase === 'running') return `${settled} of ${total} documents processed.`
  if (phase === 'stopped' && kind !== 'email') {
    return `Stopped after ${settled} of ${total} documents. No file was saved.`
  }
  const skipped = already > 0 ? ` ${counted(already, 'document')} had been sent before.` : ''
  const result = `${done} of ${total} documents ${verb}.${skipped}`
  return phase === 'done' ? result : `Stopped. ${result} Start again to send only the others.`
}
