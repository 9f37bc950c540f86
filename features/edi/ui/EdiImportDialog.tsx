import { useContext, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { FileDrop } from '#platform/ui/import/FileStep.tsx'
import { UnsavedContext, useUnsaved } from '#platform/ui/dialogs/unsaved-input-context.ts'
import { EdiImportOutcome } from './EdiImportOutcome.tsx'
import { type EdiImportState, useEdiImport } from './use-edi-import.ts'

const kind = {
  name: 'an X12 file',
  accept: '.edi,.x12,.txt,application/edi-x12',
  hint: 'X12 004010, up to 10 MiB, with purchase orders (850) and acknowledgments (997).',
}

const samples = [
  ['850-good.edi', 'A valid order'],
  ['850-unknown-sku.edi', 'An order with an unknown SKU'],
  ['850-over-credit.edi', 'An order above the credit limit'],
] as const

/** Imports an X12 file: previews the result, imports it, and offers the answers for download. */
export function EdiImportDialog({ onClose }: { onClose: () => void }) {
  const current = useEdiImport()
  const { taken: results, isDone } = current
  const sentence = isDone
    ? 'The result of the import. Send the acknowledgments to the partner.'
    : 'Orders are checked as in Order Entry. You can hold or skip an order; the partner is ' +
      'notified. Importing the same file again is safe.'
  return (
    <Dialog
      title="Import EDI"
      description={sentence}
      size="details"
      onClose={onClose}
      closesOutside={!results || isDone}
    >
      {results ? (
        <>
          <DialogBody>
            <div className="grid gap-4">
              {current.error && <Alert>{current.error.message}</Alert>}
              <EdiImportOutcome current={current} importResults={results} />
            </div>
          </DialogBody>
          <Footer current={current} onClose={onClose} />
        </>
      ) : (
        <FileStep current={current} />
      )}
    </Dialog>
  )
}

type FooterProps = { current: EdiImportState; onClose: () => void }

function Footer({ current, onClose }: FooterProps) {
  const { isDone, isBusy, take: importFile, back: reset } = current
  // Closing needs a confirmation, because the choices for the orders would be lost.
  useUnsaved(!isDone, reset, { isBusy })
  if (isDone) {
    return (
      <DialogFooter>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    )
  }
  return (
    <DialogFooter>
      <Button disabled={isBusy} onClick={reset}>
        Another file
      </Button>
      <Button kind="primary" isBusy={isBusy} onClick={() => void importFile()}>
        Import this file
      </Button>
    </DialogFooter>
  )
}

function FileStep({ current }: { current: EdiImportState }) {
  const [pasted, setPasted] = useState('')
  const { close } = useContext(UnsavedContext)
  useUnsaved(pasted.trim() !== '', () => setPasted(''))
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {current.problem && <Alert title="This file cannot be read">{current.problem}</Alert>}
          <FileDrop kind={kind} onFile={(file) => void current.read(file)} />
          <Field label="Or paste the text">
            {(control) => (
              <textarea
                {...control}
                className="control font-mono"
                rows={5}
                spellCheck={false}
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
            )}
          </Field>
          <p className="text-table flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
            Samples for the demo data:
            {samples.map(([file, text]) => (
              <a key={file} href={`/samples/${file}`} download className="text-link underline">
                {text}
              </a>
            ))}
          </p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          kind="primary"
          isBusy={current.isBusy}
          whyNot={pasted.trim() === '' ? 'Paste the text first' : undefined}
          onClick={() => void current.read(pasted)}
        >
          Check the pasted text
        </Button>
      </DialogFooter>
    </>
  )
}
