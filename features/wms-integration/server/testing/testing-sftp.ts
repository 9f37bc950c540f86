import { generateKeyPairSync } from 'node:crypto'
import { constants, closeSync, mkdirSync, openSync, readdirSync, readSync } from 'node:fs'
import { renameSync, statSync, unlinkSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../adapters/sftp-mailbox.ts'

const { Server, utils } = ssh2
const { OPEN_MODE, STATUS_CODE } = utils.sftp

/** What a server reports of its files instead of the truth. */
type Reported = { size?: number }

/** Starts a real SFTP server on a local folder for tests, with one password. */
export async function startSftpServer(folder: string, password: string, reported: Reported = {}) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const parsed = utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  const clients = new Set<Connection>()
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client)
    client.on('authentication', (authContext) => {
      const isRight = authContext.method === 'password' && authContext.password === password
      if (isRight) authContext.accept()
      else authContext.reject(['password'])
    })
    client.on('error', () => {})
    client.on('close', () => clients.delete(client))
    const site = { root: folder, reported }
    client.on('ready', () =>
      client.on('session', (accept) => accept().on('sftp', (open) => serve(open(), site))),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const client of clients) client.end()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { port, hostKey: fingerprintOf(parsed.getPublicSSH()), close }
}

type Site = { root: string; reported: Reported }
type Opened = { fd?: number; names?: string[]; path: string }

/** Shared by both halves of the server: handles, paths, and errors as SFTP status codes. */
function kitOf(sftp: SFTPWrapper, { root, reported }: Site) {
  const open = new Map<number, Opened>()
  let last = 0
  const handleOf = (entry: Opened) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++last)
    open.set(last, entry)
    return handle
  }
  const attempt = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
    }
  }
  return {
    handleOf,
    attempt,
    entryOf: (handle: Buffer) => open.get(handle.readUInt32BE(0)),
    real: (path: string) => join(root, normalize(`/${path}`)),
    done: (id: number) => sftp.status(id, STATUS_CODE.OK),
    attrsOf: (path: string) => ({ ...attrsOf(path), ...reported }),
  }
}

function attrsOf(path: string) {
  const { mode, size, uid, gid, atimeMs, mtimeMs } = statSync(path)
  const [atime, mtime] = [Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000)]
  return { mode, size, uid, gid, atime, mtime }
}

function serve(sftp: SFTPWrapper, site: Site): void {
  const kit = kitOf(sftp, site)
  serveFiles(sftp, kit)
  serveFolders(sftp, kit)
}

type Kit = ReturnType<typeof kitOf>

function serveFiles(sftp: SFTPWrapper, { handleOf, attempt, entryOf, real, done }: Kit): void {
  sftp.on('OPEN', (id, path, flags) =>
    attempt(id, () => {
      const isWrite = (flags & OPEN_MODE.WRITE) !== 0
      const how = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC
      const fd = openSync(real(path), isWrite ? how : constants.O_RDONLY)
      sftp.handle(id, handleOf({ fd, path: real(path) }))
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    attempt(id, () => {
      const data = Buffer.alloc(length)
      const read = readSync(entryOf(handle)?.fd ?? -1, data, 0, length, offset)
      if (read === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, data.subarray(0, read))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    attempt(id, () => {
      writeSync(entryOf(handle)?.fd ?? -1, data, 0, data.length, offset)
      done(id)
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    attempt(id, () => {
      const { fd } = entryOf(handle) ?? {}
      if (fd !== undefined) closeSync(fd)
      done(id)
    }),
  )
}

function serveFolders(sftp: SFTPWrapper, kit: Kit): void {
  const { handleOf, attempt, entryOf, real, done, attrsOf: attrs } = kit
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      sftp.handle(id, handleOf({ names: readdirSync(real(path)), path: real(path) }))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    attempt(id, () => {
      const entry = entryOf(handle)
      const names = entry?.names?.splice(0) ?? []
      if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
      const path = entry?.path ?? ''
      const listed = names.map((filename) => {
        return { filename, longname: filename, attrs: attrs(join(path, filename)) }
      })
      return sftp.name(id, listed)
    }),
  )
  const stat = (id: number, path: string) => attempt(id, () => sftp.attrs(id, attrs(real(path))))
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('FSTAT', (id, handle) =>
    attempt(id, () => sftp.attrs(id, attrs(entryOf(handle)?.path ?? ''))),
  )
  sftp.on('FSETSTAT', done)
  sftp.on('SETSTAT', done)
  sftp.on('RENAME', (id, from, to) =>
    attempt(id, () => {
      renameSync(real(from), real(to))
      done(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    attempt(id, () => {
      unlinkSync(real(path))
      done(id)
    }),
  )
  sftp.on('MKDIR', (id, path) =>
    attempt(id, () => {
      mkdirSync(real(path))
      done(id)
    }),
  )
}
