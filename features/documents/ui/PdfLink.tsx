import { clsx } from 'clsx'
import { FileDown } from 'lucide-react'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { pdfAddress, type PdfRequest } from './pdf-url.ts'

/** Link to the PDF of the record, beside its print button. */
export function PdfLink(request: PdfRequest) {
  return (
    <Tooltip label="PDF">
      <a
        href={pdfAddress(request)}
        download
        aria-label="PDF"
        className={clsx(
          'inline-grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11',
          'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <FileDown aria-hidden size={16} strokeWidth={1.75} />
      </a>
    </Tooltip>
  )
}
