import { Worker } from 'node:worker_threads'
import pg from 'pg'
import {
  AbortedDatabase,
  DamagedDatabase,
  StatementTooLong,
  damageOf,
  refuseDamagedFiles,
  refuseDamagedFolder,
} from './damage-errors.ts'
import type { DataFile } from './check-data-files.ts'
import { EmbeddedSocket } from './embedded-socket.ts'
import { copyOnRequest, removeCopies } from './folder-copy.ts'
import { lockFolder } from './folder-lock.ts'
import { refuseWideFolder } from './private-folder.ts'
import { completeRestore } from './restored-folder.ts'
import { openError } from '../runtime/start-errors.ts'

/**
 * A statement of the embedded database that uses more processor time is ended by restarting the
 * thread, because it cannot be ended otherwise. Processor time, not time: on a busy machine the
 * thread may wait for minutes without working, for example while the demo data is loaded.
 */
const statementLimitMs = 60_000
const checkEveryMs = 1000

/** The severity field of a PANIC in a response, after which PostgreSQL stops serving. */
const panic = 'SPANIC\0VPANIC\0'

type Answer = { kind: string; id: number; bytes?: Uint8Array; files?: DataFile[] } & {
  error?: string
  isAborted?: boolean
}
type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void }

/**
 * The worker thread of the embedded database. Restarts automatically after a failure and checks the
 * data files each time. A damaged database is not reopened.
 */
export class EmbeddedBackend {
  readonly #folder: string | undefined
  readonly #limitMs: number
  #worker: Worker | undefined
  #ready: Promise<void> | undefined
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  #closed: (() => void) | undefined
  #damage: DamagedDatabase | undefined

  constructor(folder?: string, limitMs = statementLimitMs) {
    this.#folder = folder
    this.#limitMs = limitMs
  }

  /** Resolves when the database is open. Rejects with `DamagedDatabase` if it is damaged. */
  start(): Promise<void> {
    if (this.#damage) return Promise.reject(this.#damage)
    this.#ready ??= this.#open()
    return this.#ready
  }

  /** Sends protocol messages that end with a sync and resolves to the bytes of the response. */
  async exec(bytes: Uint8Array): Promise<Uint8Array> {
    await this.start()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const stopWatching = this.#endIfTooLong()
      const done =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          stopWatching()
          then(value)
        }
      this.#waiting.set(id, { resolve: done(resolve), reject: done(reject) })
      this.#worker?.postMessage({ kind: 'exec', id, bytes })
    })
  }

  /**
   * Copies the folder to a new one between two statements; the following ones wait. The copy is
   * what a program that was killed at that moment would leave.
   */
  async copyTo(folder: string): Promise<void> {
    await this.start()
    const id = ++this.#lastId
    await new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker?.postMessage({ kind: 'copy', id, to: folder })
    })
  }

  /** Ends the running statement at its limit. Returns a function that stops watching it. */
  #endIfTooLong(): () => void {
    const before = process.cpuUsage()
    const from = performance.now()
    const check = () => {
      const { user, system } = process.cpuUsage(before)
      // Other threads of the process compute too, so both measures must be above the limit.
      const usedMs = Math.min((user + system) / 1000, performance.now() - from)
      if (usedMs < this.#limitMs) return
      this.#fail(new StatementTooLong('The embedded database took too long and was restarted'))
    }
    const timer = setInterval(check, Math.min(checkEveryMs, this.#limitMs))
    return () => clearInterval(timer)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    await this.#ready
    await new Promise<void>((resolve) => {
      this.#closed = resolve
      worker.postMessage({ kind: 'close' })
    })
    await worker.terminate()
    this.#worker = undefined
  }

  async #open(): Promise<void> {
    const folder = this.#folder
    try {
      if (folder) refuseDamagedFolder(folder)
      await this.#openThread()
    } catch (error) {
      void this.#worker?.terminate()
      this.#worker = undefined
      this.#damage = folder ? damageOf(error, folder) : undefined
      throw this.#damage ?? error
    }
  }

  #openThread(): Promise<void> {
    const folder = this.#folder
    const script = new URL('./embedded-worker.js', import.meta.url)
    const worker = new Worker(script, { workerData: { folder } })
    this.#worker = worker
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Answer) => {
        if (message.kind === 'ready') resolve(this.#lookThrough(message.files ?? []))
        else if (message.kind === 'closed') this.#closed?.()
        else this.#settle(message)
      })
      worker.once('error', (error: Error) => {
        reject(error)
        this.#fail(error)
      })
    })
  }

  async #lookThrough(files: readonly DataFile[]): Promise<void> {
    if (this.#folder) refuseDamagedFiles(this.#folder, files)
  }

  #settle({ id, bytes, error, isAborted }: Answer): void {
    if (isAborted) return this.#fail(new AbortedDatabase(error))
    if (bytes && Buffer.from(bytes.buffer).includes(panic)) {
      return this.#fail(new AbortedDatabase('PANIC'))
    }
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (bytes) waiting?.resolve(bytes)
    else waiting?.reject(new Error(error))
  }

  #fail(error: Error): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#ready = undefined
    for (const each of waiting) each.reject(error)
  }
}

/**
 * A pool with one connection to the embedded database, in a folder or, without one, in memory.
 * Locks the folder for this process: two processes on one folder would lose rows. A statement may
 * use `limitMs` of processor time. Throws if the folder is too widely accessible, in use, damaged,
 * or cannot be opened.
 */
export async function embeddedPool(
  folder: string | undefined,
  settings: pg.PoolConfig,
  limitMs?: number,
) {
  const backend = new EmbeddedBackend(folder, limitMs)
  const release = folder ? await lockForServing(folder, backend) : undefined
  try {
    await backend.start()
  } catch (error) {
    release?.()
    if (error instanceof DamagedDatabase || !folder) throw error
    throw openError(error, folder)
  }
  const pool = new pg.Pool({
    ...settings,
    user: 'postgres',
    database: 'postgres',
    password: 'embedded',
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new EmbeddedSocket(backend) as never,
  })
  const close = async () => {
    await pool.end()
    await backend.close()
    release?.()
  }
  return { pool, close }
}

/** Locks the folder, and copies the open database for backups that ask for it at its socket. */
async function lockForServing(folder: string, backend: EmbeddedBackend): Promise<() => void> {
  refuseWideFolder(folder)
  const onConnection = copyOnRequest(folder, (to) => backend.copyTo(to))
  const release = await lockFolder(folder, { onConnection })
  removeCopies(folder)
  completeRestore(folder)
  return release
}
