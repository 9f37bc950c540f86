import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../buttons/Button.tsx'
import { IconButton } from '../../buttons/IconButton.tsx'
import { useShortcut } from '../../keyboard/shortcuts.ts'
import { type Column, textOf } from '../columns.ts'

type RowPreviewProps<Row> = {
  row: Row
  code: string
  /** All columns of the list, also those that the table hides. */
  columns: readonly Column<Row>[]
  isShown: (id: string) => boolean
  /** Undefined if rows are read-only. */
  onOpen: (() => void) | undefined
  onClose: () => void
  /** More about the row, such as the lines of an order. */
  children?: ReactNode
}

/**
 * All values of one row beside the list, where nothing is cut. The focus stays in the list, so that
 * the arrow keys preview one row after the other; screen readers hear each as it appears.
 */
export function RowPreview<Row extends { id: number }>(props: RowPreviewProps<Row>) {
  const { row, code, columns, isShown, onOpen, onClose } = props
  useShortcut('clearSelection', onClose)
  const described = columns.filter(({ id }) => isShown(id) || hasValue(row, id))
  const [first, ...others] = described
  const spoken = others.flatMap((column) => {
    const text = textOf(column, row)
    return text === '' ? [] : `${column.header}: ${text}`
  })
  return (
    <section
      aria-label={`Preview of ${code}`}
      className="row-preview no-print fade-in card shadow-overlay"
    >
      <p role="status" className="sr-only">
        {`Preview of ${code}. ${spoken.join('. ')}`}
      </p>
      <div className="flex items-center gap-2">
        <h3 className="text-card numbers min-w-0 flex-1 wrap-anywhere">
          {first && !isShown(first.id) ? first.cell(row) : code}
        </h3>
        {onOpen && (
          <Button size="small" onClick={onOpen}>
            Open
          </Button>
        )}
        <IconButton icon={X} label="Close the preview" onClick={onClose} />
      </div>
      <dl className="text-table grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {others.map((column) => (
          <div key={column.id} className="contents">
            <dt className="text-muted">{column.header}</dt>
            <dd className="numbers min-w-0 wrap-anywhere">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {props.children}
    </section>
  )
}

/** True if the row has a value for a column that the table hides; some are read on demand. */
function hasValue(row: object, id: string): boolean {
  const value = (row as Record<string, unknown>)[id]
  return value !== undefined && value !== null && value !== ''
}
