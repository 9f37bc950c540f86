import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '#platform/ui/dialogs/Dialog.tsx'
import { useCurrentCommands } from '#platform/ui/menu/screen-commands.ts'
import { bufferKeys, typeBufferedKeys } from '#platform/ui/keyboard/key-buffer.ts'
import { FieldScanButton } from '#platform/ui/scan/FieldScanButton.tsx'
import { useCanScan } from '#platform/ui/scan/use-can-scan.ts'
import type { Command } from './palette-commands.ts'
import { type PaletteProps, usePalette } from './use-palette.ts'

/** A slow device needs some seconds to load a record; until then typed keys are buffered. */
const longestWaitMs = 10_000

/** A step of the palette: the typed text, and the record whose actions are shown. */
type PaletteStep = { typed: string; record?: OpenedRecord }
type OpenedRecord = { label: string; href: string; wasOpen: boolean; isReady: boolean }

/**
 * The command palette: navigate, create, find, change settings or run actions by typing. A record's
 * actions come from its own dialog, so the dialog opens under the palette and closes again when the
 * user goes back.
 */
export function Palette({ onShortcuts, onClose }: PaletteProps) {
  const [{ typed, record }, setStep] = useState<PaletteStep>({ typed: '' })
  const navigate = useNavigate()
  const { history } = useRouter()
  useRecordReady(record, {
    onReady: () => record && setStep({ typed, record: { ...record, isReady: true } }),
    onMissing: onClose,
  })
  const showActions = (command: Command, text: string) => {
    const { label, href = '' } = command
    const wasOpen = href === location.pathname + location.search
    bufferKeys()
    setStep({ typed: text, record: { label, href, wasOpen, isReady: false } })
    if (!wasOpen) void navigate({ href })
  }
  const returnToSearch = () => {
    setStep({ typed })
    if (!record?.wasOpen) history.back()
  }
  if (record && !record.isReady) return null
  return (
    <PaletteDialog
      key={record?.href ?? ''}
      start={record ? '' : typed}
      record={record?.label}
      onRecord={showActions}
      onBack={returnToSearch}
      onShortcuts={onShortcuts}
      onClose={onClose}
    />
  )
}

/** Waits until the dialog of the requested record offers its actions and has the focus. */
function useRecordReady(
  record: OpenedRecord | undefined,
  callbacks: { onReady: () => void; onMissing: () => void },
): void {
  const offered = useCurrentCommands()
  const isAwaited = record !== undefined && !record.isReady
  const isOffered = isAwaited && offered?.of === 'record' && offered.subject.includes(record.label)
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => latest.current.onMissing(), longestWaitMs)
    return () => clearTimeout(timer)
  }, [isAwaited])
  useEffect(() => {
    if (!isOffered) return
    // The palette then opens above the dialog and returns the focus to it when it closes.
    const check = () => {
      const isFocused = document.activeElement?.closest('[role=dialog][data-placement=Details]')
      if (isFocused) latest.current.onReady()
      else frame = requestAnimationFrame(check)
    }
    let frame = requestAnimationFrame(check)
    return () => cancelAnimationFrame(frame)
  }, [isOffered])
}

