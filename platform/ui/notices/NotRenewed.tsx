import type { ApiError } from '#platform/web/send.ts'
import { Alert } from './Alert.tsx'
import { Button } from '../buttons/Button.tsx'

/** Something that was read once, and perhaps again since. */
export type Renewal = {
  data: unknown
  error: ApiError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Over what was read before and could not be read again: it stays, and says that it may be old. */
export function NotRenewed({ read }: { read: Renewal }) {
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
      {`This could not be read again: it is shown as it was before. ${read.error.message}`}
    </Alert>
  )
}
