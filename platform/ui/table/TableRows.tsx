import { Fragment, type ReactNode, useRef } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { useDeletingRecords } from '../dialogs/deleting-records.ts'
import { HeaderCell } from './HeaderCell.tsx'
import { type RowAction, TableRow } from './TableRow.tsx'
import { type Column, type Columns, directionOf, nextSort } from './columns.ts'
import { GroupHead } from './groups/GroupHead.tsx'
import { type ListGroups, rowGroupingOf } from './groups/row-groups.ts'
import { RowPreview } from './preview/RowPreview.tsx'
import { useRowPreview } from './preview/use-row-preview.ts'
import type { Selection } from './selection.ts'
import { useTableKeys } from './use-table-keys.ts'

type TableRowsProps<Row extends { id: number }> = {
  name: string
  list: ListState
  usualSort?: string
  rows: readonly Row[]
  total: number
  /** There are more than `total` rows. */
  isAtLeast: boolean
  offset: number
  columns: Columns<Row>
  groups?: ListGroups<Row>
  preview?: (row: Row) => ReactNode
  selection: Selection<Row> | undefined
  codeOf: (row: Row) => string
  actionsOf?: (row: Row) => readonly RowAction[]
  onOpen?: ((row: Row) => void) | undefined
  hrefOf?: ((row: Row) => string) | undefined
}

const noActions = () => []

/** The table itself: headers and rows, with keyboard focus. */
export function TableRows<Row extends { id: number }>(props: TableRowsProps<Row>) {
  const { rows, total, columns, selection, codeOf, onOpen } = props
  const actionsOf = props.actionsOf ?? noActions
  const table = useRef<HTMLTableElement>(null)
  const preview = useRowPreview(table, rows)
  useTableKeys({ table, rows, total, selection, actionsOf, onPreview: preview.toggle })
  const hasActions = props.actionsOf !== undefined
  const previewed = preview.row
  return (
    <div className="table-scroll overflow-auto border-t border-line sm:max-h-[calc(100dvh-12rem)]">
      <table
        ref={table}
        role="table"
        aria-labelledby={`${props.name}-title`}
        aria-rowcount={props.isAtLeast ? -1 : total + 1}
        data-holds={holdsFirst(columns) || undefined}
        className="data-table text-table w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: totalWidth(columns, { selection, hasActions }) }}
      >
        <TableHead {...props} hasActions={hasActions} />
        <tbody role="rowgroup">
          <BodyRows
            {...props}
            actionsOf={actionsOf}
            hasActions={hasActions}
            onPreview={preview.toggle}
          />
        </tbody>
      </table>
      {previewed && (
        <RowPreview
          row={previewed}
          code={codeOf(previewed)}
          columns={columns.all}
          isShown={columns.isShown}
          onOpen={onOpen && (() => onOpen(previewed))}
          onClose={preview.close}
        >
          {props.preview?.(previewed)}
        </RowPreview>
      )}
    </div>
  )
}

type BodyRowsProps<Row extends { id: number }> = TableRowsProps<Row> & {
  actionsOf: (row: Row) => readonly RowAction[]
  hasActions: boolean
  onPreview: (row: Row) => void
}

