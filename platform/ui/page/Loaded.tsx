import type { ReactNode } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { RefreshFailed, type Renewal } from '../notices/RefreshFailed.tsx'
import { Skeleton } from './Skeleton.tsx'

type LoadedProps<Data> = {
  read: Renewal & { data: Data | undefined; isPending: boolean }
  /** Shown while loading; a box of the usual height by default. */
  skeleton?: ReactNode
  /** The title of the alert, if the error message alone does not say what failed. */
  title?: string
  children: (data: Data) => ReactNode
}

/**
 * A section with its own query: its data, a skeleton, or the error. Loaded data remains visible if
 * a refresh fails.
 */
export function Loaded<Data>({ read, skeleton, title, children }: LoadedProps<Data>) {
  if (read.isPending) {
    return (
      <div role="status" aria-label="Loading">
        {skeleton ?? <Skeleton className="h-40" />}
      </div>
    )
  }
  if (read.error && read.data === undefined) {
    const again = <Button onClick={() => void read.refetch()}>Try again</Button>
    return (
      <Alert {...(title && { title })} actions={again}>
        {read.error.message}
      </Alert>
    )
  }
  return (
    <>
      {read.error && (
        <div className="mb-4">
          <RefreshFailed read={read} />
        </div>
      )}
      {children(read.data as Data)}
    </>
  )
}
