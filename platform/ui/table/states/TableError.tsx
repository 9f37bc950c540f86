import { RefreshCw } from 'lucide-react'
import type { ApiError } from '#platform/web/api-client.ts'
import { Alert } from '../../notices/Alert.tsx'
import { Button } from '../../buttons/Button.tsx'

/** The list could not be read. There is no automatic retry, so the button is needed. */
export function TableError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <div className="border-t border-line p-4">
      <Alert
        title="This list could not be loaded"
        actions={
          <Button size="small" icon={RefreshCw} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Alert>
    </div>
  )
}
