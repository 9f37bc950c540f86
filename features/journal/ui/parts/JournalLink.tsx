import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'

type JournalLinkProps = {
  /** The kind of document and its id, as the journal knows it. */
  source: string
  sourceId: number
}

/** Leads to what a document posted; a dash for who may not read the books. */
export function JournalLink({ source, sourceId }: JournalLinkProps) {
  const may = useMay()
  if (!may('ledger.read')) return '—'
  const search = { 'f.source': source, 'f.sourceId': String(sourceId) }
  return (
    <Link to="/journal" search={search as never}>
      Journal entry
    </Link>
  )
}
