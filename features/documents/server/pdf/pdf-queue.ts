import { randomUUID } from 'node:crypto'
import { Refusal } from '#platform/kernel/refusal.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread, type WorkOwner } from '#platform/server/jobs/thread.ts'
import type { Company, PrintedDocument } from '../../printed-document.ts'
import type { FileStep } from './pdf-worker.ts'

type PdfLimits = Pick<Parameters<typeof createThread>[0], 'waiting' | 'limitMs' | 'open'>

/** A document, and the company and the logo in its letterhead. */
export type PdfRequest = {
  content: PrintedDocument
  company: Company
  logo?: Uint8Array | undefined
}

const threadOf = (limits: PdfLimits) =>
  createThread<PdfRequest | FileStep, unknown>({ ...limits, ended: timedOut, manyWait: queueFull })

/**
 * Creates a function that builds PDFs in a worker thread, one at a time and in turn by owner: an
 * order of 500 lines takes half a second of CPU, during which the server stays responsive. Throws
 * if a document takes too long or the queue is full.
 */
export function createPdfMaker(limits: PdfLimits) {
  return makerOf(threadOf(limits))
}

function makerOf(build: ReturnType<typeof threadOf>) {
  return (request: PdfRequest, owner: WorkOwner = 'program') =>
    build(request, owner) as Promise<Uint8Array>
}

const thread = threadOf({
  waiting: 20,
  limitMs: 20_000,
  open: () => openThread('pdf-worker', import.meta.url),
})

/** Builds a document as a PDF when its owner's turn comes. */
export const pdfOf = makerOf(thread)

/** A PDF of several documents that is being built. */
export type PdfFile = {
  add(request: PdfRequest): Promise<void>
  end(): Promise<Uint8Array>
  /** Forgets it, whether or not it has ended. */
  drop(): Promise<void>
}

/**
 * Opens a PDF of several documents in the same thread. Each document waits for its turn, so that
 * nobody waits for the whole file. Throws 503 if the thread was replaced in between.
 */
export function openPdfFile(title: string, owner: WorkOwner = 'program'): PdfFile {
  const key = randomUUID()
  let expected = 0
  return {
    add: async (request) => {
      const step = { key, step: 'add', title, request } as FileStep
      const count = await thread(step, owner)
      expected += 1
      if (count !== expected) throw interrupted()
    },
    end: async () => {
      const bytes = await thread({ key, step: 'end' }, owner)
      if (!(bytes instanceof Uint8Array)) throw interrupted()
      return bytes
    },
    drop: async () => {
      await thread({ key, step: 'drop' })
    },
  }
}

function interrupted(): Refusal {
  return new Refusal('unavailable', 'overloaded', 'The file was interrupted. Create it again')
}

function timedOut(): Refusal {
  const sentence = 'This document takes too long to create. Shorten its notes or remove lines'
  return new Refusal('refused', 'document-too-long', sentence)
}

function queueFull(waiting: number): Refusal {
  const sentence = `${waiting} of your documents are already being created. Try again later`
  const retryAfter = { retryAfterSeconds: 5 }
  return new Refusal('tooMany', 'too-many-documents', sentence, [], retryAfter)
}
