import { Undo2 } from 'lucide-react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { type RowOf, useRead } from '#platform/web/api-hooks.ts'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { Dialog, DialogBody } from '../dialogs/Dialog.tsx'
import { Skeleton } from '../page/Skeleton.tsx'

type RecentlyDeletedProps<E extends Endpoint> = {
  /** The plural at the start of a sentence: `Customers`. */
  nouns: string
  endpoint: E
  codeOf: (row: RowOf<E>) => string
  onRestore: (row: RowOf<E>) => void
  onClose: () => void
}

/** The records deleted in the last 30 days, each with Restore. */
export function RecentlyDeleted<E extends Endpoint>(props: RecentlyDeletedProps<E>) {
  const { nouns, endpoint, codeOf, onRestore, onClose } = props
  const read = useRead(endpoint)
  // A list endpoint returns rows; deleted rows have an id and a name.
  const rows = (read.data ?? []) as unknown as (RowOf<E> & { id: number; name: string })[]
  return (
    <Dialog
      title="Recently deleted"
      description={`${nouns} can be restored for 30 days.`}
      onClose={onClose}
    >
      <DialogBody>
        {read.isPending && <Skeleton className="h-24" />}
        {read.error && (
          <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
            {read.error.message}
          </Alert>
        )}
        {read.isSuccess && rows.length === 0 && (
          <p className="py-6 text-center text-muted">Nothing was deleted in the last 30 days.</p>
        )}
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="numbers font-medium">{codeOf(row)}</span>
                <span className="block truncate text-muted">{row.name}</span>
              </span>
              <Button
                size="small"
                isOnce
                icon={Undo2}
                aria-label={['Restore', codeOf(row)].join(' ')}
                onClick={() => onRestore(row)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
