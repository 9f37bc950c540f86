import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { keysOf, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { FieldScanButton } from '#platform/ui/scan/FieldScanButton.tsx'
import { useCanScan } from '#platform/ui/scan/use-can-scan.ts'
import { SearchHits } from './SearchHits.tsx'
import { createSuggestionsQuery, type Hit, hitsFor } from './search-queries.ts'

const debounceMs = 150

/** On a phone the search covers the whole header while it is in use. */
const wideStyle =
  'max-md:absolute max-md:inset-0 max-md:z-10 max-md:grid max-md:content-center ' +
  'max-md:bg-surface max-md:px-3'

/**
 * Finds customers, SKUs and orders from any screen. Enter opens the selected or first hit;
 * Ctrl+Enter opens it in a new tab.
 */
export function HeaderSearch() {
  const [isWide, setIsWide] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const show = () => {
    setIsWide(true)
    setTimeout(() => input.current?.select())
  }
  useShortcut('search', show)
  return (
    <search className={isWide ? wideStyle : ''}>
      <span className={isWide ? 'hidden' : 'md:hidden'}>
        <IconButton icon={Search} label="Search" shortcut="search" iconSize={20} onClick={show} />
      </span>
      <div className={`md:block md:w-72 lg:w-80 ${isWide ? '' : 'hidden'}`}>
        <SearchField
          label="Search"
          keys={keysOf('search')}
          ref={input}
          onDone={() => setIsWide(false)}
        />
      </div>
    </search>
  )
}

type SearchFieldProps = {
  label: string
  keys?: string
  ref?: Ref<HTMLInputElement>
  onDone?: () => void
}

/** The search box with its hits below. */
export function SearchField({ label, keys, ref, onDone }: SearchFieldProps) {
  const listId = useId()
  const box = useSearchBox(onDone)
  const active = box.isShown ? box.rows[box.active] : undefined
  const input = useRef<HTMLInputElement>(null)
  // The ref is set at mount, before any caller can use the handle.
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const frame = useRef<HTMLDivElement>(null)
  const scan = useOpenWhileScanning(frame, box.close)
  return (
    <div ref={frame} onBlur={scan.onBlur} className="relative">
      <label htmlFor={`${listId}-input`} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        role="combobox"
        id={`${listId}-input`}
        aria-keyshortcuts={keys}
        data-keys={keys}
        aria-expanded={box.isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId}-${box.active}`}
        autoComplete="off"
        placeholder="Search orders, customers..."
        value={box.typed}
        onChange={({ target }) => box.type(target.value)}
        onFocus={box.open}
        onKeyDown={box.press}
        className={`control bg-bg pl-9 ${scan.canScan ? 'pr-9 pointer-coarse:pr-12' : ''}`}
      />
      {scan.canScan && (
        <FieldScanButton
          field={input}
          target="any record"
          onOpen={scan.open}
          onClose={scan.close}
        />
      )}
      <SearchHits id={listId} box={box} />
    </div>
  )
}

/**
 * On a phone the search is hidden when it loses the focus. It stays while the focus is on its
 * button or in the dialog that scans, which returns the focus to it.
 */
function useOpenWhileScanning(frame: RefObject<HTMLElement | null>, onLeave: () => void) {
  const canScan = useCanScan()
  const isScanning = useRef(false)
  return {
    canScan,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isScanning.current && !frame.current?.contains(relatedTarget)) onLeave()
    },
    open: () => {
      isScanning.current = true
    },
    close: () => {
      isScanning.current = false
    },
  }
}

/** The typed text, the hits for it, and the selected hit. */
function useSearchBox(onDone?: () => void) {
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const client = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  const { data, isFetching, error } = useQuery(hitsFor(query))
  const hits = data ?? []
  const hasNoResults = data?.length === 0
  const { data: suggestions } = useQuery({ ...createSuggestionsQuery, enabled: hasNoResults })
  const rows = hasNoResults ? (suggestions?.createSuggestionsFor(query, may) ?? []) : hits
  // Never preselect a create suggestion: an Enter meant for a missing record must not create one.
  const active = chosen ?? (hits.length > 0 ? 0 : -1)
  const close = () => {
    setIsOpen(false)
    onDone?.()
  }
  const openHit = (hit: Hit | undefined, isNewTab: boolean) => {
    if (!hit) return
    if (isNewTab) return void window.open(hit.href, '_blank', 'noopener')
    close()
    setTyped('')
    setQuery('')
    void navigate({ href: hit.href })
  }
  const enter = async (isNewTab: boolean) => {
    const text = typed.trim()
    clearTimeout(timer.current)
    if (text === '') return
    if (text === query && data) return openHit(rows[active], isNewTab)
    // Enter was pressed before the hits arrived: open the first hit when they do.
    setQuery(text)
    const found = await client.fetchQuery(hitsFor(text)).catch(() => [])
    openHit(found[0], isNewTab)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') {
      // Otherwise Ctrl+Enter would also submit the form behind the search box.
      event.preventDefault()
      void enter(event.ctrlKey || event.metaKey)
    } else if (event.key === 'Escape') close()
    else if (step && rows.length > 0) {
      event.preventDefault()
      const from = active < 0 && step < 0 ? 0 : active
      setChosen((from + step + rows.length) % rows.length)
    }
  }
  const type = (text: string) => {
    setTyped(text)
    setChosen(undefined)
    setIsOpen(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setQuery(text.trim()), debounceMs)
  }
  const isExpanded = isOpen && query !== ''
  const open = () => setIsOpen(true)
  const results = { hits, rows, active, isShown: isExpanded, isFetching, query, error }
  return { typed, type, press, open, close, go: openHit, ...results }
}

export type SearchBox = ReturnType<typeof useSearchBox>
