import { Worker } from 'node:worker_threads'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Company, Paper } from './paper.ts'

type Answer = { bytes?: Uint8Array; error?: string }
type Job = {
  paper: Paper
  company: Company
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

/** Who a document is made for: a person by their id, or the program itself. */
export type PdfOwner = number | 'program'

const builtName = './pdf-worker.js'

// A thread of the source has to read TypeScript first.
const fromSource = `
  const { workerData } = require('node:worker_threads')
  import('tsx/esm/api').then(({ tsImport }) => tsImport(workerData, workerData))`

/** Beside the built server stands the built thread; in development and tests it is the source. */
function open(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(builtName, import.meta.url))
  const workerData = new URL('./pdf-worker.ts', import.meta.url).href
  return new Worker(fromSource, { eval: true, workerData })
}

/** How many documents may wait for one person, and how long making one may take. */
type PdfLimits = { waiting: number; limitMs: number; open: () => Worker }

/**
 * Makes PDFs in a thread of its own, one at a time: an order of 500 lines takes half a second of a
 * processor, in which the server answers others. Those who wait take turns, so that many documents
 * of one person keep nobody else waiting; a few may wait for each. A document that takes too long
 * ends the thread, and so does a fault: that document is refused, the next one starts another.
 */
export function createPdfMaker({ waiting, limitMs, open: openThread }: PdfLimits) {
  const queues = new Map<PdfOwner, Job[]>()
  let thread: Worker | undefined
  let isBusy = false

  const next = () => {
    if (isBusy) return
    const [turn] = queues
    if (!turn) return
    const [owner, jobs] = turn
    const job = jobs.shift() as Job
    // Whose turn it was stands at the end of the line.
    queues.delete(owner)
    if (jobs.length > 0) queues.set(owner, jobs)
    isBusy = true
    void run(job).finally(() => {
      isBusy = false
      next()
    })
  }

  const started = () => {
    const worker = openThread()
    // What fails while it has nothing to do is replaced with the next document.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  const run = async ({ paper, company, resolve, reject }: Job): Promise<void> => {
    const worker = (thread ??= started())
    const { bytes, error } = await answerOf(worker, { paper, company }, limitMs)
    if (bytes) return resolve(bytes)
    if (error === undefined || error instanceof Error) {
      thread = undefined
      void worker.terminate()
    }
    reject(error instanceof Error ? error : error === undefined ? tookTooLong() : new Error(error))
  }

  return (paper: Paper, company: Company, owner: PdfOwner = 'program'): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const jobs = queues.get(owner) ?? []
      if (owner !== 'program' && jobs.length >= waiting) return reject(manyWait(waiting))
      queues.set(owner, [...jobs, { paper, company, resolve, reject }])
      next()
    })
}

/** A document as a PDF, made when it is its owner's turn. */
export const pdfOf = createPdfMaker({ waiting: 20, limitMs: 20_000, open })

type Outcome = { bytes?: Uint8Array; error?: string | Error }

/** What a thread makes of a document; nothing where it takes too long. */
function answerOf(worker: Worker, asked: object, limitMs: number): Promise<Outcome> {
  worker.ref()
  return new Promise<Outcome>((resolve) => {
    const answered = (answer: Answer) => end(answer)
    const failed = (error: Error) => end({ error })
    const ended = () => failed(new Error('The thread that makes PDFs has ended'))
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed).off('exit', ended)
      // A thread without work keeps no program alive.
      worker.unref()
      resolve(outcome)
    }
    const timer = setTimeout(() => end({}), limitMs)
    worker.once('message', answered).once('error', failed).once('exit', ended)
    worker.postMessage(asked)
  })
}

function tookTooLong(): Refusal {
  const sentence = 'This document takes too long to make. Shorten its notes or its lines'
  return new Refusal('refused', 'document-too-long', sentence)
}

function manyWait(waiting: number): Refusal {
  const sentence = `${waiting} documents are being made for you. Try again when they are there`
  const wait = { retryAfterSeconds: 5 }
  return new Refusal('tooMany', 'too-many-documents', sentence, [], wait)
}
