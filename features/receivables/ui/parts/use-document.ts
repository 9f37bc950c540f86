import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { type RowOf, useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'

/** What the dialog of a document is told: its number, and the screen that it stands over. */
export type DocumentProps = { list: ListState; code: string; onClose: () => void }

type DocumentRequest<L extends Endpoint, R extends Endpoint> = Pick<
  DocumentProps,
  'list' | 'code'
> & {
  /** The tab of the screen whose list the document is one of. */
  tab: string
  endpoint: L
  usualSort?: string
  codeOf: (row: RowOf<L>) => string
  /** How the list call finds it by its number. */
  lookUp: WireQueryOf<L>
  read: R
}

/** A document by the number in the address: read as a whole, with its neighbours in its list. */
export function useDocument<L extends Endpoint, R extends Endpoint>(asked: DocumentRequest<L, R>) {
  const { tab, read, ...listed } = asked
  const found = useRecord<L>({ ...listed, isShown: asked.list.search.tab === tab })
  const { id } = (found.record ?? { id: 0 }) as { id: number }
  const whole = useRead(read, { params: { id }, enabled: id !== 0 })
  return {
    document: whole.data,
    position: found.position,
    isMissing: found.isMissing,
    // What was read once stays.
    error: whole.data ? null : (found.error ?? whole.error),
    renewal: whole,
  }
}
