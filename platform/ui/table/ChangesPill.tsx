import { type Followed, useChangesSince } from '#platform/web/changes.ts'
import { Button } from '../Button.tsx'
import { keysOf } from '../shortcuts.ts'

type ChangesPillProps = {
  followed: Followed
  read: { dataUpdatedAt: number; refetch: () => Promise<unknown> }
}

/** Says quietly that others changed something since it was read. It takes no room. */
export function ChangesPill({ followed, read }: ChangesPillProps) {
  const count = useChangesSince(followed, read.dataUpdatedAt)
  return (
    <div role="status" className="no-print relative z-10 h-0">
      {count > 0 && (
        <Button
          size="small"
          onClick={() => void read.refetch()}
          className="absolute left-1/2 -translate-x-1/2 -translate-y-2 rounded-full shadow-md"
        >
          {`${count === 1 ? '1 change' : `${count} changes`} — Refresh (${keysOf('reload')})`}
        </Button>
      )}
    </div>
  )
}
