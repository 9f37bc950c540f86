import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { type RowOf, useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'

/** Props of a document dialog: its number, and the list behind it. */
export type DocumentProps = { list: ListState; code: string; onClose: () => void }

type DocumentRequest<L extends Endpoint, R extends Endpoint> = Pick<
  DocumentProps,
  'list' | 'code'
> & {
  /** The tab whose list contains the document. */
  tab: string
  endpoint: L
  usualSort?: string
  codeOf: (row: RowOf<L>) => string
  /** Query that finds the document by its number. */
  lookUp: WireQueryOf<L>
  read: R
}

/** Loads the document named in the URL in full, with its position in the list. */
export function useDocument<L extends Endpoint, R extends Endpoint>(
  request: DocumentRequest<L, R>,
) {
  const { tab, read, ...listed } = request
  const found = useRecord<L>({ ...listed, isShown: request.list.search.tab === tab })
  const { id } = (found.record ?? { id: 0 }) as { id: number }
  const full = useRead(read, { params: { id }, enabled: id !== 0 })
  return {
    document: full.data,
    position: found.position,
    isMissing: found.isMissing,
    // Once loaded, the document remains visible even if a refetch fails.
    error: full.data ? null : (found.error ?? full.error),
    renewal: full,
  }
}
