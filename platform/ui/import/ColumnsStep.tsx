import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { counted } from '../../kernel/plurals-and-capitals.ts'
import { DialogBody, DialogFooter } from '../dialogs/Dialog.tsx'
import { useUnsaved } from '../dialogs/unsaved-input-context.ts'
import { AddColumn } from './AddColumn.tsx'
import { DateOrderChoice } from './DateOrderChoice.tsx'
import { DecimalSeparatorChoice } from './DecimalSeparatorChoice.tsx'
import { type Draft, matched, whyNotReady } from './import-draft.ts'
import { HeaderRowChoice } from './HeaderRowChoice.tsx'
import type { Import, ImportOptions } from './use-import.ts'
import type { ImportColumn } from '#platform/kernel/import.ts'

type ColumnsStepProps = {
  options: Pick<ImportOptions, 'columns'>
  current: Pick<Import, 'error' | 'isBusy' | 'setDraft' | 'check' | 'header' | 'chooseHeader'> & {
    setStep: (step: 'file') => void
  }
  draft: Draft
  checkLabel?: string
}

/** Step 2: maps each column of the file to a field. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { options, current, draft, checkLabel = 'Check the rows' } = props
  const { columns } = options
  const { rows } = draft.file
  // Warns before the file is discarded.
  useUnsaved(true, () => current.setStep('file'))
  const whyNot = whyNotReady(draft, columns)
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          {current.error && <Alert>{current.error.message}</Alert>}
          <p className="text-body" role="status">
            {`${counted(rows.length, 'row')}. `}
            {whyNot ?? 'Every required field is mapped to a column.'}
          </p>
          <HeaderRowChoice header={current.header} onChoose={current.chooseHeader} />
          <DecimalSeparatorChoice
            draft={draft}
            columns={columns}
            onChoose={(decimal) => current.setDraft({ ...draft, decimal })}
          />
          <DateOrderChoice
            draft={draft}
            columns={columns}
            onChoose={(days) => current.setDraft({ ...draft, days })}
          />
          <Matches options={options} current={current} draft={draft} />
          <AddColumn draft={draft} columns={columns} onAdd={current.setDraft} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => current.setStep('file')}>Back</Button>
        <Button
          kind="primary"
          whyNot={whyNot}
          isBusy={current.isBusy}
          onClick={() => void current.check(draft)}
        >
          {checkLabel}
        </Button>
      </DialogFooter>
    </>
  )
}

/** The columns of the file with sample values and the field of each. */
function Matches({ options, current, draft }: ColumnsStepProps) {
  const { file, fields } = draft
  const examples = (at: number) =>
    file.rows
      .map((cells) => cells[at])
      .filter(Boolean)
      .slice(0, 3)
      .join(' · ')
  return (
    <table className="text-table w-full table-fixed">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="w-1/3 px-2 py-1.5">
            Column in the file
          </th>
          <th scope="col" className="px-2 py-1.5 max-sm:hidden">
            Sample values
          </th>
          <th scope="col" className="w-1/2 px-2 py-1.5 sm:w-1/3">
            Field
          </th>
        </tr>
      </thead>
      <tbody>
        {file.header.map((heading, at) => {
          const name = heading || `Column ${at + 1}`
          return (
            <tr key={`${at} ${heading}`} className="border-b border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-medium break-words">
                {name}
              </th>
              <td className="truncate px-2 py-1.5 text-muted max-sm:hidden">{examples(at)}</td>
              <td className="px-2 py-1.5">
                <FieldChoice
                  label={`Field for ${name}`}
                  columns={options.columns}
                  value={fields[at]}
                  onChange={(field) => current.setDraft(matched(draft, at, field))}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type FieldChoiceProps = {
  label: string
  columns: readonly ImportColumn[]
  value: string | undefined
  onChange: (field: string | undefined) => void
}

function FieldChoice({ label, columns, value, onChange }: FieldChoiceProps) {
  return (
    <select
      className="control"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">Skip this column</option>
      {columns.map((column) => (
        <option key={column.name} value={column.name}>
          {column.isRequired ? `${column.label} *` : column.label}
        </option>
      ))}
    </select>
  )
}
