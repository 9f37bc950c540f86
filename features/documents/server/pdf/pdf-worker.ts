import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { drawPdf, type DrawRequest, PdfOfMany } from './draw-pdf.ts'

// PDFs are built in a worker thread: a few hundred lines occupy a CPU for half a second or more,
// during which the server could not respond.

/**
 * A step of a file of several documents, by the key of the file. Other documents are drawn between
 * the steps. To add returns the number of documents in the file; to end, its bytes.
 */
export type FileStep = { key: string } & (
  | { step: 'add'; title: string; request: DrawRequest }
  | { step: 'end' | 'drop' }
)

const openFiles = new Map<string, PdfOfMany>()

async function renderPdf(task: DrawRequest | FileStep): Promise<ThreadAnswer> {
  try {
    return { value: await ('key' in task ? runStep(task) : drawPdf(task)) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function runStep(task: FileStep): number | Promise<Uint8Array> {
  const file = openFiles.get(task.key)
  if (task.step === 'add') {
    const current = file ?? new PdfOfMany(task.title)
    openFiles.set(task.key, current)
    return current.add(task.request)
  }
  openFiles.delete(task.key)
  return task.step === 'end' && file ? file.end() : 0
}

serveThread(renderPdf)
