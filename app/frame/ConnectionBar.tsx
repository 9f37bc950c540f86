import { WifiOff } from 'lucide-react'
import { useConnectionLost } from '#platform/web/server-connection.ts'

/**
 * A live region above every page that reports a lost connection. It stays mounted, but empty, while
 * connected.
 */
export function ConnectionBar() {
  const isLost = useConnectionLost()
  return (
    <div role="status" className="no-print">
      {isLost && (
        <p className="text-table flex items-center gap-2 bg-pending-bg px-4 py-2 text-pending-fg">
          <WifiOff size={16} className="shrink-0" aria-hidden />
          The connection is lost. Your entries stay on this screen. Save them when the connection is
          back.
        </p>
      )}
    </div>
  )
}
