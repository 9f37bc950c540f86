import { clsx } from 'clsx'
import { type ReactNode, use } from 'react'
import { useRefetchList } from '#platform/web/api-hooks.ts'
import { type ChangeSource, useChangesSince } from '#platform/web/changes-by-other-users.ts'
import { Button } from '../buttons/Button.tsx'
import { keysOf } from '../keyboard/shortcuts.ts'
import { ReportPrintContext, type Reading } from './export/report-print-context.ts'

type ChangesPillProps = {
  followed: ChangeSource
  read: Reading
  /** The title that it appears next to. */
  children: ReactNode
}

/**
 * Shows that others changed the data, or the data beside it, since it was read. It appears next to
 * the title, or over it on narrow screens, so that it moves no content and covers no figure.
 */
export function ChangesPill({ followed, read, children }: ChangesPillProps) {
  const printContext = use(ReportPrintContext)
  const reread = useRefetchList(read)
  const own = useChangesSince(followed, read.dataUpdatedAt)
  const contextChanges = useChangesSince(
    printContext?.endpoint ?? followed,
    printContext?.read.dataUpdatedAt ?? Number.POSITIVE_INFINITY,
  )
  const count = Math.max(own, contextChanges)
  return (
    <div className="relative min-w-0">
      <div className={clsx(count > 0 && 'max-lg:opacity-0')}>{children}</div>
      <div
        role="status"
        className="no-print absolute top-1/2 left-0 z-1 w-max -translate-y-1/2 lg:left-full lg:pl-3"
      >
        {count > 0 && (
          <Button
            size="small"
            onClick={() => void reread()}
            className="rounded-full shadow-md max-sm:px-2"
          >
            <span>
              {count === 1 ? '1 update' : `${count} updates`}
              <span className="max-sm:sr-only">
                {' · Refresh'}
                <span className="pointer-coarse:hidden">{` (${keysOf('reload')})`}</span>
              </span>
            </span>
          </Button>
        )}
      </div>
    </div>
  )
}
