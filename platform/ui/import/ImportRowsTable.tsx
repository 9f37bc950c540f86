import { useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { ScrollRegion } from '../page/ScrollRegion.tsx'
import { type Draft, errorsByRow, withCorrectedCell, type RowErrors } from './import-draft.ts'

type ImportRowsTableProps = {
  draft: Draft
  errors: RowErrors
  /** The rows to show; undefined shows all. */
  only: ReadonlySet<number> | undefined
  labelOf: (name: string) => string
  onCorrect: (draft: Draft) => void
}

const pageSize = 20

/** The editable rows of a file, paged. */
export function ImportRowsTable({ draft, errors, only, labelOf, onCorrect }: ImportRowsTableProps) {
  const [page, setPage] = useState(0)
  const { file, fields } = draft
  const places = file.rows.map((_, index) => index).filter((index) => only?.has(index) ?? true)
  const pages = Math.max(1, Math.ceil(places.length / pageSize))
  const at = Math.min(page, pages - 1)
  const filled = fields.flatMap((name, columnIndex) =>
    name === undefined ? [] : [{ name, place: columnIndex }],
  )
  // Columns with errors come first, after the first column, which identifies the record.
  const wrong = new Set(errors.map(({ field }) => field))
  const rank = (name: string) => (name === filled[0]?.name || wrong.has(name) ? 0 : 1)
  const columns = filled.toSorted((a, b) => rank(a.name) - rank(b.name))
  const byRow = errorsByRow(file, errors)
  const visibleFields = new Set(columns.map(({ name }) => name))
  return (
    <div className="grid grid-cols-1 gap-2">
      <ScrollRegion label="Rows">
        <table className="text-table">
          <thead>
            <tr className="border-b border-line text-left text-muted">
              <th scope="col" className="px-2 py-1.5">
                Row
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="min-w-40 px-2 py-1.5 whitespace-nowrap">
                  {labelOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.slice(at * pageSize, (at + 1) * pageSize).map((row) => (
              <tr key={row} className="border-b border-line align-top">
                <th scope="row" className="numbers px-2 py-3 text-left font-medium">
                  {file.numbers[row]}
                  <Elsewhere
                    errors={(byRow.get(row) ?? []).filter(({ field }) => !visibleFields.has(field))}
                    labelOf={labelOf}
                  />
                </th>
                {columns.map(({ name, place }) => (
                  <Cell
                    key={name}
                    id={`import-${row}-${name}`}
                    label={`${labelOf(name)}, row ${file.numbers[row]}`}
                    text={file.rows[row]?.[place] ?? ''}
                    error={byRow.get(row)?.find(({ field }) => field === name)?.message}
                    onChange={(text) => onCorrect(withCorrectedCell(draft, row, place, text))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-end gap-2">
          <span className="text-table text-muted">{`Page ${at + 1} of ${pages}`}</span>
          <Button size="small" disabled={at === 0} onClick={() => setPage(at - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={at + 1 >= pages} onClick={() => setPage(at + 1)}>
            Next
          </Button>
        </nav>
      )}
    </div>
  )
}

/** Errors of fields without a column in the file. */
function Elsewhere({
  errors,
  labelOf,
}: { errors: RowErrors } & Pick<ImportRowsTableProps, 'labelOf'>) {
  return errors.map(({ field, message }) => (
    <p key={field} className="text-caption mt-1 min-w-40 font-normal text-danger">
      {`${labelOf(field)}: ${message}`}
    </p>
  ))
}

type CellProps = {
  id: string
  label: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function Cell({ id, label, text, error, onChange }: CellProps) {
  return (
    <td className="px-1 py-1.5">
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="control"
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p id={`${id}-error`} className="text-caption mt-1 text-danger">
          {error}
        </p>
      )}
    </td>
  )
}