/** The rows, each group of them under its heading. */
function BodyRows<Row extends { id: number }>(props: BodyRowsProps<Row>) {
  const { rows, columns, selection, codeOf, list, onOpen, actionsOf, groups } = props
  const grouping = rowGroupingOf(groups, list.search.by)
  const hrefOf = props.hrefOf ?? ((row) => list.hrefOf({ open: codeOf(row), tab: undefined }))
  const lastPicked = useRef(0)
  const leaving = useDeletingRecords()
  const pick = (index: number, isRange: boolean) => {
    const row = rows[index]
    if (!row || !selection) return
    const isOn = !selection.has(row)
    const [from, to] = [Math.min(index, lastPicked.current), Math.max(index, lastPicked.current)]
    if (isRange) selection.selectMany(rows.slice(from, to + 1), isOn)
    else selection.toggle(row, isOn)
    lastPicked.current = index
  }
  const isFirstOfGroup = (row: Row, index: number) => {
    const before = rows[index - 1]
    return !before || grouping?.keyOf(before) !== grouping?.keyOf(row)
  }
  const columnCount = columns.shown.length + (selection ? 1 : 0) + (props.hasActions ? 1 : 0)
  return rows.map((row, index) => (
    <Fragment key={row.id}>
      {grouping && groups && isFirstOfGroup(row, index) && (
        <GroupHead
          groups={groups}
          list={list}
          groupKey={grouping.keyOf(row)}
          heading={grouping.headingOf(row)}
          columnCount={columnCount}
        />
      )}
      <TableRow
        row={row}
        index={index}
        position={props.offset + index + 1}
        code={codeOf(row)}
        href={hrefOf(row)}
        columns={columns.shown}
        actions={actionsOf(row)}
        isSelected={selection?.has(row) ?? false}
        isOpen={list.search.open === codeOf(row)}
        isLeaving={leaving.has(row)}
        onSelect={selection && ((isRange) => pick(index, isRange))}
        onOpen={onOpen && (() => onOpen(row))}
        onPreview={() => props.onPreview(row)}
      />
    </Fragment>
  ))
}

const selectWidth = 40
const actionsWidth = 116

function TableHead<Row extends { id: number }>(
  props: TableRowsProps<Row> & { hasActions: boolean },
) {
  const { columns, selection, rows, list, hasActions } = props
  const isPageSelected = rows.length > 0 && rows.every((row) => selection?.has(row))
  const sort = list.search.sort ?? props.usualSort
  return (
    <>
      <colgroup>
        {selection && <col style={{ width: selectWidth }} />}
        {columns.shown.map((column) => (
          <col key={column.id} style={colStyle(columns, column)} />
        ))}
        {hasActions && <col style={{ width: actionsWidth }} />}
      </colgroup>
      <thead role="rowgroup" className="sticky top-0 z-10">
        <tr role="row" aria-rowindex={1}>
          {selection && (
            <th
              role="columnheader"
              scope="col"
              data-held="select"
              className="border-b border-line bg-surface"
            >
              <label className="grid size-8 place-items-center">
                <input
                  type="checkbox"
                  aria-label="Select this page"
                  checked={isPageSelected}
                  onChange={({ target }) => selection.selectMany(rows, target.checked)}
                  className="size-4 accent-(--accent)"
                />
              </label>
            </th>
          )}
          {columns.shown.map((column: Column<Row>, index) => (
            <HeaderCell
              key={column.id}
              isFirst={index === 0}
              column={column}
              width={columns.widthOf(column)}
              direction={directionOf(sort, column.id)}
              onSort={() =>
                list.change(
                  { sort: nextSort(list.search.sort, column.id), page: undefined },
                  'push',
                )
              }
              onResize={(width) => columns.resize(column.id, width)}
            />
          ))}
          {hasActions && (
            <th
              role="columnheader"
              scope="col"
              data-phone="actions"
              className="text-caption border-b border-line bg-surface px-3 text-right text-muted"
            >
              Actions
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}

/** Each column has its width; long columns share the remaining space. */
function colStyle<Row>(columns: Columns<Row>, column: Column<Row>) {
  return columns.takesRoom(column) ? {} : { width: columns.widthOf(column) }
}

/**
 * True if the first column is sticky in sideways scrolling, unless it is too wide (over 320 px).
 */
function holdsFirst<Row>(columns: Columns<Row>): boolean {
  const [first] = columns.shown
  return first !== undefined && columns.widthOf(first) <= 320
}

type SideColumns = { selection: unknown; hasActions: boolean }

/** The least width of a column that fills the remaining space, in pixels. */
const leastRoom = 110

/**
 * The width below which the table scrolls sideways. Long columns, whose text has two lines on such
 * screens, give way first, so that the short values beside them stay in sight.
 */
function totalWidth<Row>(columns: Columns<Row>, { selection, hasActions }: SideColumns): number {
  const sides = (selection ? selectWidth : 0) + (hasActions ? actionsWidth : 0)
  const widths = columns.shown.map((column) => {
    const width = columns.widthOf(column)
    return columns.takesRoom(column) ? Math.min(width, leastRoom) : width
  })
  return widths.reduce((total, width) => total + width, sides)
}
