import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { syncPath } from '#platform/server/embedded/restored-folder.ts'
import { blockSize, endOfArchive, headerOf, paddingOf, readHeader } from './tar.ts'

// The file of a backup: a gzipped tar archive. Its first entry, manifest.json, has the version of
// the program, the migrations of the database, and the size and the SHA-256 of each file.

/** Increases when an older program cannot read the files of a newer one. */
const currentFormat = 1
const manifestName = 'manifest.json'
const mostManifestBytes = 10_000_000

const migration = z.object({ name: z.string(), version: z.nullable(z.string()) })
const dataFile = z.object({
  path: z.string().check(z.regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/)),
  size: z.number(),
  sha256: z.string(),
})
const manifestSchema = z.object({
  format: z.number(),
  /** The version of the program that wrote the backup. */
  program: z.string(),
  createdAt: z.string(),
  migrations: z.array(migration),
  folders: z.array(z.string().check(z.regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/))),
  files: z.array(dataFile),
})

export type Manifest = z.infer<typeof manifestSchema>
type DataFile = z.infer<typeof dataFile>

/** What a manifest says beside its list of files. */
export type BackupFacts = Pick<Manifest, 'program' | 'createdAt' | 'migrations'>

/**
 * Writes the closed database in `folder` to `file`, which appears whole or not at all. Returns the
 * manifest.
 */
export async function writeBackupFile(
  folder: string,
  file: string,
  facts: BackupFacts,
): Promise<Manifest> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const paths = (isWanted: (entry: (typeof entries)[number]) => boolean) =>
    entries
      .filter(isWanted)
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
  const files: DataFile[] = []
  for (const path of paths((entry) => entry.isFile())) {
    files.push({ path, ...(await digestOf(join(folder, path))) })
  }
  const folders = paths((entry) => entry.isDirectory())
  const manifest = { format: currentFormat, ...facts, folders, files }
  const part = `${file}.part`
  rmSync(part, { force: true })
  try {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    const bytes = Readable.from(archiveOf(folder, manifest))
    await pipeline(bytes, gzip, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    syncPath(part)
    renameSync(part, file)
    syncPath(dirname(file))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  return manifest
}

async function digestOf(path: string): Promise<Omit<DataFile, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

async function* archiveOf(folder: string, manifest: Manifest): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(manifest))
  yield headerOf({ name: manifestName, size: text.length, isFolder: false })
  yield text
  yield paddingOf(text.length)
  for (const name of ['database', ...manifest.folders.map((path) => `database/${path}`)]) {
    yield headerOf({ name, size: 0, isFolder: true })
  }
  for (const { path, size } of manifest.files) {
    yield headerOf({ name: `database/${path}`, size, isFolder: false })
    yield* createReadStream(join(folder, path)) as AsyncIterable<Buffer>
    yield paddingOf(size)
  }
  yield endOfArchive
}

/**
 * Unpacks a backup into a new folder, after `accept` has seen its manifest, and compares each file
 * with its checksum. Throws a sentence that names the file if it is damaged, incomplete, no backup,
 * or of a format that this program does not know.
 */
export async function unpackBackupFile(
  file: string,
  folder: string,
  accept: (manifest: Manifest) => void,
): Promise<Manifest> {
  statSync(file)
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.once('error', (error) => unzipped.destroy(error))
  const reader = new ByteReader(unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
  try {
    const manifest = await readManifest(reader)
    if (manifest.format > currentFormat) {
      throw new OtherFormat(
        `${file} was written by version ${manifest.program}, whose backups this program cannot ` +
          'read: use that version or a newer one',
      )
    }
    accept(manifest)
    await unpackEntries(reader, folder, manifest)
    return manifest
  } catch (error) {
    throw isOfReading(error) ? damaged(file, error) : error
  } finally {
    source.destroy()
    unzipped.destroy()
  }
}

/** The content of a backup is not what its manifest says. */
class DamagedBackup extends Error {}
class OtherFormat extends Error {}

function isOfReading(error: unknown): error is Error {
  if (error instanceof DamagedBackup) return true
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && code.startsWith('Z_')
}

function damaged(file: string, { message }: Error): Error {
  return new Error(`${file} is damaged, or no backup of this program: ${message}`)
}

async function readManifest(reader: ByteReader): Promise<Manifest> {
  const entry = await nextEntry(reader)
  if (entry?.name !== manifestName || entry.size > mostManifestBytes) {
    throw new DamagedBackup('it has no manifest')
  }
  const text = await reader.read(entry.size)
  await reader.read(paddingOf(entry.size).length)
  const parsed = manifestSchema.safeParse(jsonOf(text))
  if (!parsed.success) throw new DamagedBackup('its manifest cannot be read')
  return parsed.data
}

function jsonOf(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

async function nextEntry(reader: ByteReader) {
  try {
    return readHeader(await reader.read(blockSize))
  } catch (error) {
    throw isOfReading(error) ? error : new DamagedBackup((error as Error).message)
  }
}

async function unpackEntries(reader: ByteReader, folder: string, manifest: Manifest) {
  mkdirSync(folder, { mode: 0o700 })
  for (const path of manifest.folders) mkdirSync(join(folder, path), { mode: 0o700 })
  const missing = new Map(manifest.files.map((each) => [`database/${each.path}`, each]))
  for (;;) {
    const entry = await nextEntry(reader)
    if (!entry) break
    if (entry.isFolder) continue
    const expected = missing.get(entry.name)
    if (!expected || expected.size !== entry.size) {
      throw new DamagedBackup(`${entry.name} is not what the manifest says`)
    }
    await unpackFile(reader, join(folder, expected.path), expected)
    missing.delete(entry.name)
  }
  const [first] = missing.keys()
  if (first) throw new DamagedBackup(`${first} is missing`)
  // The check of the whole archive is behind its end.
  await reader.end()
}

async function unpackFile(reader: ByteReader, path: string, { size, sha256 }: DataFile) {
  const hash = createHash('sha256')
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let left = size; left > 0;) {
      const chunk = await reader.readSome(left)
      hash.update(chunk)
      writeSync(file, chunk)
      left -= chunk.length
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  await reader.read(paddingOf(size).length)
  if (hash.digest('hex') !== sha256) {
    throw new DamagedBackup(`the checksum of ${relative(dirname(path), path)} differs`)
  }
}

/** Reads given numbers of bytes from a stream of chunks. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  /** At least one byte and at most `most`. Throws at the end of the stream. */
  async readSome(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done) throw new DamagedBackup('it is incomplete')
      this.#rest = Buffer.from(value)
    }
    const some = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(some.length)
    return some
  }

  /** Exactly `count` bytes. Throws if the stream has fewer. */
  async read(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; left -= parts.at(-1)?.length ?? 0) {
      parts.push(await this.readSome(left))
    }
    return Buffer.concat(parts)
  }

  /** Reads what is left. */
  async end(): Promise<void> {
    for (;;) {
      const { done } = await this.#chunks.next()
      if (done) return
    }
  }
}
