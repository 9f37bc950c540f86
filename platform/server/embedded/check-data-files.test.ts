import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closedAt, faultsBeforeOpening } from './check-control-file.ts'
import { projectRoot } from '../runtime/config.ts'
import { faultsOfFiles } from './check-data-files.ts'
import { openDatabase } from '../database/db.ts'

// Each test damages a copy of a real data folder in a different way and opens it.

const page = 8192
const made = mkdtempSync(join(tmpdir(), 'prizm-damage-'))
const healthy = join(made, 'healthy')
let here: string
let folder: string
/** The files of a table and its indexes, and of a catalog table. */
let files: Record<'bins' | 'bins_pkey' | 'pg_class' | 'bins_by_zone', string>

const open = (path: string) => openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 }, path)

beforeAll(async () => {
  const { pool, close } = await open(healthy)
  await pool.query(`create table bins (id integer primary key, zone text not null, filler text);
    insert into bins select n, 'Zone ' || n % 3, md5(n::text) from generate_series(1, 5000) n;
    create index bins_by_zone on bins (zone)`)
  const names = ['bins', 'bins_pkey', 'pg_class', 'bins_by_zone']
  const found = await pool.query<{ name: string; path: string }>(
    'select name, pg_relation_filepath(name::regclass) as path from unnest($1::text[]) as name',
    [names],
  )
  files = Object.fromEntries(found.rows.map(({ name, path }) => [name, path])) as typeof files
  await close()
})
beforeEach(() => {
  here = mkdtempSync(join(made, 'copy-'))
  folder = join(here, 'database')
  cpSync(healthy, folder, { recursive: true })
})
afterEach(() => rmSync(here, { recursive: true }))
afterAll(() => rmSync(made, { recursive: true }))

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(join(folder, path), 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}
const wipe = (path: string, pageNumber: number) =>
  overwrite(path, pageNumber * page, Buffer.alloc(page))
const spoil = (path: string, at: number) => overwrite(path, at, Buffer.alloc(64, 0xa5))

const reasonOf = async () => {
  const opened = await open(folder).catch((error: Error) => error)
  if (opened instanceof Error) return opened.message
  await opened.close()
  return 'opened'
}

const noBackUp = () =>
  'There is no good backup beside it. With a file that npm run backup wrote, ' +
  'run npm run restore -- FILE. For details see docs/operations.md'

test('opens a healthy database, also after the program was killed', async () => {
  expect(await reasonOf()).toBe('opened')
  const { pool, close } = await open(folder)
  await pool.query(`insert into bins select n, 'Late', '' from generate_series(5001, 6000) n`)
  const killed = join(here, 'killed')
  cpSync(folder, killed, { recursive: true })
  await close()
  folder = killed
  const again = await open(killed)
  const { rows } = await again.pool.query(`select count(*) as count from bins`)
  expect(rows).toEqual([{ count: 6000 }])
  await again.close()
})

const ways: [string, () => void, () => string][] = [
  [
    'a wiped first page of a table',
    () => wipe(files.bins, 0),
    () => 'page 0 of bins is lost, but bins_pkey refers to it',
  ],
  [
    'a spoiled page of a table',
    () => spoil(files.bins, 3 * page + 4000),
    () => `page 3 of bins (${files.bins}) is corrupt`,
  ],
  [
    'a wiped first page of an index',
    () => wipe(files.bins_pkey, 0),
    () => `page 0 of bins_pkey (${files.bins_pkey}) is blank`,
  ],
  [
    'a wiped leaf of an index',
    () => wipe(files.bins_pkey, 2),
    () => `page 2 of bins_pkey (${files.bins_pkey}) is lost`,
  ],
  [
    'a table cut off in a page',
    () => truncateSync(join(folder, files.bins), 5 * page + 100),
    () => `the file of bins (${files.bins}) is truncated`,
  ],
  [
    'a table cut off between pages',
    () => truncateSync(join(folder, files.bins), 5 * page),
    () => 'page 5 of bins is lost, but bins_pkey refers to it',
  ],
  [
    'an index cut off between pages',
    () => truncateSync(join(folder, files.bins_pkey), 4 * page),
    () => `page 4 of bins_pkey (${files.bins_pkey}) is lost`,
  ],
  [
    'a table without its file',
    () => rmSync(join(folder, files.bins)),
    () => `the file of bins (${files.bins}) is missing`,
  ],
  [
    'a spoiled page of the catalog',
    () => spoil(files.pg_class, 4000),
    () => `page 0 of ${files.pg_class} is corrupt`,
  ],
  [
    'a spoiled control file',
    () => overwrite('global/pg_control', 40, Buffer.alloc(8, 0xa5)),
    () => 'global/pg_control cannot be read',
  ],
  [
    'a control file of garbage',
    () => overwrite('global/pg_control', 0, Buffer.alloc(page, 0xa5)),
    () => 'global/pg_control cannot be read',
  ],
  [
    'no control file',
    () => rmSync(join(folder, 'global/pg_control')),
    () => 'global/pg_control is missing',
  ],
  [
    'no log of changes',
    () => {
      const log = join(folder, 'pg_wal')
      for (const name of readdirSync(log)) rmSync(join(log, name), { recursive: true })
    },
    () => 'pg_wal/000000010000000000000001 is missing',
  ],
  [
    'a wiped log of changes',
    () => overwrite('pg_wal/000000010000000000000001', 0, Buffer.alloc(16 * 1024 * 1024)),
    () => 'it cannot be opened (Aborted())',
  ],
  ['no PG_VERSION', () => rmSync(join(folder, 'PG_VERSION')), () => 'PG_VERSION is missing'],
]

