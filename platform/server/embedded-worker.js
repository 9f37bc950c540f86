// The embedded database in a thread of its own, so that a long query does not stop the server.
// Plain JavaScript: worker threads are not transpiled in development and tests.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const folder = workerData.folder
if (folder) mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
if (folder && !existsSync(join(folder, 'PG_VERSION'))) await makeFolder()
const database = await PGlite.create(folder ? { dataDir: folder } : await prepared())

// One message at a time; closing waits behind the last query, or the thread would hang.
let queue = Promise.resolve()
parentPort.on('message', (message) => {
  queue = queue.then(() => (message.kind === 'close' ? close() : answer(message)))
})
parentPort.postMessage({ kind: 'ready' })

/** A new database, unpacked beside its place: who is stopped meanwhile leaves no half of one. */
async function makeFolder() {
  const half = `${folder}.unpacking`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  const unpacked = await PGlite.create({ dataDir: half, ...(await prepared()) })
  await unpacked.close()
  renameSync(half, folder)
}

async function prepared() {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return { loadDataDir: await dataDir() }
}

async function answer({ id, bytes }) {
  const parts = []
  try {
    await database.execProtocolRawStream(bytes, { onRawData: (data) => parts.push(data.slice()) })
    const all = parts.length === 1 ? parts[0] : new Uint8Array(Buffer.concat(parts))
    parentPort.postMessage({ kind: 'answer', id, bytes: all }, [all.buffer])
  } catch (error) {
    parentPort.postMessage({ kind: 'answer', id, error: String(error?.message ?? error) })
  }
}

async function close() {
  await database.close()
  parentPort.postMessage({ kind: 'closed' })
  parentPort.close()
}
