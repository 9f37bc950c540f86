import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import type { DocumentDraft, PrintedDocument } from '../../printed-document.ts'
import { documentFileName } from '../../rules.ts'
import { SheetPage } from '../sheet/SheetPage.tsx'
import { usePrintedDocuments } from './use-printed-documents.ts'

type DocumentSheetProps = {
  documents: readonly DocumentDraft[]
  /** True for an immediate print job. */
  isJob?: boolean
}

/**
 * Documents for the browser's printer, each on pages of its own, with the same content as their
 * PDFs.
 */
export function DocumentSheet({ documents, isJob: isPrintJob = false }: DocumentSheetProps) {
  const { printed } = usePrintedDocuments(documents)
  if (!printed) return null
  const { company, contents } = printed
  return (
    <PrintSheet isJob={isPrintJob} fileName={printJobName(contents)}>
      {contents.map((content, index) => (
        <SheetPage key={`${index} ${content.number}`} content={content} company={company} />
      ))}
    </PrintSheet>
  )
}

/** Named like the PDF of the document; several are named after the first. */
function printJobName([first, ...others]: readonly PrintedDocument[]): string | undefined {
  if (!first?.filing) return undefined
  const name = documentFileName(first.filing).replace(/\.pdf$/, '')
  return others.length > 0 ? `${name} and ${others.length} more` : name
}
