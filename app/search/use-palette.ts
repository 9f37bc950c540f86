import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { withAdded } from '#platform/ui/page/merge-late-results.ts'
import { createSuggestionsFor } from './create-suggestions.ts'
import {
  type Command,
  parsePaletteQuery,
  createSuggestionCommand,
  groups,
  recordCommand,
} from './palette-commands.ts'
import { addRecent } from './recents.ts'
import { hitsFor } from './search-queries.ts'
import { useCommands } from './use-commands.ts'

const debounceMs = 120

export type PaletteProps = { onShortcuts: () => void; onClose: () => void }

type PaletteState = PaletteProps & {
  /** Initial text of the input. */
  start: string
  /** The record whose actions are shown; if undefined, everything is shown. */
  record: string | undefined
  onRecord: (command: Command, typed: string) => void
  onBack: () => void
}

/** The palette's state: typed text, offered commands and the one that Enter runs. */
export function usePalette(props: PaletteState) {
  const { record, onClose } = props
  const navigate = useNavigate()
  const { data: me } = useMe()
  const [typed, setTyped] = useState(props.start)
  const [activeKey, setActiveKey] = useState<string>()
  const found = useFound(typed, props)
  const visibleCommands = useStable(typed, found.all, activeKey)
  // Never preselect a create suggestion: an Enter meant for a missing record must not create one.
  const first = visibleCommands.find(({ isCreateSuggestion }) => !isCreateSuggestion)
  const active = visibleCommands.find(({ key }) => key === activeKey) ?? first
  const choose = (command: Command | undefined, isNewTab: boolean) => {
    if (!command) return
    if (me) addRecent(me.id, command)
    if (command.href && isNewTab) return void window.open(command.href, '_blank', 'noopener')
    // Close the palette first: the action may print the page or open a dialog.
    flushSync(onClose)
    command.run?.()
    if (command.href) void navigate({ href: command.href })
  }
  const enter = async (isNewTab: boolean) => {
    choose(active ?? (await found.readFirst()), isNewTab)
  }
  const move = (step: number) => {
    const activeIndex = active ? visibleCommands.indexOf(active) : step > 0 ? -1 : 0
    setActiveKey(
      visibleCommands[(activeIndex + step + visibleCommands.length) % visibleCommands.length]?.key,
    )
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isAtEnd = event.currentTarget.selectionEnd === typed.length
    if (event.key === 'Enter') return void enter(event.ctrlKey || event.metaKey)
    if (event.key === 'Escape') onClose()
    else if (step && visibleCommands.length > 0) move(step)
    else if (event.key === 'ArrowRight' && isAtEnd && active?.isRecord) {
      props.onRecord(active, typed)
    } else if (event.key === 'Backspace' && typed === '' && record !== undefined) props.onBack()
    else return
    event.preventDefault()
  }
  const scan = useScannedRecord(choose)
  const type = (text: string) => {
    setTyped(text)
    setActiveKey(undefined)
    scan.forget()
  }
  const hasFound = first !== undefined
  const status = statusOf({ shown: visibleCommands, hasFound, ...found })
  return { typed, type, press, shown: visibleCommands, active, choose, hasFound, status, scan }
}

/**
 * Opens the record of a scanned code. A scanned text never runs a command, because anybody can
 * print a label.
 */
function useScannedRecord(choose: (command: Command, isNewTab: boolean) => void) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const openRecord = (code: string) => {
    setProblem(undefined)
    client.fetchQuery(hitsFor(code)).then(
      ([hit]) => {
        if (hit) choose(recordCommand(hit), false)
        else setProblem(`No record found for “${code}”`)
      },
      (error: Error) => setProblem(error.message),
    )
  }
  return { openRecord, problem, forget: () => setProblem(undefined) }
}

/** Results for a text: commands at once, records when the server answers. */
function useFound(typed: string, { record, onShortcuts }: PaletteState) {
  const client = useQueryClient()
  const isOfRecord = record !== undefined
  const query = isOfRecord
    ? { text: typed.trim(), mode: 'commands' as const }
    : parsePaletteQuery(typed)
  const delayedText = useLater(query.text)
  const finds = query.mode !== 'commands' && query.mode !== 'help' && query.text !== ''
  const kinds = typeof query.mode === 'string' ? undefined : query.mode
  const { data, isFetching, error } = useQuery(hitsFor(finds ? delayedText : '', kinds))
  const commands = useCommands({ query, isOfRecord, onShortcuts })
  // Ignore records found for an earlier text.
  const isFound = finds && delayedText === query.text && data !== undefined
  const records = isFound ? data.map(recordCommand) : []
  const may = useMay()
  const hasNothing = isFound && data.length === 0 && commands.found.length === 0
  const suggestions = hasNothing
    ? createSuggestionsFor(query.text, may, kinds).map(createSuggestionCommand)
    : []
  const every = [...commands.found, ...records, ...suggestions]
  const all = groups.flatMap((group) => every.filter((command) => command.group === group))
  /** Enter was pressed before the answer: open the first result when it arrives. */
  const readFirst = async () => {
    if (isOfRecord || query.text === '') return undefined
    const hits = finds ? await client.fetchQuery(hitsFor(query.text, kinds)).catch(() => []) : []
    const more = await commands.readMore().catch(() => [])
    return [...hits.map(recordCommand), ...more][0]
  }
  // Show "nothing found" only after the search has finished.
  const isSearching = finds && (isFetching || delayedText !== query.text)
  return { all, readFirst, text: query.text, isFetching: isSearching, error }
}

/** The rows in order. Late results for the same text do not move the selected row. */
function useStable(text: string, all: readonly Command[], chosen: string | undefined) {
  const [stable, setStable] = useState({ text, shown: all })
  const visibleCommands = stable.text === text ? withAdded(stable.shown, all, chosen) : all
  const keysOf = (commands: readonly Command[]) => commands.map(({ key }) => key).join('\n')
  if (stable.text !== text || keysOf(stable.shown) !== keysOf(visibleCommands))
    setStable({ text, shown: visibleCommands })
  return visibleCommands
}

/** The text, debounced. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return later
}

type PaletteContent = {
  shown: readonly Command[]
  hasFound: boolean
  isFetching: boolean
  text: string
  error: Error | null
}

function statusOf({ shown, hasFound, isFetching, text, error }: PaletteContent): string {
  if (error) return error.message
  if (hasFound) return shown.length === 1 ? '1 match' : `${shown.length} matches`
  return isFetching ? 'Searching…' : `No matches for “${text}”`
}