test.each(ways)(
  'with %s the start fails with a message that names the damage',
  async (_, damage, what) => {
    damage()
    const message = `DATA_DIR has a damaged database: ${folder}: ${what()}. ${noBackUp()}`
    expect(await reasonOf()).toBe(message)
  },
)

test('the program prints that line and exits with status 1', () => {
  rmSync(join(folder, 'global/pg_control'))
  const { DATABASE_URL: _, ...inherited } = process.env
  const ended = spawnSync(process.execPath, ['--import', 'tsx', 'app/server.ts'], {
    cwd: projectRoot,
    env: { ...inherited, DATA_DIR: here, PORT: '0' },
    encoding: 'utf8',
  })
  const what = 'global/pg_control is missing'
  const message = `DATA_DIR has a damaged database: ${folder}: ${what}. ${noBackUp()}\n`
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([1, '', message])
})

test('names the newest undamaged backup beside the folder', async () => {
  for (const name of ['database-monday', 'database-tuesday']) {
    cpSync(healthy, join(here, name), { recursive: true })
  }
  const originalFolder = folder
  folder = join(here, 'database-tuesday')
  spoil(files.bins, 2 * page + 4000)
  // A copy of a running program's folder is not a valid backup.
  mkdirSync(join(here, 'database-running'))
  cpSync(healthy, join(here, 'database-running'), { recursive: true })
  folder = join(here, 'database-running')
  overwrite('global/pg_control', 16, Buffer.from([6]))
  folder = originalFolder
  const at = closedAt(join(here, 'database-monday')) as Date
  const day = at.toISOString().slice(0, 16).replace('T', ' ')
  spoil(files.bins, 4000)
  expect(await reasonOf()).toBe(
    `DATA_DIR has a damaged database: ${folder}: page 0 of bins (${files.bins}) is corrupt. ` +
      `The newest good backup beside it is ${join(here, 'database-monday')}, of ` +
      `${day} UTC. Rename ${folder}, put a copy of a backup in its place and start again. ` +
      'For details see docs/operations.md',
  )
})

test('samples a large database: the first page of each file and some others', () => {
  const table = { treeOf: null, isPrimary: false }
  const bins = [{ name: 'bins', path: files.bins, ...table }]
  const count = statSync(join(folder, files.bins)).size / page
  expect(count).toBeGreaterThan(40)
  spoil(files.bins, page + 4000)
  expect(faultsOfFiles(folder, bins, count)).toHaveLength(1)
  expect(faultsOfFiles(folder, bins, count / 2)).toEqual([])
  spoil(files.bins, 4000)
  expect(faultsOfFiles(folder, bins, 1)).toHaveLength(1)
})

test('skips the checks for a folder of another PostgreSQL version', () => {
  overwrite('PG_VERSION', 0, Buffer.from('17'))
  rmSync(join(folder, 'global/pg_control'))
  expect(faultsBeforeOpening(folder)).toEqual([])
  const file = openSync(join(folder, 'PG_VERSION'), 'r')
  const versionBytes = Buffer.alloc(2)
  readSync(file, versionBytes)
  closeSync(file)
  expect(String(versionBytes)).toBe('17')
})
