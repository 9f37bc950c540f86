import { Ellipsis } from 'lucide-react'
import { type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../buttons/IconButton.tsx'
import { Menu, type MenuItem } from '../menu/Menu.tsx'
import type { Column } from './columns.ts'
import { PreviewButton } from './preview/PreviewButton.tsx'

/** An action on one row. Those with `isInline` and an icon are shown in the row itself. */
export type RowAction = MenuItem & { isInline?: boolean }

type TableRowProps<Row extends { id: number }> = {
  row: Row
  /** The row's index on the page, from 0, and its position in the whole list, from 1. */
  index: number
  position: number
  code: string
  /** The URL that opens the row; empty if it has none. */
  href: string
  columns: readonly Column<Row>[]
  actions: readonly RowAction[]
  isSelected: boolean
  isOpen: boolean
  /** Whether it is being deleted. */
  isLeaving: boolean
  /** Undefined if rows cannot be selected. */
  onSelect: ((isRange: boolean) => void) | undefined
  /** Undefined if rows are read-only. */
  onOpen: (() => void) | undefined
  onPreview: () => void
}

/** A row: a click opens it, its code is a real link, and a right click shows its actions. */
export function TableRow<Row extends { id: number }>(props: TableRowProps<Row>) {
  const { row, index, code, columns, actions, isSelected, isOpen, onSelect, onOpen } = props
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isPlain && !isControl(event)) onOpen?.()
  }
  return (
    <tr
      role="row"
      data-row={index}
      aria-rowindex={props.position + 1}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-leaving={props.isLeaving || undefined}
      onClick={open}
      onContextMenu={(event) => {
        if (actions.length === 0 || event.target instanceof HTMLAnchorElement) return
        event.preventDefault()
        setIsMenuOpen(true)
      }}
      className={onOpen ? 'row group cursor-pointer' : 'row group'}
    >
      {onSelect && <SelectCell code={code} isSelected={isSelected} onSelect={onSelect} />}
      {columns.map((column, columnIndex) => (
        <td
          key={column.id}
          role="cell"
          data-phone={columnIndex === 0 ? 'code' : (column.phone ?? 'none')}
          className={column.align === 'right' ? 'numbers text-right' : ''}
          onPointerEnter={showFullText}
        >
          {columnIndex === 0 && onOpen ? (
            <RowLink row={row} column={column} href={props.href} onOpen={onOpen} />
          ) : (
            cellOf(column, row)
          )}
          {columnIndex === 0 && <PreviewButton code={code} onPreview={props.onPreview} />}
        </td>
      ))}
      {actions.length > 0 && (
        <ActionsCell code={code} actions={actions} isMenuOpen={isMenuOpen} onMenu={setIsMenuOpen} />
      )}
    </tr>
  )
}

type SelectCellProps = {
  code: string
  isSelected: boolean
  onSelect: (isRange: boolean) => void
}

function SelectCell({ code, isSelected, onSelect }: SelectCellProps) {
  return (
    <td role="cell" data-phone="select" className="w-10">
      <label className="grid size-8 place-items-center pointer-coarse:size-11">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={['Select', code].join(' ')}
          onChange={() => undefined}
          onClick={(event) => onSelect(event.shiftKey)}
          className="size-4 accent-(--accent)"
        />
      </label>
    </td>
  )
}

type ActionsCellProps = {
  code: string
  actions: readonly RowAction[]
  isMenuOpen: boolean
  onMenu: (isOpen: boolean) => void
}

function ActionsCell({ code, actions, isMenuOpen, onMenu }: ActionsCellProps) {
  return (
    <td role="cell" data-phone="actions">
      <div className="flex justify-end gap-0.5">
        {actions.filter(isInline).map((action) => (
          <IconButton
            key={action.label}
            icon={action.icon}
            label={`${action.label} ${code}`}
            shortcut={action.shortcut}
            whyNot={action.whyNot}
            isOnce
            onClick={action.run}
            className="max-sm:hidden"
          />
        ))}
        <Menu label={`Actions for ${code}`} items={actions} open={isMenuOpen} onOpenChange={onMenu}>
          <IconButton icon={Ellipsis} label={`Actions for ${code}`} data-more="" />
        </Menu>
      </div>
    </td>
  )
}

type RowLinkProps<Row> = { row: Row; column: Column<Row>; href: string; onOpen: () => void }

const linkStyle = 'numbers text-left font-medium text-link no-underline hover:underline'

/** The row's code: a link, which can be opened in a new tab, or a button if the row has no URL. */
function RowLink<Row>({ row, column, href, onOpen }: RowLinkProps<Row>) {
  if (href === '') {
    return (
      <button type="button" data-row-link="" className={linkStyle} onClick={onOpen}>
        {cellOf(column, row)}
      </button>
    )
  }
  return (
    <a
      href={href}
      data-row-link=""
      className={linkStyle}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        event.stopPropagation()
        onOpen()
      }}
    >
      {cellOf(column, row)}
    </a>
  )
}

/**
 * Long text is cut after one or two lines, and every text after one line on a wide screen; screen
 * readers and the tooltip have all of it.
 */
function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell(row)
  if (column.isLong === undefined) return content
  const clampStyle = column.isLong === 'one line' ? 'one-line' : 'two-lines'
  return <span className={clampStyle}>{content}</span>
}

/** Sets the tooltip of a cell whose text is truncated. */
function showFullText({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const text = cell.querySelector<HTMLElement>('.two-lines, .one-line')
  const isLower = text !== null && text.scrollHeight > text.clientHeight
  const box = text ?? cell
  cell.title = isLower || box.scrollWidth > box.clientWidth ? (box.textContent ?? '') : ''
}

function isInline(
  action: RowAction,
): action is RowAction & { icon: NonNullable<MenuItem['icon']> } {
  return action.isInline === true && action.icon !== undefined
}

function isControl({ target }: MouseEvent): boolean {
  return (
    target instanceof Element && target.closest('a, button, input, label, [role=menu]') !== null
  )
}
