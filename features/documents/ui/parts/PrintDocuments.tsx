import { useEffect, useEffectEvent } from 'react'
import type { DocumentDraft } from '../../printed-document.ts'
import { DocumentSheet } from './DocumentSheet.tsx'
import { useCompany, whenLogoIsLoaded } from './use-company.ts'

/** Prints documents as one job, each on pages of its own. */
export function PrintDocuments({
  drafts: documents,
  onDone,
}: {
  drafts: readonly DocumentDraft[]
  onDone: () => void
}) {
  const company = useCompany()
  const done = useEffectEvent(onDone)
  const logo = company?.companyLogo
  useEffect(() => {
    // The printer takes the page as it is, so the letterhead must be there before.
    if (logo === undefined) return
    let isOver = false
    const end = () => done()
    window.addEventListener('afterprint', end)
    void whenLogoIsLoaded(logo).then(() => !isOver && window.print())
    return () => {
      isOver = true
      window.removeEventListener('afterprint', end)
    }
  }, [logo])
  return <DocumentSheet documents={documents} isJob />
}
