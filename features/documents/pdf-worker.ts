import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { fontFiles } from './fonts.ts'
import type { Company, Paper } from './paper.ts'
import { layoutOf } from './pdf-layout.ts'

// PDFs are made in a thread of their own: some hundred lines keep a processor busy for half a
// second and more, in which the server would answer nobody.

type Asked = { id: number; paper: Paper; company: Company }

const fonts = fontFiles()
const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)))
pdfmake.setFonts(fonts)
// Nothing that stands in a document makes it read an address or another file.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path: string) => files.has(path))

async function answer({ id, paper, company }: Asked): Promise<void> {
  try {
    const bytes: Uint8Array = await pdfmake.createPdf(layoutOf(paper, company)).getBuffer()
    parentPort?.postMessage({ id, bytes })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

// One document at a time: they would only take each other's time.
let queue = Promise.resolve()
parentPort?.on('message', (asked: Asked) => {
  queue = queue.then(() => answer(asked))
})
