import { clsx } from 'clsx'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { ListState } from '#platform/web/list-state.ts'
import { pageSizes } from '#platform/web/page-sizes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { countText } from './count-text.ts'

/** The current page size and the number of rows. */
export type PageInfo = {
  total: number
  /** There are more than `total` rows. */
  isAtLeast: boolean
  size: number
  setSize: (size: number) => void
  /** Counts all rows, to go to the last page. */
  countAll: () => Promise<number>
}

type PaginationProps = {
  list: ListState
  pageInfo: PageInfo
  /** Whether the number of rows is known; false before the first response and after an error. */
  isKnown: boolean
}

/** The foot of a table: the range shown, the page size, and page navigation. */
export function Pagination({ list, pageInfo, isKnown }: PaginationProps) {
  const { total, isAtLeast, size, setSize } = pageInfo
  const { page, pages, go, goToEnd, isCounting } = usePages(list, pageInfo)
  const from = total === 0 ? 0 : (page - 1) * size + 1
  const to = Math.min(page * size, total)
  const all = countText(total, isAtLeast)
  const sentence = `Showing ${countText(from)} to ${countText(to)} of ${all} entries`
  const isFirst = page === 1
  const isLast = page === pages && !isAtLeast
  return (
    <div
      className={clsx(
        'text-table numbers no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-t',
        'border-line px-3 py-2 md:px-4',
        // On a phone the stacked rows have no predictable height, so the skeleton has no foot.
        !isKnown && 'max-sm:hidden',
      )}
    >
      <p role="status" className="min-h-5 text-muted">
        {isKnown && sentence}
      </p>
      <span className="flex-1" />
      <label className="flex items-center gap-2 text-muted">
        Rows
        <select
          value={size}
          onChange={({ target }) => setSize(Number(target.value))}
          className="control h-8 w-20"
        >
          {pageSizes.map((known) => (
            <option key={known}>{known}</option>
          ))}
        </select>
      </label>
      <nav aria-label="Pages" className="flex items-center gap-1">
        <IconButton
          icon={ChevronFirst}
          label="First page"
          disabled={isFirst}
          onClick={() => go(1)}
        />
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          shortcut="pageBefore"
          disabled={isFirst}
          onClick={() => go(page - 1)}
        />
        <span className="px-1 whitespace-nowrap">
          {`Page ${countText(page)} of ${countText(pages, isAtLeast)}`}
        </span>
        <IconButton
          icon={ChevronRight}
          label="Next page"
          shortcut="pageNext"
          disabled={isLast}
          onClick={() => go(page + 1)}
        />
        <IconButton
          icon={ChevronLast}
          label="Last page"
          disabled={isLast || isCounting}
          onClick={() => void goToEnd()}
        />
      </nav>
    </div>
  )
}

/** The page navigation and its shortcuts. */
function usePages(list: ListState, { total, isAtLeast, size, countAll }: PageInfo) {
  const [isCounting, setIsCounting] = useState(false)
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(list.search.page ?? 1, pages)
  const show = (to: number) => list.change({ page: to === 1 ? undefined : to }, 'push')
  const goToPage = (to: number) => {
    if (to >= 1 && (to <= pages || isAtLeast)) show(to)
  }
  const goToLastPage = async () => {
    if (!isAtLeast) return goToPage(pages)
    setIsCounting(true)
    const all = await countAll().catch(() => total)
    setIsCounting(false)
    show(Math.max(1, Math.ceil(all / size)))
  }
  useShortcut('pageBefore', () => goToPage(page - 1))
  useShortcut('pageNext', () => goToPage(page + 1))
  return { page, pages, go: goToPage, goToEnd: goToLastPage, isCounting }
}
