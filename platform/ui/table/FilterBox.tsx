import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { keysOf, useShortcut } from '../keyboard/shortcuts.ts'
import { FieldScanButton } from '../scan/FieldScanButton.tsx'
import { useCanScan } from '../scan/use-can-scan.ts'

type FilterBoxProps = {
  list: ListState
  placeholder: string
  /** The codes of the rows are on barcodes: a button scans one by camera. */
  isScannable: boolean
}

/** The search of a list, which filters while the user types. */
export function FilterBox({ list, placeholder, isScannable }: FilterBoxProps) {
  const canScan = useCanScan() && isScannable
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const urlQuery = list.search.q ?? ''
  const [typed, setTyped] = useState({ text: urlQuery, at: urlQuery })
  // Back, Forward and Clear change the URL, and the box must follow.
  if (typed.at !== urlQuery)
    setTyped({ text: urlQuery.trim() === typed.text.trim() ? typed.text : urlQuery, at: urlQuery })
  const search = (text: string) => {
    const q = text.trim() || undefined
    if (q !== list.search.q) list.change({ q, page: undefined })
  }
  useShortcut('filter', () => box.current?.select())
  return (
    <div className="relative min-w-30 flex-1 sm:min-w-40 sm:max-w-72">
      <label className="block">
        <span className="sr-only">Filter this list</span>
        <Search
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={box}
          type="search"
          data-keys={keysOf('filter')}
          value={typed.text}
          placeholder={placeholder}
          onChange={({ target }) => {
            setTyped({ text: target.value, at: urlQuery })
            clearTimeout(timer.current)
            timer.current = setTimeout(() => search(target.value), 150)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            clearTimeout(timer.current)
            search(event.currentTarget.value)
          }}
          className={clsx(
            'control h-8 pl-9 pointer-coarse:h-11',
            canScan && 'pr-9 pointer-coarse:pr-12',
          )}
        />
      </label>
      {canScan && <FieldScanButton field={box} target="this list" />}
    </div>
  )
}
