import type { SearchBox } from './HeaderSearch.tsx'

/**
 * The hits under the search box, or create suggestions if there are none. The box keeps the focus
 * and handles the keys.
 */
export function SearchHits({ id, box }: { id: string; box: SearchBox }) {
  const { hits, rows, active, isShown } = box
  return (
    <div
      hidden={!isShown}
      className="popover absolute top-full right-0 left-0 mt-1 p-1 md:left-auto md:w-[26rem]"
    >
      <p
        role="status"
        className={hits.length > 0 ? 'sr-only' : 'px-2 py-1 wrap-anywhere text-muted'}
      >
        {isShown && statusOf(box)}
      </p>
      <div id={id} role="listbox" aria-label="Found" className="max-h-96 overflow-y-auto">
        {rows.map((row, index) => (
          <div
            key={row.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-highlighted={index === active || undefined}
            onMouseDown={(event) => {
              event.preventDefault()
              const { button, ctrlKey, metaKey } = event
              if (button <= 1) box.go(row, button === 1 || ctrlKey || metaKey)
            }}
            // Stops the Linux middle-click paste into the box, which keeps the focus.
            onMouseUp={(event) => event.preventDefault()}
            className="menu-item"
          >
            <row.icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-subtle" />
            <span className="text-caption w-16 shrink-0 text-subtle">{row.kind}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="numbers font-medium">{row.code}</span>
              <span className="text-table line-clamp-2 text-muted">{row.detail}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function statusOf({ hits, isFetching, query, error }: SearchBox): string {
  if (isFetching) return 'Searching…'
  if (error) return error.message
  if (hits.length === 0) return `No matches for “${query}”`
  return hits.length === 1 ? '1 match' : `${hits.length} matches`
}
