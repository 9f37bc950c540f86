import { clsx } from 'clsx'
import { FileDown } from 'lucide-react'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { Tooltip } from '#platform/ui/Tooltip.tsx'
import { type PaperName, readPdf } from './contract.ts'
import type { Period } from './SendDialog.tsx'

type Wanted = { name: PaperName; id: number; days?: Period }

/** Where the browser gets the PDF of a document. */
export function pdfAddress({ name, id, days = {} }: Wanted): string {
  const address = pathOf(readPdf[name].path, { id })
  const query = new URLSearchParams(days).toString()
  return query ? `${address}?${query}` : address
}

/** Saves the PDF of a document as a file. */
export function savePdf(wanted: Wanted): void {
  const link = document.createElement('a')
  link.href = pdfAddress(wanted)
  link.download = ''
  link.click()
}

/** The PDF of the record that is shown, beside the button that prints it. */
export function PdfLink(wanted: Wanted) {
  return (
    <Tooltip label="PDF">
      <a
        href={pdfAddress(wanted)}
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
