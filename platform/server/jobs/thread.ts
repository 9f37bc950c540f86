import { once } from 'node:events'
import { getPriority, platform, setPriority } from 'node:os'
import { parentPort, type Worker } from 'node:worker_threads'
import { Refusal } from '#platform/kernel/refusal.ts'

/** Who work is done for: a person by their id, or the program itself. */
export type WorkOwner = number | 'program'

/** What a thread answers: what it made, why it refuses, or the fault that it met. */
export type ThreadAnswer =
  | { value: unknown; refusal?: never; error?: never }
  | { refusal: RefusalFields; value?: never; error?: never }
  | { error: string; value?: never; refusal?: never }

type RefusalFields = Pick<Refusal, 'kind' | 'code' | 'fields' | 'extras'> & { sentence: string }

/** A refusal as it goes from one thread to another. */
export function refusalFields({ kind, code, message, fields, extras }: Refusal): RefusalFields {
  return { kind, code, sentence: message, fields, extras }
}

type ThreadParts = {
  open: () => Worker
  /** How much may wait for one person. */
  waiting: number
  /** How long one piece of work may take. */
  limitMs: number
  /** Said where it took longer, or where the thread ended of itself: out of memory, for example. */
  ended: () => Refusal
  manyWait: (waiting: number) => Refusal
}

type Job = {
  asked: unknown
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Has work done in a thread of its own, one piece at a time, so that the server answers others
 * meanwhile. Those who wait take turns: much work of one person keeps nobody else waiting, and a
 * little may wait for each. Work that takes too long ends the thread, and so does a fault: it is
 * refused, and the next piece starts another thread.
 */
export function createThread<Asked, Value>(parts: ThreadParts) {
  const queues = new Map<WorkOwner, Job[]>()
  let thread: Worker | undefined
  let ready: Worker | undefined
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
    const worker = parts.open()
    // What fails while it has nothing to do is replaced with the next piece of work.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  const run = async ({ asked, resolve, reject }: Job): Promise<void> => {
    const worker = (thread ??= started())
    // The time that a thread takes to read its code is nobody's.
    const isUp = worker === ready || (await hasStarted(worker))
    ready = worker
    const answer = isUp ? await answerOf(worker, asked, parts.limitMs) : 'ended'
    if (answer === 'ended') {
      thread = undefined
      void worker.terminate()
      return reject(parts.ended())
    }
    if (answer.refusal) {
      const { kind, code, sentence, fields, extras } = answer.refusal
      return reject(new Refusal(kind, code, sentence, fields, extras))
    }
    if (answer.error !== undefined) return reject(new Error(answer.error))
    resolve(answer.value)
  }

  return (asked: Asked, owner: WorkOwner = 'program'): Promise<Value> =>
    new Promise((resolve, reject) => {
      const jobs = queues.get(owner) ?? []
      if (owner !== 'program' && jobs.length >= parts.waiting) {
        return reject(parts.manyWait(parts.waiting))
      }
      queues.set(owner, [...jobs, { asked, resolve: resolve as Job['resolve'], reject }])
      next()
    })
}

/** What a thread says first, when all of its code is read. */
const isUp = 'up'

/** Somewhat below the thread that answers requests, but not so low that a busy machine stops it. */
const niceOfThreads = 5

/**
 * Lets the threads that answer requests go first. Linux keeps a priority for each thread, others
 * for the whole program, which keeps the one it has.
 */
function lowerPriority(): void {
  if (platform() === 'linux' && getPriority() < niceOfThreads) setPriority(niceOfThreads)
}

/** In the thread itself: answers one piece of work after another, and says that it is there. */
export function serveThread<Asked>(answer: (asked: Asked) => Promise<ThreadAnswer>): void {
  lowerPriority()
  parentPort?.on('message', (asked: Asked) => {
    void answer(asked).then((answered) => parentPort?.postMessage(answered))
  })
  parentPort?.postMessage(isUp)
}

/** Waits until a thread has said that it is there; false where it ends before. */
function hasStarted(worker: Worker): Promise<boolean> {
  const said = once(worker, 'message').then(([word]) => word === isUp)
  const gone = once(worker, 'exit').then(() => false)
  return Promise.race([said, gone]).catch(() => false)
}

/** What a thread answers; `ended` where it takes too long, or ends of itself. */
function answerOf(
  worker: Worker,
  asked: unknown,
  limitMs: number,
): Promise<ThreadAnswer | 'ended'> {
  worker.ref()
  return new Promise((resolve) => {
    const answered = (answer: ThreadAnswer) => end(answer)
    const ended = () => end('ended')
    const end = (outcome: ThreadAnswer | 'ended') => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', ended).off('exit', ended)
      // A thread without work keeps no program alive.
      worker.unref()
      resolve(outcome)
    }
    const timer = setTimeout(ended, limitMs)
    worker.once('message', answered).once('error', ended).once('exit', ended)
    worker.postMessage(asked)
  })
}
