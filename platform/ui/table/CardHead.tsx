import { clsx } from 'clsx'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { CompactButtons } from '../buttons/compact-buttons.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { ChangesPill } from './ChangesPill.tsx'
import type { Reading } from './export/report-print-context.ts'

type CardHeadProps = {
  id: string
  title: string
  endpoint: Endpoint
  read: Reading
  tools?: ReactNode
  primary?: ReactNode
  /** For an empty list the primary button is in the table, not in the head. */
  isEmpty: boolean
  onAdd?: () => void
}

/**
 * The head of a list's card: its title and buttons. On a phone it is one row, in which only the
 * primary button shows its text.
 */
export function CardHead({ id, title, tools, primary, isEmpty, onAdd, ...from }: CardHeadProps) {
  useShortcut('add', () => onAdd?.(), onAdd !== undefined)
  const head = useRef<HTMLDivElement>(null)
  // Preserves the height when the buttons disappear, so that the content below does not move.
  const [minHeight, setMinHeight] = useState<number>()
  useLayoutEffect(() => {
    if (!isEmpty) setMinHeight(head.current?.offsetHeight)
  }, [isEmpty])
  return (
    <div
      ref={head}
      style={isEmpty ? { minHeight } : undefined}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-2 p-3',
        'max-sm:min-h-10 max-sm:px-2 max-sm:py-1 sm:compact:py-1 md:px-4',
      )}
    >
      <div className="min-w-0 max-sm:flex-1 max-sm:basis-20">
        <ChangesPill followed={from.endpoint} read={from.read}>
          <h2 id={id} className="text-card max-sm:text-label">
            {title}
          </h2>
        </ChangesPill>
      </div>
      <div className="flex flex-wrap gap-2">
        {tools}
        <CompactButtons value>{!isEmpty && primary}</CompactButtons>
      </div>
    </div>
  )
}
