import { FileUp } from 'lucide-react'
import { type ComponentProps, useContext, useId, useRef, useState } from 'react'
import { csvLine } from '#platform/kernel/csv.ts'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { DialogBody, DialogFooter } from '../dialogs/Dialog.tsx'
import { Field } from '../fields/Field.tsx'
import { UnsavedContext, useUnsaved } from '../dialogs/unsaved-input-context.ts'
import { HeaderRowChoice } from './HeaderRowChoice.tsx'
import { RecentImports } from './RecentImports.tsx'
import type { Import, ImportOptions } from './use-import.ts'
import { download } from '../table/export/build-file.ts'

type FileStepProps = {
  options: Pick<ImportOptions, 'columns' | 'nouns' | 'sample'>
  current: Pick<Import, 'problem' | 'read' | 'isBusy' | 'header' | 'chooseHeader'>
  /** The recent imports, listed below the file, and their undo. */
  before?: ComponentProps<typeof RecentImports> | undefined
}

/** Step 1: choose, drop or paste a file. */
export function FileStep({ options, current, before }: FileStepProps) {
  const { close } = useContext(UnsavedContext)
  const [pasted, setPasted] = useState('')
  useUnsaved(pasted.trim() !== '', () => setPasted(''))
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {current.problem && (
            <>
              <Alert title="This file cannot be read">{current.problem}</Alert>
              <HeaderRowChoice header={current.header} onChoose={current.chooseHeader} />
            </>
          )}
          <FileDrop onFile={(file) => void current.read(file)} />
          <Field label="Or paste the rows">
            {(control) => (
              <textarea
                {...control}
                className="control font-mono"
                rows={5}
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
            )}
          </Field>
          <Examples options={options} />
          {before && <RecentImports {...before} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          kind="primary"
          isBusy={current.isBusy}
          whyNot={pasted.trim() === '' ? 'Paste the rows first' : undefined}
          onClick={() => void current.read(pasted)}
        >
          Use the pasted rows
        </Button>
      </DialogFooter>
    </>
  )
}

const csv = {
  name: 'a CSV file',
  accept: '.csv,text/csv',
  hint: 'UTF-8, up to 10 MiB and 5,000 rows, with one row of column names.',
}

type FileDropProps = {
  onFile: (file: File) => void
  /** The accepted kind of file; default: CSV. */
  kind?: { name: string; accept: string; hint: string }
}

/** Chooses a file, or accepts a dropped one. */
export function FileDrop({ onFile, kind = csv }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const readFile = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  return (
    <div
      className={
        'grid justify-items-center gap-2 rounded-card border border-dashed border-control ' +
        'px-4 py-8 text-center'
      }
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        readFile(event.dataTransfer.files)
      }}
    >
      <Button kind="primary" icon={FileUp} onClick={() => input.current?.click()}>
        {`Choose ${kind.name}`}
      </Button>
      <label htmlFor={id} className="sr-only">
        {kind.name.replace(/^an? /, '')}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={kind.accept}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          readFile(target.files)
          target.value = ''
        }}
      />
      <p className="text-table text-muted">or drop it here. {kind.hint}</p>
    </div>
  )
}

/** Links to a template with all headings and to a sample file. */
function Examples({ options }: Pick<FileStepProps, 'options'>) {
  const { columns, nouns, sample } = options
  const template = () => {
    const text = `\uFEFF${csvLine(columns.map(({ label }) => label))}`
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${nouns}-template.csv`)
  }
  return (
    <p className="text-table flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      New to this?
      <button type="button" className="text-link underline" onClick={template}>
        Template with all columns
      </button>
      <a href={sample} download className="text-link underline">
        Sample file
      </a>
    </p>
  )
}
