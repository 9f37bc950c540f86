import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { Dialog } from '#platform/ui/Dialog.tsx'
import { typeHeldKeys } from '#platform/ui/type-ahead.ts'
import { type Hit, hitsFor } from './search-hits.ts'
import {
  type Command,
  allCommands,
  askedBy,
  groups,
  keepRecent,
  matching,
  recentCommands,
} from './palette-commands.ts'

const debounceMs = 120

type PaletteProps = { onKeySheet: () => void; onClose: () => void }

/** Everything one can go to, make, find or set, by typing. */
export function Palette({ onKeySheet, onClose }: PaletteProps) {
  const id = useId()
  const palette = usePalette({ onKeySheet, onClose })
  const { typed, type, press, shown, active, choose, status } = palette
  useEffect(() => void typeHeldKeys(), [])
  return (
    <Dialog title="Command palette" size="small" onClose={onClose}>
      <form className="flex min-h-0 flex-col" onSubmit={(event) => event.preventDefault()}>
        <label className="relative block border-b border-line p-3">
          <span className="sr-only">Search or command</span>
          <Search
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-6 -translate-y-1/2 text-muted"
          />
          <input
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={active && `${id}-${active.key}`}
            autoComplete="off"
            placeholder="Search or type a command"
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={press}
            className="control pl-9"
          />
        </label>
        <p role="status" className={shown.length > 0 ? 'sr-only' : 'px-4 py-3 text-muted'}>
          {status}
        </p>
        <div
          id={id}
          role="listbox"
          aria-label="Found"
          className="max-h-[50dvh] overflow-y-auto p-2"
        >
          {groups.map((group) => {
            const items = shown.filter((command) => command.group === group)
            if (items.length === 0) return null
            return (
              <div key={group} role="group" aria-label={group} className="mb-2">
                <p aria-hidden className="text-caption px-2 py-1 text-subtle">
                  {group}
                </p>
                {items.map((command) => (
                  <Option
                    key={command.key}
                    id={`${id}-${command.key}`}
                    command={command}
                    isActive={command === active}
                    onChoose={choose}
                  />
                ))}
              </div>
            )
          })}
        </div>
        <p className="text-caption border-t border-line px-4 py-2 font-normal text-muted">
          {'> commands · # numbers · @ customers and vendors · : SKUs'}
        </p>
      </form>
    </Dialog>
  )
}

type OptionProps = {
  id: string
  command: Command
  isActive: boolean
  onChoose: (command: Command, isNewTab: boolean) => void
}

function Option({ id, command, isActive, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-highlighted={isActive || undefined}
      onPointerDown={(event) => {
        event.preventDefault()
        if (event.button <= 1) onChoose(command, event.ctrlKey || event.button === 1)
      }}
      className="menu-item"
    >
      <span className="min-w-0 flex-1">
        <span className="numbers font-medium">{command.label}</span>
        {command.detail && (
          <span className="text-table block truncate text-muted">{command.detail}</span>
        )}
      </span>
    </div>
  )
}

/** What is typed, what is offered for it, and which of it Enter takes. */
function usePalette({ onKeySheet, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [activeKey, setActiveKey] = useState<string>()
  const commands = useMemo(() => allCommands({ keySheet: onKeySheet }), [onKeySheet])
  const asked = askedBy(typed)
  const wanted = useLater(asked.text)
  const finds = asked.mode !== 'commands' && asked.mode !== 'help'
  const kinds = typeof asked.mode === 'string' ? undefined : asked.mode
  const { data, isFetching, error } = useQuery(hitsFor(finds ? wanted : '', kinds))
  // What was found for an earlier text is not what is asked for now.
  const isFound = finds && asked.text !== '' && wanted === asked.text && data !== undefined
  const records = isFound ? data.map(recordCommand) : []
  const known = typed === '' ? [...recentCommands(), ...commands] : matching(commands, asked)
  const shown = groups.flatMap((group) =>
    [...known, ...records].filter((command) => command.group === group),
  )
  const active = shown.find(({ key }) => key === activeKey) ?? shown[0]
  const choose = (command: Command | undefined, isNewTab: boolean) => {
    if (!command) return
    keepRecent(command)
    if (command.href && isNewTab) return void window.open(command.href, '_blank', 'noopener')
    onClose()
    command.run?.()
    if (command.href) void navigate({ href: command.href })
  }
  const enter = async (isNewTab: boolean) => {
    if (active || isFound || !finds || asked.text === '') return choose(active, isNewTab)
    // Enter came before the answer: the first hit opens when it is there.
    const hits = await client.fetchQuery(hitsFor(asked.text, kinds)).catch(() => [])
    choose(hits.map(recordCommand)[0], isNewTab)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') void enter(event.ctrlKey || event.metaKey)
    if (!step || shown.length === 0) return
    event.preventDefault()
    const place = active ? shown.indexOf(active) : -1
    const next = shown[(place + step + shown.length) % shown.length]
    setActiveKey(next?.key)
    if (next) showOption(next.key)
  }
  const type = (text: string) => {
    setTyped(text)
    setActiveKey(undefined)
  }
  const status = statusOf({ shown, isFetching, text: asked.text, error })
  return { typed, type, press, shown, active, choose, status }
}

/** A text a moment after the last key. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return later
}

function recordCommand({ kind, href, code, detail }: Hit): Command {
  return { key: href, group: 'Records', label: code, detail: `${kind} · ${detail}`, href }
}

function showOption(key: string): void {
  setTimeout(() => {
    document.querySelector(`[role=option][id$=${CSS.escape(key)}]`)?.scrollIntoView({
      block: 'nearest',
    })
  })
}

type Told = { shown: readonly Command[]; isFetching: boolean; text: string; error: Error | null }

function statusOf({ shown, isFetching, text, error }: Told): string {
  if (error) return error.message
  if (shown.length > 0) return shown.length === 1 ? '1 match' : `${shown.length} matches`
  return isFetching ? 'Searching…' : `No matches for “${text}”`
}
