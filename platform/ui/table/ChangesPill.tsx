import { clsx } from 'clsx'
import { type ReactNode, use } from 'react'
import { useReread } from '#platform/web/api.ts'
import { type Followed, useChangesSince } from '#platform/web/changes.ts'
import { Button } from '../buttons/Button.tsx'
import { keysOf } from '../keyboard/shortcuts.ts'
import { BesideContext, type Reading } from './export/print-context.ts'

type ChangesPillProps = {
  followed: Followed
  read: Reading
  /** The title beside which it appears. */
  children: ReactNode
}

/**
 * Says quietly that others changed something since it was read, or what stands beside it. It
 * appears beside the title, or over it where there is no room: nothing moves, no figure is covered.
 */
export function ChangesPill({ followed, read, children }: ChangesPillProps) {
  const beside = use(BesideContext)
  const reread = useReread(read)
  const own = useChangesSince(followed, read.dataUpdatedAt)
  const others = useChangesSince(
    beside?.endpoint ?? followed,
    beside?.read.dataUpdatedAt ?? Number.POSITIVE_INFINITY,
  )
  const count = Math.max(own, others)
  return (
    <div className="relative min-w-0">
      <div className={clsx(count > 0 && 'max-lg:opacity-0')}>{children}</div>
      <div
        role="status"
        className="no-print absolute top-1/2 left-0 z-1 w-max -translate-y-1/2 lg:left-full lg:pl-3"
      >
        {count > 0 && (
          <Button size="small" onClick={() => void reread()} className="rounded-full shadow-md">
            <span>
              {`${count === 1 ? '1 change' : `${count} changes`} — Refresh`}
              <span className="pointer-coarse:hidden">{` (${keysOf('reload')})`}</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  )
}
