import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { refuseOpenFolder } from '#platform/server/embedded/private-folder.ts'

/** A file in a mailbox; while its size grows, the partner is still writing it. */
export type InboundFile = { name: string; size: number }

/**
 * A partner's file exchange: the partner writes to `in` and reads from `out`. Imported files move
 * to `done`, unreadable ones to `failed`.
 */
export type Mailbox = {
  list(): Promise<InboundFile[]>
  /** Throws `FileTooLarge` if the file is larger than it was when it was listed, and too large. */
  read(name: string): Promise<string>
  /** Writes a file atomically, replacing one of the same name. */
  write(name: string, text: string): Promise<void>
  /** Moves a file out of the inbox; does nothing if another process has already moved it. */
  moveTo(name: string, to: 'done' | 'failed'): Promise<void>
  close(): Promise<void>
}

const folders = ['in', 'out', 'done', 'failed'] as const
export const maxMailboxFileBytes = 10 * 1024 * 1024
const maxFiles = 200

/** True for the name of a complete file: not hidden, and without a temporary extension. */
export function isCompleteFile(name: string): boolean {
  return !name.startsWith('.') && !/\.(?:tmp|part|filepart|writing)$/i.test(name)
}

/** True if a complete file exceeds the size limit. */
export function isTooLarge({ name, size }: InboundFile): boolean {
  return isCompleteFile(name) && size > maxMailboxFileBytes
}

/** The next files to import: at most 200 in name order, skipping oversized and incomplete ones. */
export function nextFiles(files: readonly InboundFile[]): InboundFile[] {
  const importable = files.filter((each) => isCompleteFile(each.name) && !isTooLarge(each))
  return importable.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxFiles)
}

/** Thrown for a file that exceeds the size limit while it is read, whatever size was listed. */
export class FileTooLarge extends Error {}

/** Reads a file to its end; throws `FileTooLarge` as soon as it exceeds `maxBytes`. */
export function readAtMost(stream: Readable, maxBytes = maxMailboxFileBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    stream.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= maxBytes) return void pieces.push(piece)
      stream.destroy()
      reject(new FileTooLarge('The file is too large'))
    })
    stream.once('end', () => resolve(Buffer.concat(pieces)))
    stream.on('error', reject)
  })
}

/** Decodes a file as UTF-8, or as Windows-1252 if it is not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A mailbox in a local or mounted folder. Throws WideFolder if other users can access it. */
export async function folderMailbox(root: string): Promise<Mailbox> {
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
  refuseOpenFolder(root)
  return {
    list: async () => {
      const entries = await readdir(join(root, 'in'), { withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const withSizes = files.map(async ({ name }) => {
        const { size } = await stat(join(root, 'in', name))
        return { name, size }
      })
      return Promise.all(withSizes)
    },
    read: async (name) => decodeText(await readAtMost(createReadStream(join(root, 'in', name)))),
    write: async (name, text) => {
      const tempPath = join(root, 'out', `.${name}.${randomBytes(4).toString('hex')}.tmp`)
      try {
        await writeSynced(tempPath, text)
        await rename(tempPath, join(root, 'out', name))
      } catch (error) {
        // The next try has another name, and the disk may be full.
        await rm(tempPath, { force: true })
        throw error
      }
    },
    moveTo: async (name, to) => {
      await rename(join(root, 'in', name), join(root, to, name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      })
    },
    close: async () => {},
  }
}

/** Writes a file and waits until the disk has it: a power failure leaves all of it, or nothing. */
async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
