import { Refusal } from '#platform/kernel/refusal.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread, type WorkOwner } from '#platform/server/jobs/thread.ts'
import type { Company, PrintedDocument } from '../../printed-document.ts'

type PdfLimits = Pick<Parameters<typeof createThread>[0], 'waiting' | 'limitMs' | 'open'>

/** A document, and the company and the logo in its letterhead. */
export type PdfRequest = {
  content: PrintedDocument
  company: Company
  logo?: Uint8Array | undefined
}

/**
 * Creates a function that builds PDFs in a worker thread, one at a time and in turn by owner: an
 * order of 500 lines takes half a second of CPU, during which the server stays responsive. Throws
 * if a document takes too long or the queue is full.
 */
export function createPdfMaker(limits: PdfLimits) {
  const build = createThread<PdfRequest, Uint8Array>({
    ...limits,
    ended: timedOut,
    manyWait: queueFull,
  })
  return (request: PdfRequest, owner: WorkOwner = 'program'): Promise<Uint8Array> =>
    build(request, owner)
}

/** Builds a document as a PDF when its owner's turn comes. */
export const pdfOf = createPdfMaker({
  waiting: 20,
  limitMs: 20_000,
  open: () => openThread('pdf-worker', import.meta.url),
})

function timedOut(): Refusal {
  const sentence = 'This document takes too long to create. Shorten its notes or remove lines'
  return new Refusal('refused', 'document-too-long', sentence)
}

function queueFull(waiting: number): Refusal {
  const sentence = `${waiting} of your documents are already being created. Try again later`
  const retryAfter = { retryAfterSeconds: 5 }
  return new Refusal('tooMany', 'too-many-documents', sentence, [], retryAfter)
}
