import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { useScreenCommands } from '../menu/screen-commands.ts'
import { keysOf, type ShortcutId, useShortcut } from '../keyboard/shortcuts.ts'
import { countText } from './count-text.ts'
import type { Selection } from './selection.ts'
import { type CurrentRows, useDeselectRemoved } from './use-selection-and-focus-after-removal.ts'

/**
 * An action on the selected rows that reports its result in one toast. `clear` clears the
 * selection, for actions after which the rows no longer match.
 */
export type BulkAction<Row> = {
  label: string
  icon?: LucideIcon
  /** The shortcut of the action while rows are selected. */
  shortcut?: ShortcutId
  run: (rows: readonly Row[], clear: () => void) => Promise<unknown> | void
}

type BulkBarProps<Row extends { id: number }> = {
  selection: Selection<Row>
  total: number
  isAtLeast: boolean
  actions: readonly BulkAction<Row>[]
  /**
   * Reads the selected rows; fetches all matching ones, except those deselected, if all are
   * selected.
   */
  read: () => Promise<readonly Row[]>
  page: CurrentRows<Row>
}

/** The number of selected rows and the actions on them. */
export function BulkBar<Row extends { id: number }>(props: BulkBarProps<Row>) {
  const { selection, total, isAtLeast, actions, read, page } = props
  const deselectRemoved = useDeselectRemoved(selection, page)
  const [busy, setBusy] = useState<string>()
  useShortcut('clearSelection', selection.clear)
  const count = selection.countOf(total)
  const run = async (action: BulkAction<Row>) => {
    setBusy(action.label)
    try {
      const rows = await read()
      deselectRemoved(rows)
      await action.run(rows, selection.clear)
    } finally {
      setBusy(undefined)
    }
  }
  const sentence = `${countText(count, selection.isAll && isAtLeast)} selected`
  useScreenCommands({
    of: 'selection',
    subject: sentence,
    items: [
      ...actions.map((action) => ({
        label: action.label,
        shortcut: action.shortcut,
        run: () => void run(action),
      })),
      { label: 'Clear the selection', shortcut: 'clearSelection', run: selection.clear },
    ],
  })
  return (
    <div
      role="region"
      aria-label="Selection"
      className={clsx(
        'no-print flex min-h-12 flex-wrap items-center gap-2 border-t border-line bg-selected',
        'px-3 py-2 md:px-4',
      )}
    >
      <p role="status" className="text-label numbers">
        {sentence}
      </p>
      {count < total && (
        <Button kind="ghost" size="small" onClick={selection.selectAllMatching}>
          Select all {countText(total, isAtLeast)} matching
        </Button>
      )}
      <span className="flex-1" />
      {actions.map((action) => (
        <BulkButton key={action.label} action={action} busy={busy} onRun={() => void run(action)} />
      ))}
      <Button kind="ghost" size="small" onClick={selection.clear}>
        Clear
      </Button>
    </div>
  )
}

type BulkButtonProps<Row> = {
  action: BulkAction<Row>
  busy: string | undefined
  onRun: () => void
}

function BulkButton<Row>({ action, busy, onRun }: BulkButtonProps<Row>) {
  const { label, icon, shortcut } = action
  const isFree = busy === undefined
  useShortcut(shortcut ?? 'approveSelected', onRun, shortcut !== undefined && isFree)
  const button = (
    <Button size="small" icon={icon} isBusy={busy === label} disabled={!isFree} onClick={onRun}>
      {label}
    </Button>
  )
  if (!shortcut) return button
  return (
    <Tooltip label={label} keys={keysOf(shortcut)}>
      {button}
    </Tooltip>
  )
}
