import { Download } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { DialogBody, DialogFooter } from '../dialogs/Dialog.tsx'
import { counted } from '../../kernel/plurals-and-capitals.ts'
import { Field } from '../fields/Field.tsx'
import { useUnsaved } from '../dialogs/unsaved-input-context.ts'
import { type Draft, fileOfErrors, rowsToWrite } from './import-draft.ts'
import { ImportRowsTable } from './ImportRowsTable.tsx'
import type { DuplicateMode, Import, ImportOptions } from './use-import.ts'
import type { ImportOutcome } from '#platform/kernel/import.ts'
import { download } from '../table/export/build-file.ts'

type RowsStepProps = {
  options: ImportOptions
  current: Import
  draft: Draft
  outcome: ImportOutcome
}

/** Step 3: shows what the rows would do, with errors to correct in place. */
export function RowsStep({ options, current, draft, outcome }: RowsStepProps) {
  const [isOnlyErrors, setIsOnlyErrors] = useState(true)
  const { bad, isBusy, isChanged, isWriting } = current
  // Warns before the mapping and the corrections are discarded.
  useUnsaved(true, () => current.setStep('file'), { isBusy: isWriting })
  // After a 409 or 422 a new check is needed, because the records have changed.
  const mustCheck = isChanged || [409, 422].includes(current.error?.status ?? 0)
  const labelOf = (name: string) =>
    options.columns.find((column) => column.name === name)?.label ?? name
  const writable = options.makes ? outcome.created : rowsToWrite(outcome, bad.size)
  const saveErrors = () => save(fileOfErrors(draft, outcome.errors, labelOf), options.nouns)
  const hasErrors = bad.size > 0
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          {current.error && <Alert>{current.error.message}</Alert>}
          <Warnings outcome={outcome} />
          <Counts {...{ outcome, isChanged }} bad={bad.size} makes={options.makes} />
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            {!options.makes && <ExistingChoice current={current} hint={options.updating} />}
            {hasErrors && (
              <label className="text-body flex h-9 items-center gap-2">
                <input
                  type="checkbox"
                  checked={isOnlyErrors}
                  onChange={({ target }) => setIsOnlyErrors(target.checked)}
                />
                Only rows with errors
              </label>
            )}
          </div>
          <ImportRowsTable
            key={isOnlyErrors && hasErrors ? 'errors' : 'all'}
            draft={draft}
            errors={outcome.errors}
            only={isOnlyErrors && hasErrors ? bad : undefined}
            labelOf={labelOf}
            onCorrect={current.setDraft}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={isWriting} onClick={() => current.setStep('columns')}>
          Back
        </Button>
        {hasErrors && (
          <Button icon={Download} onClick={saveErrors}>
            Download rows with errors
          </Button>
        )}
        {mustCheck && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void current.check(draft)}>
            Check again
          </Button>
        )}
        {!mustCheck && (
          <Button
            kind="primary"
            isBusy={isBusy}
            whyNot={writable === 0 ? 'These rows contain nothing to import' : undefined}
            onClick={() => void current.write()}
          >
            {importLabel(writable, hasErrors, options.makes)}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

/** Warnings that do not prevent the import: the first five, and the number of the others. */
function Warnings({ outcome: { warnings = [] } }: { outcome: ImportOutcome }) {
  if (warnings.length === 0) return null
  const more = warnings.length - 5
  const sentences = warnings.slice(0, 5).map(({ row, message }) => `Row ${row}: ${message}`)
  return (
    <Alert tone="warning" title="Check these rows before importing">
      {[...sentences, ...(more > 0 ? [`And ${counted(more, 'more row')}`] : [])].join('. ')}
    </Alert>
  )
}

function save(errors: string, nouns: string): void {
  download(new Blob([errors], { type: 'text/csv;charset=utf-8' }), `${nouns}-errors.csv`)
}

/** What to do with records that already exist. */
function ExistingChoice({ current, hint }: { current: Import; hint: string | undefined }) {
  return (
    <Field label="Existing records" hint={current.existing === 'update' ? hint : undefined}>
      {(control) => (
        <select
          {...control}
          className="control max-w-72"
          value={current.existing}
          disabled={current.isBusy}
          onChange={({ target }) => current.choose(target.value as DuplicateMode)}
        >
          <option value="skip">Skip them</option>
          <option value="update">Update them from the file</option>
        </select>
      )}
    </Field>
  )
}

type CountsProps = {
  outcome: ImportOutcome
  bad: number
  isChanged: boolean
  makes: string | undefined
}

/** A one-sentence summary of what the rows would do. */
function Counts({ outcome, bad, isChanged, makes }: CountsProps) {
  const { created, updated, skipped, unchanged } = outcome
  const parts = [
    makes ? counted(created, `new ${makes}`) : `${count(created)} new`,
    ...(makes ? [] : [`${count(updated)} to update`]),
    ...(skipped > 0 ? [`${count(skipped)} already exist`] : []),
    ...(unchanged > 0 ? [`${count(unchanged)} unchanged`] : []),
    makes ? `${counted(bad, 'row')} with errors` : `${count(bad)} with errors`,
  ]
  return (
    <p role="status" className="text-body">
      {isChanged
        ? 'The rows have changed. Check them again.'
        : `${counted(outcome.rows, 'row')}: ${parts.join(', ')}.`}
    </p>
  )
}

function importLabel(writable: number, hasErrors: boolean, noun = 'row'): string {
  if (writable === 0) return 'Nothing to import'
  return `Import ${counted(writable, hasErrors ? `correct ${noun}` : noun)}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
