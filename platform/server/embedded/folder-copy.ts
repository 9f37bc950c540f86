import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { holderSocket, lockFolder } from './folder-lock.ts'

// Copies the folder of the embedded database for a backup. The process that holds the folder makes
// the copy between two statements; a backup asks for it at the socket of the lock, which only the
// same user of this machine can open. If nobody holds the folder, the backup copies it itself.

const request = 'copy\n'
const mostRequestBytes = 16

type CopyAnswer = { copied: string } | { error: string }

// It does not begin with the name of the folder: some versions of Node.js 22 then refuse to copy.
const copyPrefix = (folder: string) => `copy-of-${basename(folder)}-`
const newCopy = (folder: string) =>
  join(dirname(folder), copyPrefix(folder) + randomUUID().slice(0, 8))

/** Serves the socket of the lock: makes a copy of the folder for each connection that asks. */
export function copyOnRequest(
  folder: string,
  copyTo: (folder: string) => Promise<void>,
): (socket: Socket) => void {
  return (socket) => {
    socket.unref()
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.length > mostRequestBytes) return void socket.destroy()
      if (text !== request) return
      void makeCopy(folder, copyTo).then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
    })
  }
}

async function makeCopy(
  folder: string,
  copyTo: (folder: string) => Promise<void>,
): Promise<CopyAnswer> {
  const copy = newCopy(folder)
  try {
    await copyTo(copy)
    // A name, since a container may mount the folder elsewhere.
    return { copied: basename(copy) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** Removes the copies of backups that were killed. Only the holder of the folder calls this. */
export function removeCopies(folder: string): void {
  const parent = dirname(folder)
  const copies = readdirSync(parent).filter((name) => name.startsWith(copyPrefix(folder)))
  for (const name of copies) rmSync(join(parent, name), { recursive: true, force: true })
}

/**
 * Copies the folder of an embedded database, beside it, whether a program is running on it or not.
 * Returns the folder of the copy, which the caller removes. Throws if there is no database, or if
 * the program that is running cannot make a copy.
 */
export async function copyFolder(folder: string): Promise<string> {
  const path = holderSocket(folder)
  const name = path && (await requestCopy(path))
  if (name) return join(dirname(folder), basename(name))
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no embedded database in ${folder}`)
  }
  const release = await lockFolder(folder)
  const copy = newCopy(folder)
  try {
    mkdirSync(copy, { mode: 0o700 })
    cpSync(folder, copy, { recursive: true })
    return copy
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    throw error
  } finally {
    release()
  }
}

/** The name of the copy that the holder made; undefined if nobody listens. */
function requestCopy(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let text = ''
    let isConnected = false
    socket.on('connect', () => {
      isConnected = true
      socket.write(request)
    })
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!isConnected) return resolve(undefined)
      const answer = text === '' ? { error: 'it ended, or is of an older version' } : parsed(text)
      if ('copied' in answer) resolve(answer.copied)
      else reject(new Error(`The running program made no copy: ${answer.error}`))
    })
  })
}

function parsed(text: string): CopyAnswer {
  try {
    return JSON.parse(text) as CopyAnswer
  } catch {
    return { error: 'its answer is incomplete' }
  }
}
