import type { ReactNode } from 'react'
import type { ApiError } from '#platform/web/send.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Skeleton } from './Skeleton.tsx'

type LoadedProps<Data> = {
  read: {
    data: Data | undefined
    isPending: boolean
    error: ApiError | null
    refetch: () => Promise<unknown>
  }
  /** What stands there while it waits; a box of the usual height where it is not said. */
  skeleton?: ReactNode
  /** The title of the alert, where the sentence alone does not say what failed. */
  title?: string
  children: (data: Data) => ReactNode
}

/** A part of a screen that reads for itself: what was read, a skeleton, or why there is nothing. */
export function Loaded<Data>({ read, skeleton, title, children }: LoadedProps<Data>) {
  if (read.isPending) {
    return (
      <div role="status" aria-label="Loading">
        {skeleton ?? <Skeleton className="h-40" />}
      </div>
    )
  }
  if (read.error) {
    const again = <Button onClick={() => void read.refetch()}>Try again</Button>
    return (
      <Alert {...(title && { title })} actions={again}>
        {read.error.message}
      </Alert>
    )
  }
  return children(read.data as Data)
}
