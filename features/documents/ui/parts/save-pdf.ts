import { notify } from '#platform/ui/notices/toast.ts'
import type { PdfRequest } from '../pdf-url.ts'

/** Downloads the PDF of a document; loads the endpoint definitions on first use. */
export async function savePdf(request: PdfRequest): Promise<void> {
  try {
    const { pdfAddress } = await import('../pdf-url.ts')
    const link = document.createElement('a')
    link.href = pdfAddress(request)
    link.download = ''
    link.click()
  } catch (failure) {
    const text = 'The PDF could not be saved'
    notify({ title: 'Error', text, tone: 'danger', detail: String((failure as Error).message) })
  }
}
