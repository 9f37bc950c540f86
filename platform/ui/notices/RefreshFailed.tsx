import type { ApiError } from '#platform/web/api-client.ts'
import { Alert } from './Alert.tsx'
import { Button } from '../buttons/Button.tsx'

/** The state of a query and its refetch. */
export type Renewal = {
  data: unknown
  /** In milliseconds since 1970; 0 before the first answer. */
  dataUpdatedAt?: number
  error: ApiError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** A warning above stale data after a failed refresh; the data remains visible. */
export function RefreshFailed({ read }: { read: Renewal }) {
  if (!read.error || read.data === undefined) return null
  return (
    <Alert
      tone="warning"
      actions={
        <Button size="small" isBusy={read.isFetching} onClick={() => void read.refetch()}>
          Try again
        </Button>
      }
    >
      {`This could not be refreshed. The last loaded version is shown. ${read.error.message}`}
    </Alert>
  )
}
