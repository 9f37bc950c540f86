import { Field } from '../fields/Field.tsx'
import type { HeaderRow } from './use-import-draft.ts'

type HeaderRowChoiceProps = {
  header: Pick<HeaderRow, 'rows' | 'row'>
  onChoose: (row: number) => void
}

/** Selects the header row of a file, since title rows may precede it. */
export function HeaderRowChoice({ header, onChoose }: HeaderRowChoiceProps) {
  const { rows, row } = header
  if (rows.length < 2) return null
  return (
    <Field label="Row with the column names">
      {(control) => (
        <select
          {...control}
          className="control"
          value={row}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {rows.map(({ number, cells }) => (
            <option key={number} value={number}>
              {`Row ${number}: ${cells
                .filter((cell) => cell.trim() !== '')
                .join(' · ')
                .slice(0, 100)}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
