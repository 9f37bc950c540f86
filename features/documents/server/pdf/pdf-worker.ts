import pdfmake from 'pdfmake'
import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { fontFiles } from '../fonts.ts'
import type { Company, PrintedDocument } from '../../printed-document.ts'
import { layoutOf } from './layout.ts'

// PDFs are built in a worker thread: a few hundred lines occupy a CPU for half a second or more,
// during which the server could not respond.

type PdfRequest = { content: PrintedDocument; company: Company; logo?: Uint8Array }

const fonts = fontFiles()
const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)))
pdfmake.setFonts(fonts)
// Document content can load neither a URL nor another file.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path: string) => files.has(path))

async function renderPdf({ content, company, logo }: PdfRequest): Promise<ThreadAnswer> {
  try {
    return { value: await pdfmake.createPdf(layoutOf(content, company, logo)).getBuffer() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

serveThread(renderPdf)
