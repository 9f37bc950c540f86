import type { ReactNode } from 'react'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { NotRenewed, type Renewal } from '../notices/NotRenewed.tsx'
import { Skeleton } from './Skeleton.tsx'

type LoadedProps<Data> = {
  read: Renewal & { data: Data | undefined; isPending: boolean }
  /** What stands there while it waits; a box of the usual height where it is not said. */
  skeleton?: ReactNode
  /** The title of the alert, where the sentence alone does not say what failed. */
  title?: string
  children: (data: Data) => ReactNode
}

/**
 * A part of a screen that reads for itself: what was read, a skeleton, or why there is nothing.
 * What was read once stays where it cannot be read again.
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
          <NotRenewed read={read} />
        </div>
      )}
      {children(read.data as Data)}
    </>
  )
}
