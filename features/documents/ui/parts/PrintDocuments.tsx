import { useEffect, useEffectEvent } from 'react'
import { hasSender, noSenderSentence } from '#features/settings/rules.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import type { DocumentDraft } from '../../printed-document.ts'
import { DocumentSheet } from './DocumentSheet.tsx'
import { usePrintedDocuments, whenLogoIsLoaded } from './use-printed-documents.ts'

/** Prints documents as one job, each on pages of its own. */
export function PrintDocuments({
  drafts: documents,
  onDone,
}: {
  drafts: readonly DocumentDraft[]
  onDone: () => void
}) {
  const { printed, error } = usePrintedDocuments(documents)
  const done = useEffectEvent(onDone)
  const logo = printed?.company.companyLogo
  const reason = error?.message
  const isSenderMissing = printed !== undefined && !hasSender(printed.company)
  useEffect(() => {
    if (reason === undefined) return
    notify({ title: 'Error', text: 'Failed to print', tone: 'danger', detail: reason })
    done()
  }, [reason])
  useEffect(() => {
    if (!isSenderMissing) return
    notify({ title: 'The document has no sender', text: noSenderSentence, tone: 'danger' })
  }, [isSenderMissing])
  useEffect(() => {
    // The printer takes the page as it is, so the letterhead and all texts must be there before.
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
