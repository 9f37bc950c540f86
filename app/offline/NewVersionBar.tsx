import { RefreshCw } from 'lucide-react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { loadNewVersion, useNewVersion } from './service-worker-updates.ts'

/** Tells that a new version of the program is ready. It is loaded only when the user says so. */
export function NewVersionBar() {
  const isReady = useNewVersion()
  return (
    <div role="status" className="no-print">
      {isReady && (
        <p className="text-table flex flex-wrap items-center gap-2 bg-processing-bg px-4 py-2">
          <RefreshCw size={16} className="shrink-0 text-processing-fg" aria-hidden />
          <span className="min-w-0 flex-1 text-processing-fg">
            A new version is ready. Save your work, then load it.
          </span>
          <Button size="small" onClick={loadNewVersion}>
            Load new version
          </Button>
        </p>
      )}
    </div>
  )
}
