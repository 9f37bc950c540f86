import { serveThread, type ThreadAnswer } from '#platform/server/jobs/thread.ts'
import { drawPdf, type DrawRequest } from './draw.ts'

// PDFs are built in a worker thread: a few hundred lines occupy a CPU for half a second or more,
// during which the server could not respond.

async function renderPdf(request: DrawRequest): Promise<ThreadAnswer> {
  try {
    return { value: await drawPdf(request) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

serveThread(renderPdf)
