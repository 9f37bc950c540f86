import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import type { Column } from './columns.ts'
import { maximumWidth, minimumWidth } from './width-limits.ts'

type HeaderCellProps<Row> = {
  column: Column<Row>
  width: number
  /** True for the first column, which is sticky when the table scrolls sideways. */
  isFirst: boolean
  direction: 'up' | 'down' | undefined
  onSort: () => void
  onResize: (width: number) => void
}

/** A column header: its name sorts, its right edge resizes by drag and by the arrow keys. */
export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, width, isFirst, direction, onSort, onResize } = props
  const sorted = direction === 'up' ? 'ascending' : 'descending'
  const alignment = column.align === 'right' ? 'justify-end text-right' : 'text-left'
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction ? sorted : undefined}
      data-held={isFirst ? 'code' : undefined}
      className="text-caption h-(--row) border-b border-line bg-surface p-0 text-muted"
    >
      {column.sortable === false ? (
        <span className={`flex px-3 ${alignment}`}>{column.header}</span>
      ) : (
        <button
          type="button"
          onClick={onSort}
          onFocus={showFocused}
          className={clsx(
            'text-caption flex h-full min-h-[calc(var(--row)-1px)] w-full items-center gap-1 px-3',
            '-outline-offset-2 hover:text-ink',
            alignment,
          )}
        >
          <span className="line-clamp-2 min-w-0">{column.header}</span>
          <SortIcon direction={direction} />
        </button>
      )}
      <ResizeHandle name={column.header} width={width} onResize={onResize} />
    </th>
  )
}

function SortIcon({ direction }: { direction: 'up' | 'down' | undefined }) {
  const Icon = direction === 'up' ? ArrowUp : direction === 'down' ? ArrowDown : ArrowUpDown
  const tone = direction ? 'shrink-0 text-link' : 'shrink-0 text-subtle opacity-70'
  return <Icon aria-hidden size={14} strokeWidth={1.75} className={tone} />
}

type ResizeHandleProps = { name: string; width: number; onResize: (width: number) => void }

function ResizeHandle({ name, width, onResize }: ResizeHandleProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget
    const from = event.clientX
    const start = handle.parentElement?.getBoundingClientRect().width ?? width
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onResize(start + moved.clientX - from)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.shiftKey ? 50 : 10
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onResize(width + by)
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuetext={`${name}: ${width} pixels`}
      aria-valuenow={width}
      aria-valuemin={minimumWidth}
      aria-valuemax={maximumWidth}
      onPointerDown={drag}
      onFocus={showFocused}
      onKeyDown={press}
      className={clsx(
        'absolute top-0 -right-px z-10 h-full w-2 cursor-col-resize touch-none border-r',
        'border-transparent -outline-offset-2 hover:border-control focus-visible:border-focus',
      )}
    />
  )
}

/**
 * Scrolls a focused column header out from under the sticky columns at the sides. The browser does
 * not, because the row of headers is sticky itself. A click scrolls nothing under the pointer.
 */
function showFocused({ target }: FocusEvent<HTMLElement>): void {
  const cell = target.closest('th')
  const box = target.closest('.table-scroll')
  if (!cell || !box || cell.dataset['held'] || !target.matches(':focus-visible')) return
  const { left, right } = cell.getBoundingClientRect()
  const around = box.getBoundingClientRect()
  const fixed = (name: string) =>
    box.querySelector(`[data-holds] th[${name}]`)?.getBoundingClientRect()
  const first = fixed('data-held=code')?.right ?? around.left
  const last = fixed('data-phone=actions')?.left ?? around.right
  if (right > last) box.scrollLeft += right - last
  else if (left < first) box.scrollLeft -= first - left
}
