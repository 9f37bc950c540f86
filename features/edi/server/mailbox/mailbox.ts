import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuseOpenFolder } from '#platform/server/embedded/private-folder.ts'

/** A file that lies in a mailbox; while its size grows, somebody still writes it. */
export type InboundFile = { name: string; size: number }

/**
 * Where files of a partner lie: he leaves his in `in`, and finds ours in `out`. What was taken
 * goes to `done`, what could not be read to `failed`.
 */
export type Mailbox = {
  list(): Promise<InboundFile[]>
  read(name: string): Promise<string>
  /** Puts a file there whole or not at all; one of the same name is replaced. */
  put(name: string, text: string): Promise<void>
  /** Puts a file that was read aside; one that somebody else has put aside already is let be. */
  putAside(name: string, to: 'done' | 'failed'): Promise<void>
  close(): Promise<void>
}

const folders = ['in', 'out', 'done', 'failed'] as const
export const maxLetterBytes = 10 * 1024 * 1024
const maxLetters = 200

/** Whether a name is of a file that is finished: not hidden, and not one that is being written. */
export function isLetter(name: string): boolean {
  return !name.startsWith('.') && !/\.(?:tmp|part|filepart|writing)$/i.test(name)
}

/** Whether a finished file is larger than one may be. */
export function isTooLarge({ name, size }: InboundFile): boolean {
  return isLetter(name) && size > maxLetterBytes
}

/** The letters to take now: the oldest names first, none that is larger than a file may be. */
export function inTurn(letters: readonly InboundFile[]): InboundFile[] {
  const fit = letters.filter((each) => isLetter(each.name) && !isTooLarge(each))
  return fit.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxLetters)
}

/** What a partner wrote, in UTF-8 or, where it is none, in the Latin letters of one byte. */
export function textOfLetter(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A mailbox that is a folder of this machine, or one that is mounted there. */
export async function folderMailbox(root: string): Promise<Mailbox> {
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
  refuseOpenFolder(root)
  return {
    list: async () => {
      const entries = await readdir(join(root, 'in'), { withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const sized = files.map(async ({ name }) => {
        const { size } = await stat(join(root, 'in', name))
        return { name, size }
      })
      return Promise.all(sized)
    },
    read: async (name) => textOfLetter(await readFile(join(root, 'in', name))),
    put: async (name, text) => {
      const half = join(root, 'out', `.${name}.${randomBytes(4).toString('hex')}.tmp`)
      const file = await open(half, 'w')
      try {
        await file.writeFile(text)
        // On the disk before it has its name: after a power cut it is whole or not there.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(half, join(root, 'out', name))
    },
    putAside: async (name, to) => {
      await rename(join(root, 'in', name), join(root, to, name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      })
    },
    close: async () => {},
  }
}
