import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../buttons/IconButton.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { countText } from '../table/count-text.ts'

/** The position of a record in its list, with navigation to its neighbors. */
export type Position = {
  index: number
  total: number
  /** The list has more than `total` records. */
  isAtLeast: boolean
  goTo: (index: number) => void
}

/** True if a record before or after it is known, or if the list may have more. */
export function hasNeighbor({ index, total, isAtLeast }: Position, by: number): boolean {
  return index + by >= 0 && (isAtLeast || index + by < total)
}

/** The previous and next record of the list, and the position between them. */
export function NeighborNavigation(position: Position) {
  const { index, total, isAtLeast } = position
  const moveBy = (by: number) => {
    if (hasNeighbor(position, by)) position.goTo(index + by)
  }
  useShortcut('recordNext', () => moveBy(1))
  useShortcut('recordBefore', () => moveBy(-1))
  return (
    <div role="group" aria-label="Records" className="flex items-center">
      <IconButton
        icon={ChevronLeft}
        label="Previous record"
        shortcut="recordBefore"
        disabled={!hasNeighbor(position, -1)}
        onClick={() => moveBy(-1)}
      />
      <span className="text-table numbers whitespace-nowrap text-muted max-sm:hidden">
        {`${countText(index + 1)} of ${countText(total, isAtLeast)}`}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next record"
        shortcut="recordNext"
        disabled={!hasNeighbor(position, 1)}
        onClick={() => moveBy(1)}
      />
    </div>
  )
}
