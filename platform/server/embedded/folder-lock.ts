import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createPrivateFolder } from './private-folder.ts'
import { dataDirError } from '../runtime/start-errors.ts'

// A lock file beside the folder names the process that uses it. To check whether that process is
// alive, it listens on a socket beside the file. Any process on this machine that shares the folder
// can connect to it, even from another container, and the kernel closes it when the process ends
// for any reason. PIDs are meaningless across containers. If the socket cannot be reached, as from
// another machine, the holder's heartbeat decides.

/**
 * `socket` is a file name beside the lock, because another container may mount the folder
 * elsewhere.
 */
type Holder = { id: string; pid: number; host: string; boot: string; socket: string | null }

const beatMs = 1000
const watchedMs = 6000
const watchStepMs = 250
/** The kernel truncates longer socket paths. */
const longestSocket = 100
const mostCalls = 20

type LockOptions = {
  beatMs?: number
  watchedMs?: number
  onLost?: (sentence: string) => void
  /** Serves a connection to the socket of the lock. Default: it is closed at once. */
  onConnection?: (socket: Socket) => void
}

/**
 * Locks a folder for this process. Throws if the current holder is alive, on any machine, or if the
 * folder is not writable. Returns the function that releases the lock.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<() => void> {
  try {
    return await lockByFile(folder, options)
  } catch (error) {
    throw dataDirError(error, dirname(folder))
  }
}

async function lockByFile(folder: string, options: LockOptions): Promise<() => void> {
  const lock = `${folder}.lock`
  createPrivateFolder(dirname(lock))
  const id = randomUUID()
  const listening = await listen(`${lock}-${id.slice(0, 8)}`, options.onConnection)
  const ownHolder: Holder = {
    id,
    pid: process.pid,
    host: hostname(),
    boot: bootId(),
    socket: listening ? basename(listening.path) : null,
  }
  try {
    await writeLock(lock, JSON.stringify(ownHolder), options.watchedMs ?? watchedMs)
  } catch (error) {
    listening?.close()
    throw error
  }
  const stopBeating = beat(lock, id, options)
  return () => {
    stopBeating()
    rmSync(lock, { force: true })
    listening?.close()
  }
}

async function writeLock(lock: string, text: string, watchMs: number): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(lock, text, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await removeDead(lock, watchMs)
    }
  }
  throw new Error('DATA_DIR could not be locked: other programs are starting with it now')
}

/** Removes the lock of a dead holder. Throws if the holder is alive. */
async function removeDead(lock: string, watchMs: number): Promise<void> {
  const text = readOr(lock, '')
  const holder = holderOf(text)
  if (await isAlive(lock, holder, watchMs)) throw inUse(holder)
  const aside = `${lock}-${randomUUID().slice(0, 8)}.stale`
  try {
    renameSync(lock, aside)
  } catch {
    return // Another process has removed it.
  }
  // Another process took the lock meanwhile, so put its lock file back.
  if (readOr(aside, '') !== text) linkSync(aside, lock)
  else if (holder?.socket) rmSync(siblingPath(lock, holder.socket), { force: true })
  rmSync(aside, { force: true })
}

/** The socket of the process that holds a folder; undefined if it has none, or nobody holds it. */
export function holderSocket(folder: string): string | undefined {
  const lock = `${folder}.lock`
  const socket = holderOf(readOr(lock, ''))?.socket
  return socket ? siblingPath(lock, socket) : undefined
}

const siblingPath = (lock: string, name: string) => join(dirname(lock), basename(name))

function inUse(holder: Holder | undefined): Error {
  const holderText = holder ? `process ${holder.pid} on ${holder.host}` : 'another program'
  const what = `DATA_DIR is in use by ${holderText}`
  return new Error(`${what}: stop it, or choose another DATA_DIR`)
}

async function isAlive(lock: string, holder: Holder | undefined, watchMs: number) {
  if (!holder) return isBeating(lock, watchMs)
  const called =
    holder.socket === null ? 'unknown' : await connectTo(siblingPath(lock, holder.socket))
  if (called !== 'nobody') return called === 'somebody' || isBeating(lock, watchMs)
  // A refused connection is conclusive only on the same kernel; sockets of other machines cannot be
  // reached.
  return holder.boot === bootId() ? false : isBeating(lock, watchMs)
}

/** True if the lock file is touched within `watchMs`. */
async function isBeating(lock: string, watchMs: number): Promise<boolean> {
  const first = touchedAt(lock)
  for (let waited = 0; waited < watchMs; waited += watchStepMs) {
    await new Promise((resolve) => setTimeout(resolve, watchStepMs))
    if (touchedAt(lock) !== first) return touchedAt(lock) !== undefined
  }
  return false
}

/** Touches the lock file as a heartbeat, and calls `onLost` if another process has replaced it. */
function beat(lock: string, id: string, options: LockOptions): () => void {
  const timer = setInterval(() => {
    if (holderOf(readOr(lock, ''))?.id === id) {
      const now = new Date()
      utimesSync(lock, now, now)
      return
    }
    clearInterval(timer)
    const sentence = 'Another program has taken over DATA_DIR: this one stops'
    const onLost = options.onLost ?? exitWithError
    onLost(sentence)
  }, options.beatMs ?? beatMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Two processes that write to one folder would lose committed data. */
function exitWithError(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

type Listening = { path: string; close: () => void }

/** Listens on a path; undefined if it is too long or the file system has no sockets. */
function listen(
  path: string,
  onConnection = (socket: Socket): void => void socket.destroy(),
): Promise<Listening | undefined> {
  if (Buffer.byteLength(path) > longestSocket) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const server: Server = createServer(onConnection)
    server.unref()
    server.once('error', () => resolve(undefined))
    server.listen(path, () => {
      // Other users of this machine must not connect, whatever the mode of the folder is.
      chmodSync(path, 0o600)
      resolve({
        path,
        close: () => {
          server.close()
          rmSync(path, { force: true })
        },
      })
    })
  })
}

type Called = 'somebody' | 'nobody' | 'unknown'

/**
 * Checks whether a process listens on a socket path. The kernel accepts the connection, however
 * busy the process is. A process that ends during the call resets the connection, so it is retried.
 */
async function connectTo(path: string): Promise<Called> {
  for (let attempt = 0; attempt < mostCalls; attempt++) {
    const answer = await connectOnce(path)
    if (answer !== 'reset') return answer
  }
  return 'unknown'
}

function connectOnce(path: string): Promise<Called | 'reset'> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve('somebody')
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') resolve('nobody')
      else if (code === 'ECONNRESET') resolve('reset')
      else resolve(code === 'EAGAIN' ? 'somebody' : 'unknown')
    })
  })
}

/**
 * The holder that a lock file names; undefined if an older version wrote it or it is incomplete.
 */
function holderOf(text: string): Holder | undefined {
  try {
    const read = JSON.parse(text) as Partial<Holder> | number
    return typeof read === 'object' && typeof read.id === 'string' ? (read as Holder) : undefined
  } catch {
    return undefined
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** Identifies the current boot of the machine; the same in all its containers (Linux). */
function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id', hostname()).trim()
}
