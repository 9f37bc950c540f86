import { useEffect, useEffectEvent } from 'react'
import { DocumentSheet } from './DocumentSheet.tsx'
import type { PrintedDocument } from '../../printed-document.ts'

/** Prints documents as one job, each on pages of its own. */
export function PrintDocuments({
  papers: documents,
  onDone,
}: {
  papers: readonly PrintedDocument[]
  onDone: () => void
}) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  return <DocumentSheet documents={documents} isJob />
}
