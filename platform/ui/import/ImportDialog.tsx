import { Undo2 } from 'lucide-react'
import { Button } from '../buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../dialogs/Dialog.tsx'
import { Facts } from '../page/Facts.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import { RowsStep } from './RowsStep.tsx'
import { type Import, type ImportOptions, type Step, useImport } from './use-import.ts'
import type { ImportOutcome } from '#platform/kernel/import.ts'

type ImportDialogProps = ImportOptions & { onClose: () => void }

const titles: Record<Step, string> = {
  file: 'Step 1 of 3: choose the file. Nothing is saved until the last step.',
  columns: 'Step 2 of 3: choose the field for each column.',
  rows: 'Step 3 of 3: check the rows. Correct errors here, or import the other rows only.',
  done: 'The result of the import.',
}

/** Imports records from a CSV file: file, columns, rows, and undo. */
export function ImportDialog({ onClose, ...options }: ImportDialogProps) {
  const current = useImport(options)
  const { step, draft, checked } = current
  return (
    <Dialog
      title={`Import ${options.nouns}`}
      description={titles[step]}
      size="details"
      onClose={onClose}
      closesOutside={step === 'file' || step === 'done'}
    >
      {step === 'file' && (
        <FileStep
          options={options}
          current={current}
          before={
            options.recent && {
              recent: options.recent,
              undo: options.undoing ? current.undo : undefined,
            }
          }
        />
      )}
      {step === 'columns' && draft && (
        <ColumnsStep options={options} current={current} draft={draft} />
      )}
      {step === 'rows' && draft && checked && (
        <RowsStep options={options} current={current} draft={draft} outcome={checked.outcome} />
      )}
      {step === 'done' && checked && (
        <DoneStep {...{ current, onClose }} makes={options.makes} outcome={checked.outcome} />
      )}
    </Dialog>
  )
}

type DoneStepProps = {
  current: Import
  outcome: ImportOutcome
  makes: string | undefined
  onClose: () => void
}

/** The result of the import, with undo. */
function DoneStep({ current, outcome, makes, onClose }: DoneStepProps) {
  const { importId, created, updated, skipped, unchanged, waiting = 0 } = outcome
  const waitingCount = waiting > 0 && { 'Awaiting approval': waiting }
  const changed = !makes && { Updated: updated }
  const facts = { Created: created, ...waitingCount, ...changed, Unchanged: skipped + unchanged }
  return (
    <>
      <DialogBody>
        <div role="status" className="grid gap-4">
          <p className="text-card">{current.isUndone ? 'Import undone' : 'Import done'}</p>
          <Facts
            items={Object.entries(facts).map(([name, value]) => ({
              name,
              value: value.toLocaleString('en-US'),
            }))}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        {importId !== null && !current.isUndone && (
          <Button icon={Undo2} onClick={() => void current.undo(importId)}>
            Undo import
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}
