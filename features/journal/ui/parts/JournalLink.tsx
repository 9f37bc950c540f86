import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'

type JournalLinkProps = {
  /** The document type and id in the journal. */
  source: string
  sourceId: number
}

/** Links to the journal entries of a document; a dash for users who may not read the books. */
export function JournalLink({ source, sourceId }: JournalLinkProps) {
  const may = useMay()
  if (!may('ledger.read')) return '—'
  const search = { 'f.source': source, 'f.sourceId': String(sourceId) }
  return (
    <Link to="/journal" search={search}>
      Journal entry
    </Link>
  )
}
