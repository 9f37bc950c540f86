import { once } from 'node:events'
import { getPriority, platform, setPriority } from 'node:os'
import { parentPort, type Worker } from 'node:worker_threads'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The owner of a job: a user's id, everyone who is not signed in, or the program itself. */
export type WorkOwner = number | 'anonymous' | 'program'

/** The response of a worker thread: a value, a refusal, or an unexpected error. */
export type ThreadAnswer =
  | { value: unknown; refusal?: never; error?: never }
  | { refusal: RefusalFields; value?: never; error?: never }
  | { error: string; value?: never; refusal?: never }

type RefusalFields = Pick<Refusal, 'kind' | 'code' | 'fields' | 'extras'> & { sentence: string }

/** The fields of a refusal, for sending it between threads. */
export function refusalFields({ kind, code, message, fields, extras }: Refusal): RefusalFields {
  return { kind, code, sentence: message, fields, extras }
}

type ThreadParts = {
  open: () => Worker
  /** How many jobs of one user may wait. The program's own jobs have no limit. */
  waiting: number
  /** The time limit of a job. */
  limitMs: number
  /** After this time without a job the thread ends, which frees its memory. Default: never. */
  idleMs?: number
  /** The refusal if a job exceeds the limit or the thread exits, for example out of memory. */
  ended: () => Refusal
  manyWait: (waiting: number) => Refusal
}

type Job = {
  task: unknown
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/**
 * Runs jobs in a worker thread, one at a time, so that the server stays responsive. Waiting jobs
 * are scheduled round-robin by user, so that one user cannot block the others, and each user may
 * have a limited number waiting. A job that exceeds its time limit, or crashes the thread, is
 * rejected and the thread is terminated; the next job starts a new one. A thread that was idle for
 * `idleMs` is terminated too.
 */
export function createThread<Task, Value>(parts: ThreadParts) {
  const jobs = createJobQueue()
  let thread: Worker | undefined
  let ready: Worker | undefined
  let isBusy = false
  let idle: NodeJS.Timeout | undefined

  const next = () => {
    if (isBusy) return
    const job = jobs.take()
    if (!job) return endWhenIdle()
    clearTimeout(idle)
    isBusy = true
    void run(job).finally(() => {
      isBusy = false
      next()
    })
  }

  // A job never reaches a thread that is being ended: it is forgotten first.
  const endWhenIdle = () => {
    if (parts.idleMs === undefined) return
    idle = setTimeout(() => {
      const worker = thread
      thread = ready = undefined
      void worker?.terminate()
    }, parts.idleMs).unref()
  }

  const started = () => {
    const worker = parts.open()
    // An idle thread that fails is replaced when the next job runs.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  const run = async ({ task: request, resolve, reject }: Job): Promise<void> => {
    const worker = (thread ??= started())
    // The time a thread takes to load its code does not count toward the job's limit.
    const hasCode = worker === ready || (await hasStarted(worker))
    // A thread that exits right after its first message has no exit to wait for any more.
    const isUp = hasCode && thread === worker
    ready = worker
    const answer = isUp ? await answerOf(worker, request, parts.limitMs) : 'ended'
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

  return (task: Task, owner: WorkOwner = 'program'): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (owner !== 'program' && jobs.countOf(owner) >= parts.waiting) {
        return reject(parts.manyWait(parts.waiting))
      }
      jobs.add(owner, { task, resolve: resolve as Job['resolve'], reject })
      next()
    })
}

/** The waiting jobs, taken round-robin by owner. */
function createJobQueue() {
  const queues = new Map<WorkOwner, Job[]>()
  return {
    countOf: (owner: WorkOwner) => queues.get(owner)?.length ?? 0,
    add: (owner: WorkOwner, job: Job) => {
      queues.set(owner, [...(queues.get(owner) ?? []), job])
    },
    take: (): Job | undefined => {
      const [turn] = queues
      if (!turn) return undefined
      const [owner, jobs] = turn
      const job = jobs.shift()
      // This owner's remaining jobs move to the end of the queue.
      queues.delete(owner)
      if (jobs.length > 0) queues.set(owner, jobs)
      return job
    },
  }
}

/** The first message of a thread, sent when its code is loaded. */
const isUp = 'up'

/** Slightly below the main thread, but not so low that a busy machine starves the worker. */
const niceOfThreads = 5

/**
 * Lowers the priority of the worker thread. Linux has a priority per thread; other systems have one
 * per process, which stays unchanged.
 */
function lowerPriority(): void {
  if (platform() === 'linux' && getPriority() < niceOfThreads) setPriority(niceOfThreads)
}

/** Runs in the worker thread: handles one job after another and reports when it is ready. */
export function serveThread<Task>(answer: (task: Task) => Promise<ThreadAnswer>): void {
  lowerPriority()
  parentPort?.on('message', (task: Task) => {
    void answer(task).then((answered) => parentPort?.postMessage(answered))
  })
  parentPort?.postMessage(isUp)
}

/** Waits until a thread is ready; false if it exits first. */
function hasStarted(worker: Worker): Promise<boolean> {
  const answered = once(worker, 'message').then(([word]) => word === isUp)
  const exited = once(worker, 'exit').then(() => false)
  return Promise.race([answered, exited]).catch(() => false)
}

/** The response of a thread; `ended` if it takes too long, fails or exits. */
function answerOf(
  worker: Worker,
  request: unknown,
  limitMs: number,
): Promise<ThreadAnswer | 'ended'> {
  worker.ref()
  return new Promise((resolve) => {
    const answered = (answer: ThreadAnswer) => end(answer)
    const ended = () => end('ended')
    const end = (outcome: ThreadAnswer | 'ended') => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', ended).off('exit', ended)
      // An idle thread does not keep the process running.
      worker.unref()
      resolve(outcome)
    }
    const timer = setTimeout(ended, limitMs)
    worker.once('message', answered).once('error', ended).once('exit', ended)
    worker.postMessage(request)
  })
}
