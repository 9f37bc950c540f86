import { notify } from '#platform/ui/notices/toast.ts'
import type { PdfRequest } from '../pdf-address.ts'

/** Saves the PDF of a document as a file. Where it is had is loaded with the first one. */
export async function savePdf(wanted: PdfRequest): Promise<void> {
  try {
    const { pdfAddress } = await import('../pdf-address.ts')
    const link = document.createElement('a')
    link.href = pdfAddress(wanted)
    link.download = ''
    link.click()
  } catch (failure) {
    const text = 'The PDF could not be saved'
    notify({ title: 'Error', text, tone: 'danger', detail: String((failure as Error).message) })
  }
}
