import { clsx } from 'clsx'
import {
  Download,
  FileSpreadsheet,
  RefreshCw,
  Rows3,
  SlidersHorizontal,
  Table2,
} from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { type ListState, narrowingKeys } from '#platform/web/list-state.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { Menu, type MenuItem } from '../menu/Menu.tsx'
import { changePreferences, usePreferences } from '../preferences/preferences.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { countActive, isActive } from './filters/active-filters.ts'
import { type Filter, FilterChip } from './filters/FilterChip.tsx'
import { OtherFilters } from './filters/OtherFilters.tsx'
import { FilterBox } from './FilterBox.tsx'
import { ToolButton } from './ToolButton.tsx'
import { type Column, type Columns, directionOf } from './columns.ts'
import type { OtherFilter } from './filters/filter-texts.ts'
import type { FileKind } from './export/build-file.ts'

type ToolbarProps<Row> = {
  list: ListState
  placeholder: string
  /** The codes of the rows are on barcodes. */
  isScannable: boolean
  filters: readonly Filter[]
  /** Filters in the URL that no chip shows. */
  hiddenFilters: readonly OtherFilter[]
  all: readonly Column<Row>[]
  columns: Columns<Row>
  isReading: boolean
  isExporting: boolean
  menu: readonly MenuItem[]
  onRefresh: () => void
  onExport: (kind: FileKind) => void
}

/**
 * The toolbar above a table: search, filters and view options. On a phone it is one row with the
 * search, and a button that opens the others below.
 */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { list, filters, hiddenFilters, onRefresh, onExport } = props
  const [isOpen, setIsOpen] = useState(false)
  const [chipsId, toolsId] = [useId(), useId()]
  useShortcut('reload', onRefresh)
  useShortcut('exportRows', () => onExport('csv'))
  const activeCount = countActive(filters, hiddenFilters, list.search)
  const onPhone = isOpen ? 'max-sm:flex' : 'max-sm:hidden'
  return (
    <div
      role="toolbar"
      aria-label="Table"
      className={clsx(
        'no-print flex gap-2 px-3 pb-3 max-sm:flex-wrap max-sm:px-2 max-sm:pb-2 md:px-4',
        'sm:compact:pb-1.5',
      )}
    >
      <div
        role="group"
        aria-label="Filters"
        className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:basis-full"
      >
        <FilterBox list={list} placeholder={props.placeholder} isScannable={props.isScannable} />
        <OptionsButton
          activeCount={activeCount}
          aria-expanded={isOpen}
          aria-controls={`${chipsId} ${toolsId}`}
          onClick={() => setIsOpen(!isOpen)}
        />
        <div
          id={chipsId}
          className={clsx('flex-wrap items-center gap-2 max-sm:basis-full sm:contents', onPhone)}
        >
          <FilterChips filters={filters} list={list} />
          <OtherFilters hiddenFilters={hiddenFilters} list={list} />
          {activeCount > 0 && (
            <Button kind="ghost" size="small" onClick={() => clearFilters(list)}>
              Clear filters
            </Button>
          )}
        </div>
      </div>
      <Tools {...props} id={toolsId} className={onPhone} />
    </div>
  )
}

type OptionsButtonProps = Omit<ComponentProps<'button'>, 'ref'> & { activeCount: number }

/** Opens the filters and tools on a phone, and counts the active filters. */
function OptionsButton({ activeCount, ...props }: OptionsButtonProps) {
  const label = 'Filters and tools'
  return (
    <Button
      kind="ghost"
      size="small"
      icon={SlidersHorizontal}
      aria-label={activeCount > 0 ? `${label}, ${activeCount} active` : label}
      className={clsx(
        'border pointer-coarse:min-w-11 sm:hidden',
        activeCount > 0 ? 'border-accent bg-selected text-link' : 'border-control',
      )}
      {...props}
    >
      {activeCount > 0 && <span className="numbers">{activeCount}</span>}
    </Button>
  )
}

/** The number of filters always shown; the others on demand, or if one of them is on. */
const promoted = 3

