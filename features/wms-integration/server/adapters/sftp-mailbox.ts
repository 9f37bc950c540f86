import { createHash, randomBytes } from 'node:crypto'
import type { Client, SFTPWrapper } from 'ssh2'
import { type Mailbox, readAtMost, decodeText } from '#features/edi/server/service.ts'
import { resolvePublicAddress, Unreachable } from '#platform/server/outbound/safe-fetch.ts'

export type SftpTarget = {
  /** `sftp://user@host:22/path`. */
  url: string
  /** The password, or a private key in the format of ssh-keygen. */
  token: string | null
  /** The fingerprint of the server's key: `SHA256:…`. A different key is rejected. */
  hostKey: string | null
  isTrusted: boolean
}

/** Timeout of one SFTP request. */
export const timeoutMs = 10_000
const noSuchFile = 2

/** A mailbox on an SFTP server: the folders in, out, done and failed of its path. */
export async function sftpMailbox(target: SftpTarget): Promise<Mailbox> {
  const url = new URL(target.url)
  const root = decodeURIComponent(url.pathname).replace(/\/+$/, '') || '.'
  const client = await connect(target, url)
  try {
    const sftp = await wait<SFTPWrapper>((done) => client.sftp(done as never))
    const box = mailboxOn(sftp, root)
    for (const folder of ['in', 'out', 'done', 'failed'])
      await createFolder(sftp, `${root}/${folder}`)
    return {
      ...box,
      close: async () => end(client),
    }
  } catch (error) {
    end(client)
    throw error
  }
}

/** Ends a connection, also if the server does not close its side within five seconds. */
function end(client: Client): void {
  client.end()
  setTimeout(() => client.destroy(), 5000).unref()
}

const noop = () => undefined

async function connect(target: SftpTarget, url: URL): Promise<Client> {
  const { token, hostKey, isTrusted } = target
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = await resolvePublicAddress(host, isTrusted)
  const isKey = token?.startsWith('-----BEGIN') ?? false
  // Loaded on first use: it takes 5 MB, and few installations have an SFTP server.
  const { Client: SshClient } = await import('ssh2')
  const client = new SshClient()
  let isOtherKey = false
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve(client))
    client.on('error', (error) => {
      const sentence = 'The key of the SFTP server differs from the one entered here'
      reject(isOtherKey ? new Unreachable(sentence) : error)
    })
    client.connect({
      host: address,
      port: Number(url.port || 22),
      username: decodeURIComponent(url.username),
      ...(isKey ? { privateKey: token as string } : { password: token ?? '' }),
      readyTimeout: timeoutMs,
      keepaliveInterval: 5000,
      hostVerifier: (key: Buffer) => {
        isOtherKey = hostKey !== fingerprintOf(key)
        return !isOtherKey
      },
    })
  })
}

/** The fingerprint of a key as ssh shows it: `SHA256:` and the base64 hash without padding. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

type Done<T> = (error: Error | null | undefined, value: T) => void

function wait<T>(start: (done: Done<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no response within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    start((error, value) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(value)
    })
  })
}

function mailboxOn(sftp: SFTPWrapper, root: string): Omit<Mailbox, 'close'> {
  const rename = (from: string, to: string) =>
    wait<void>((done) => sftp.rename(from, to, (error) => done(error, undefined)))
  const remove = (path: string) =>
    wait<void>((done) => sftp.unlink(path, (error) => done(error, undefined)))
  /** Renames over an existing file, which some servers refuse: then deletes it first. */
  const renameOver = (from: string, to: string) =>
    rename(from, to).catch(async () => {
      await remove(to).catch(() => {})
      await rename(from, to)
    })
  return {
    list: async () => {
      const entries = await wait<{ filename: string; attrs: { size: number; mode: number } }[]>(
        (done) => sftp.readdir(`${root}/in`, done as never),
      )
      const files = entries.filter(({ attrs }) => (attrs.mode & 0o170000) === 0o100000)
      return files.map(({ filename, attrs }) => ({ name: filename, size: attrs.size }))
    },
    read: async (name) => {
      // Not `readFile`, which allocates whatever size the server reports.
      const stream = sftp.createReadStream(`${root}/in/${name}`)
      const bytes = await wait<Buffer>((done) =>
        readAtMost(stream).then(
          (read) => done(undefined, read),
          (error: unknown) => done(error as Error, Buffer.alloc(0)),
        ),
      ).finally(() => stream.destroy())
      return decodeText(bytes)
    },
    write: async (name, text) => {
      const half = `${root}/out/.${name}.${randomBytes(4).toString('hex')}.tmp`
      try {
        await wait<void>((done) => sftp.writeFile(half, text, (error) => done(error, undefined)))
        await renameOver(half, `${root}/out/${name}`)
      } catch (error) {
        // The next try has another name, and the disk may be full.
        await wait<void>((done) => sftp.unlink(half, (gone) => done(gone, undefined))).catch(noop)
        throw error
      }
    },
    moveTo: async (name, to) => {
      const from = `${root}/in/${name}`
      const exists = await wait<unknown>((done) => sftp.stat(from, done as never)).then(
        () => true,
        (error: unknown) => {
          if ((error as { code?: number }).code === noSuchFile) return false
          throw error
        },
      )
      if (exists) await renameOver(from, `${root}/${to}/${name}`)
    },
  }
}

async function createFolder(sftp: SFTPWrapper, path: string): Promise<void> {
  const exists = await wait<unknown>((done) => sftp.stat(path, done as never)).then(
    () => true,
    () => false,
  )
  if (!exists) await wait<void>((done) => sftp.mkdir(path, (error) => done(error, undefined)))
}
