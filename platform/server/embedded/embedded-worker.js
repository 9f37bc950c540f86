// The embedded database in a thread of its own, so that a long query does not stop the server.
// Plain JavaScript: worker threads are not transpiled in development and tests.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
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
  queue = queue.then(() => {
    if (message.kind === 'copy') return copy(message)
    return message.kind === 'close' ? close() : answer(message)
  })
})
parentPort.postMessage({ kind: 'ready', files: folder ? await dataFiles() : [] })

/** Every table, index and sequence with its file; of a B-tree also the table that it is of. */
async function dataFiles() {
  const { rows } = await database.query(
    `select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as path,
       case when m.amname = 'btree' and i.indisvalid
         then i.indrelid::regclass::text end as "treeOf",
       coalesce(i.indisprimary, false) as "isPrimary"
     from pg_class c
     left join pg_am m on m.oid = c.relam
     left join pg_index i on i.indexrelid = c.oid
     where c.relpersistence = 'p' and pg_relation_filepath(c.oid) is not null
     order by c.oid`,
  )
  return rows
}

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
    // What PostgreSQL refuses is an answer; what is thrown ended the program in the middle of it.
    const isAborted = error instanceof WebAssembly.RuntimeError || error?.name === 'ExitStatus'
    const message = String(error?.message ?? error)
    parentPort.postMessage({ kind: 'answer', id, error: message, isAborted })
  }
}

/**
 * Copies the folder. No statement runs meanwhile, and what is committed is in the files, so the
 * copy is what a program that was killed now would leave: the next open recovers it.
 */
function copy({ id, to }) {
  try {
    mkdirSync(to, { mode: 0o700 })
    cpSync(folder, to, { recursive: true })
    parentPort.postMessage({ kind: 'answer', id, bytes: new Uint8Array() })
  } catch (error) {
    rmSync(to, { recursive: true, force: true })
    parentPort.postMessage({ kind: 'answer', id, error: String(error?.message ?? error) })
  }
}

async function close() {
  await database.close()
  parentPort.postMessage({ kind: 'closed' })
  parentPort.close()
}
