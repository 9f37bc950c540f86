import { Worker } from 'node:worker_threads'
import type { Company, Paper } from './paper.ts'

type Answer = { id: number; bytes?: Uint8Array; error?: string }
type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

const builtName = './pdf-worker.js'

let thread: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * A document as a PDF, made in a thread that the first one starts: an order of 500 lines takes half
 * a second of a processor, in which the server answers others. Where the thread fails the documents
 * it had are refused, and the next one starts another.
 */
export function pdfOf(paper: Paper, company: Company): Promise<Uint8Array> {
  thread ??= start()
  const worker = thread
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, paper, company })
  })
}

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

function start(): Worker {
  const worker = open()
  worker.on('message', ({ id, bytes, error }: Answer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    // A thread without work keeps no program alive.
    if (waiting.size === 0) worker.unref()
    if (bytes) asked?.resolve(bytes)
    else asked?.reject(new Error(error))
  })
  const fail = (error: Error) => {
    if (thread === worker) thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.once('error', fail)
  worker.once('exit', () => fail(new Error('The thread that makes PDFs has ended')))
  return worker
}
