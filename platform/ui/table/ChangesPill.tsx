import { use } from 'react'
import { useReread } from '#platform/web/api.ts'
import { type Followed, useChangesSince } from '#platform/web/changes.ts'
import { Button } from '../Button.tsx'
import { keysOf } from '../shortcuts.ts'
import { BesideContext, type Reading } from './beside.ts'

type ChangesPillProps = { followed: Followed; read: Reading }

/** Says quietly that others changed something since it was read, or what stands beside it. */
export function ChangesPill({ followed, read }: ChangesPillProps) {
  const beside = use(BesideContext)
  const reread = useReread(read)
  const own = useChangesSince(followed, read.dataUpdatedAt)
  const others = useChangesSince(
    beside?.endpoint ?? followed,
    beside?.read.dataUpdatedAt ?? Number.POSITIVE_INFINITY,
  )
  const count = Math.max(own, others)
  return (
    <div role="status" className="no-print relative z-15 h-0">
      {count > 0 && (
        <Button
          size="small"
          onClick={() => void reread()}
          className="absolute left-1/2 -translate-x-1/2 -translate-y-2 rounded-full shadow-md"
        >
          {`${count === 1 ? '1 change' : `${count} changes`} — Refresh (${keysOf('reload')})`}
        </Button>
      )}
    </div>
  )
}