function FilterChips(props: Pick<ToolbarProps<unknown>, 'filters' | 'list'>) {
  const { list } = props
  const filters = props.filters.filter(({ kind }) => kind !== 'displayOnly')
  const [showsAll, setShowsAll] = useState(false)
  const optionalFilters = filters.slice(promoted)
  const isOtherOn = optionalFilters.some((filter) => isActive(filter, list.search))
  if (isOtherOn && !showsAll) setShowsAll(true)
  return (
    <>
      {(showsAll ? filters : filters.slice(0, promoted)).map((filter) => (
        <FilterChip key={filter.id} filter={filter} list={list} />
      ))}
      {optionalFilters.length > 0 && !isOtherOn && (
        <Button
          kind="ghost"
          size="small"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Fewer filters' : '+ Filter'}
        </Button>
      )}
    </>
  )
}

type ToolsProps<Row> = ToolbarProps<Row> & { id: string; className: string }

/** View options, export and refresh; in a row of their own on a phone. */
function Tools<Row>({ id, className, ...props }: ToolsProps<Row>) {
  const { onRefresh, onExport } = props
  return (
    <div id={id} className={clsx('ml-auto flex shrink-0 items-center gap-1 self-start', className)}>
      <SortMenu {...props} />
      <ColumnsMenu {...props} />
      <DensityMenu />
      <ToolButton
        icon={Download}
        label="Export CSV"
        shortcut="exportRows"
        isBusy={props.isExporting}
        onClick={() => onExport('csv')}
      />
      <IconButton
        icon={FileSpreadsheet}
        label="Export XLSX"
        disabled={props.isExporting}
        onClick={() => onExport('xlsx')}
      />
      <IconButton
        icon={RefreshCw}
        label="Refresh"
        shortcut="reload"
        isBusy={props.isReading}
        onClick={onRefresh}
      />
    </div>
  )
}

/** Clears the search and all filters. */
export function clearFilters(list: ListState): void {
  const off = Object.fromEntries(narrowingKeys(list.search).map((key) => [key, undefined]))
  list.change({ ...off, page: undefined }, 'push')
}

function ColumnsMenu<Row>({ all, columns, menu }: ToolbarProps<Row>) {
  const isLast = (id: string) => columns.shown.length === 1 && columns.isShown(id)
  const items = all.map((column) => ({
    label: column.header,
    checked: columns.isShown(column.id),
    run: () => columns.toggle(column.id),
    whyNot: isLast(column.id) ? 'At least one column must stay visible' : undefined,
  }))
  const reset = { label: 'Reset columns', startsGroup: true, run: columns.reset }
  const first = menu[0] && { ...menu[0], startsGroup: true }
  const more = first ? [first, ...menu.slice(1)] : []
  return (
    <Menu label="Columns" items={[...items, reset, ...more]}>
      <ToolButton icon={Table2} label="Columns" />
    </Menu>
  )
}

const densities = ['compact', 'regular', 'relaxed'] as const

function DensityMenu() {
  const { density } = usePreferences()
  const items = densities.map((name) => ({
    label: name.charAt(0).toUpperCase() + name.slice(1),
    checked: density === name,
    run: () => changePreferences({ density: name }),
  }))
  return (
    <Menu label="Density" items={items}>
      <ToolButton icon={Rows3} label="Density" className="max-sm:hidden" />
    </Menu>
  )
}

/** On a phone the column headers are hidden, so there is a sort menu. */
function SortMenu<Row>({ all, list }: ToolbarProps<Row>) {
  const { sort } = list.search
  const items = all
    .filter((column) => column.sortable !== false)
    .flatMap((column) => [
      {
        label: `${column.header}, ascending`,
        to: column.id,
        is: directionOf(sort, column.id) === 'up',
      },
      {
        label: `${column.header}, descending`,
        to: `-${column.id}`,
        is: directionOf(sort, column.id) === 'down',
      },
    ])
    .map(({ label, to, is }) => ({
      label,
      checked: is,
      run: () => list.change({ sort: is ? undefined : to, page: undefined }, 'push'),
    }))
  return (
    <Menu label="Sort" items={items}>
      <Button kind="ghost" size="small" className="sm:hidden">
        Sort
      </Button>
    </Menu>
  )
}