function PaletteDialog(props: Parameters<typeof usePalette>[0]) {
  const id = useId()
  const { typed, type, press, shown, active, choose, hasFound, status, scan } = usePalette(props)
  const { record, onClose } = props
  const idOf = (command: Command) => `${id}-${shown.indexOf(command)}`
  const input = useRef<HTMLInputElement>(null)
  // A record's actions have names, not codes.
  const canScan = useCanScan() && record === undefined
  return (
    <Dialog title="Command palette" onClose={onClose}>
      <form className="flex min-h-0 flex-1 flex-col" onSubmit={(event) => event.preventDefault()}>
        <div className="border-b border-line p-3">
          <div className="relative">
            <label className="block">
              <span className="sr-only">Search or command</span>
              <Search
                aria-hidden
                size={16}
                strokeWidth={1.75}
                className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
              />
              <input
                ref={input}
                role="combobox"
                aria-expanded
                aria-controls={id}
                aria-autocomplete="list"
                aria-activedescendant={active && idOf(active)}
                aria-describedby={`${id}-keys`}
                autoComplete="off"
                placeholder={record ? `Actions for ${record}` : 'Search or type a command'}
                value={typed}
                onChange={({ target }) => type(target.value)}
                onKeyDown={press}
                onFocus={typeOn}
                className={`control pl-9 ${canScan ? 'pr-9 pointer-coarse:pr-12' : ''}`}
              />
            </label>
            {canScan && (
              <FieldScanButton field={input} target="any record" onCode={scan.openRecord} />
            )}
          </div>
          {scan.problem && (
            <p role="alert" className="text-table mt-1 wrap-anywhere text-danger">
              {scan.problem}
            </p>
          )}
        </div>
        {/* Fixed height with and without matches, so that the input does not move. */}
        <div className="flex min-h-0 flex-col max-md:flex-1 md:h-[50dvh]">
          <p role="status" className={hasFound ? 'sr-only' : 'px-4 pt-3 wrap-anywhere text-muted'}>
            {status}
          </p>
          <Groups {...{ id, visibleCommands: shown, active, idOf }} onChoose={choose} />
        </div>
        <p
          id={`${id}-keys`}
          className="text-caption border-t border-line px-4 py-2 font-normal text-muted"
        >
          {record
            ? 'Backspace goes back'
            : '> commands · # numbers · @ customers and vendors · : SKUs · ? help · → actions'}
        </p>
      </form>
    </Dialog>
  )
}

/**
 * Restores the caret at the end of the text, then replays buffered keys. Keys wait until the dialog
 * is topmost: an Escape would close what is under it.
 */
function typeOn({ target }: FocusEvent<HTMLInputElement>): void {
  const begin = () => {
    target.setSelectionRange(target.value.length, target.value.length)
    void typeBufferedKeys()
  }
  requestAnimationFrame(() => setTimeout(begin))
}

type GroupsProps = Pick<OptionProps, 'onChoose'> & {
  id: string
  visibleCommands: readonly Command[]
  active: Command | undefined
  idOf: (command: Command) => string
}

/** The offered commands, by group. */
function Groups({ id, visibleCommands, active, idOf, onChoose }: GroupsProps) {
  return (
    <div id={id} role="listbox" aria-label="Found" className="min-h-0 flex-1 overflow-y-auto p-2">
      {runsOf(visibleCommands).map(({ group, commands }) => (
        <div key={commands[0]?.key} role="group" aria-label={group} className="mb-2">
          <p aria-hidden className="text-caption px-2 py-1 text-subtle">
            {group}
          </p>
          {commands.map((command) => (
            <Option
              key={command.key}
              id={idOf(command)}
              command={command}
              isActive={command === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  command: Command
  isActive: boolean
  onChoose: (command: Command, isNewTab: boolean) => void
}

function Option({ id, command, isActive, onChoose }: OptionProps) {
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isActive])
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-highlighted={isActive || undefined}
      onMouseDown={(event) => {
        event.preventDefault()
        const { button, ctrlKey, metaKey } = event
        if (button <= 1) onChoose(command, button === 1 || ctrlKey || metaKey)
      }}
      // Stops the Linux middle-click paste into the box, which keeps the focus.
      onMouseUp={(event) => event.preventDefault()}
      className="menu-item"
    >
      {command.icon && (
        <command.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-subtle" />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="numbers font-medium">{command.label}</span>
        {command.detail && (
          <span className="text-table line-clamp-2 text-muted">{command.detail}</span>
        )}
      </span>
      {command.keys && (
        <kbd aria-hidden className="text-caption font-sans text-subtle pointer-coarse:hidden">
          {command.keys}
        </kbd>
      )}
    </div>
  )
}

/** Consecutive rows of the same group. Rows that arrived late may form a second run of a group. */
function runsOf(commands: readonly Command[]) {
  const runs: { group: string; commands: Command[] }[] = []
  for (const command of commands) {
    const run = runs.at(-1)
    if (run?.group === command.group) run.commands.push(command)
    else runs.push({ group: command.group, commands: [command] })
  }
  return runs
}
