import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnProgram, startOwnProgram } from '#app/tests/clients/server-process.ts'
import { migrationNames } from '#platform/server/database/migrations.ts'
import { projectRoot, projectVersion } from '#platform/server/runtime/config.ts'
import { type Manifest, unpackBackupFile, writeBackupFile } from './backup-file.ts'
import { restoreBackup } from './restore.ts'

// One program on one embedded database is backed up, stopped, restored and started again. The
// commands run as processes, as operators run them.

const made = mkdtempSync(join(tmpdir(), 'prizm-backup-'))
const data = join(made, 'data')
const database = join(data, 'database')
const good = join(made, 'good.tar.gz')
let program: OwnProgram
let session: string

beforeAll(async () => {
  program = await startOwnProgram(data)
  session = await program.signUp('admin')
})
afterAll(async () => {
  await program.stop()
  rmSync(made, { recursive: true, force: true })
})

const { DATABASE_URL: _, ...inherited } = process.env
const env = { ...inherited, DATA_DIR: data, INIT_CWD: made }
const args = (name: string, ...rest: string[]) => ['scripts/operate.mjs', name, ...rest]

/** Runs `npm run backup` or `npm run restore` without npm. */
async function operate(name: 'backup' | 'restore', ...rest: string[]) {
  const child = spawn(process.execPath, args(name, ...rest), { cwd: projectRoot, env })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number]
  return { status, ...output }
}

function addCustomer(customerCode: string) {
  const form = { customerCode, name: customerCode, email: `${customerCode}@shop.example` }
  return program.create('/api/customers', form, session)
}

async function customerCodes(): Promise<string[]> {
  const answer = await fetch(`${program.url}/api/customers`, { headers: { cookie: session } })
  expect(answer.status).toBe(200)
  const customers = (await answer.json()) as { customerCode: string }[]
  return customers.map(({ customerCode }) => customerCode).toSorted()
}

const leftInData = () => readdirSync(data).filter((name) => /\.restor(ing|ed)|^copy-of-/.test(name))

test('a backup of a running program has what was saved before, and nobody is refused', async () => {
  await addCustomer('BEFORE')
  const backup = operate('backup', 'good.tar.gz')
  const saved: string[] = []
  const writing = (async () => {
    for (let next = 1; !existsSync(good); next++) {
      await addCustomer(`DURING-${next}`)
      saved.push(`DURING-${next}`)
    }
  })()
  const { status, stdout, stderr } = await backup
  await writing
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^Wrote \d+ files with \d+ MB of version \S+ to \S+good\.tar\.gz\.\n/)
  expect(saved.length).toBeGreaterThan(0)
  expect(statSync(good).mode & 0o777).toBe(0o600)
  expect(leftInData()).toEqual([])
  await addCustomer('AFTER')
})

test('tar lists the files of a backup, and its manifest has the version', () => {
  const listed = spawnSync('tar', ['-tzf', good], { encoding: 'utf8' })
  expect(listed.stdout).toContain('database/global/pg_control\n')
  const shown = spawnSync('tar', ['-xzOf', good, 'manifest.json'], { encoding: 'utf8' })
  const manifest = JSON.parse(shown.stdout) as Manifest
  expect(manifest).toMatchObject({ format: 1, program: projectVersion })
  expect(manifest.migrations.map(({ name }) => name)).toEqual(migrationNames())
})

test('a backup replaces no file', async () => {
  const { status, stderr } = await operate('backup', 'good.tar.gz')
  const line = `${good} exists already: remove it, or name another file\n`
  expect({ status, stderr }).toEqual({ status: 1, stderr: line })
})

test('a restore refuses a running program and changes nothing', async () => {
  const { status, stderr } = await operate('restore', good)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^DATA_DIR is in use by process \d+ on /)
  expect(await customerCodes()).toContain('AFTER')
})

test('a restored database is the one of the backup, and the old one is put aside', async () => {
  const before = await customerCodes()
  await program.stop()
  const { status, stdout, stderr } = await operate('restore', good)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/\n(\d+) of \1 data rules hold\.\n/)
  const aside = /The database before is in (\S+)\. Start/.exec(stdout)?.[1] ?? ''
  expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true)
  await program.start()
  const after = await customerCodes()
  expect(after).toContain('BEFORE')
  expect(after).not.toContain('AFTER')
  expect(after.filter((code) => !before.includes(code))).toEqual([])
  await program.stop()
  rmSync(database, { recursive: true })
  renameSync(aside, database)
  await program.start()
  expect(await customerCodes()).toEqual(before)
})

test('a backup of a stopped program is restored into an empty folder', async () => {
  const codes = await customerCodes()
  await program.stop()
  expect(await operate('backup', 'stopped.tar.gz')).toMatchObject({ status: 0 })
  renameSync(database, join(made, 'moved'))
  const { stdout } = await operate('restore', 'stopped.tar.gz')
  expect(stdout).toMatch(/data rules hold\.\nStart the program\.\n$/)
  await program.start()
  expect(await customerCodes()).toEqual(codes)
})

/** A new file that is a backup, changed by `change`. */
function changed(name: string, change: (file: string) => void): string {
  const file = join(made, name)
  copyFileSync(good, file)
  change(file)
  return file
}

/** Changes a byte of the unpacked archive, so that only the checksum of a file differs. */
function changeContent(file: string): void {
  const bytes = gunzipSync(readFileSync(file))
  const at = bytes.indexOf('database/PG_VERSION') + 512
  bytes.write('19', at)
  writeFileSync(file, gzipSync(bytes, { level: 1 }))
}

const damages: [string, (file: string) => void, RegExp][] = [
  ['cut off', (file) => truncateSync(file, statSync(file).size - 1000), /unexpected end of file/],
  [
    'changed in the middle',
    (file) => {
      const bytes = readFileSync(file)
      const middle = Math.floor(bytes.length / 2)
      bytes.fill(0xa5, middle, middle + 64)
      writeFileSync(file, bytes)
    },
    /is damaged, or no backup of this program: /,
  ],
  ['packed with another content', changeContent, /the checksum of PG_VERSION differs/],
  ['a text', (file) => writeFileSync(file, 'hello'), /incorrect header check/],
  [
    'another archive',
    (file) => writeFileSync(file, gzipSync('x'.repeat(2000))),
    /header is damaged/,
  ],
]

test.each(damages)('a backup that is %s is refused', async (name, change, reason) => {
  const file = changed(`${name}.tar.gz`, change)
  const empty = join(made, `into ${name}`, 'database')
  await expect(restoreBackup(empty, file, new Date())).rejects.toThrow(reason)
  expect(readdirSync(join(made, `into ${name}`))).toEqual([])
})

test('a backup with newer tables, or of a newer form, is refused', async () => {
  const folder = join(made, 'newer')
  const {
    files: _files,
    folders: _folders,
    ...facts
  } = await unpackBackupFile(good, folder, () => {})
  const file = join(made, 'newer.tar.gz')
  const newer = { name: '29990101_000000_from_the_future.sql', version: '99.0.0' }
  await writeBackupFile(folder, file, { ...facts, migrations: [...facts.migrations, newer] })
  const into = join(made, 'into newer', 'database')
  await expect(restoreBackup(into, file, new Date())).rejects.toThrow(
    'version 99.0.0 has changed it (29990101_000000_from_the_future.sql)',
  )
  const other = changed('format.tar.gz', (each) => {
    const bytes = gunzipSync(readFileSync(each))
    bytes.write('"format":2', bytes.indexOf('"format":1'))
    writeFileSync(each, gzipSync(bytes, { level: 1 }))
  })
  await expect(restoreBackup(into, other, new Date())).rejects.toThrow(
    `was written by version ${projectVersion}, whose backups this program cannot read`,
  )
  expect(existsSync(into)).toBe(false)
})

/** Runs a command and kills it as soon as a file or folder exists. */
async function killWhen(path: string, name: 'backup' | 'restore', file: string): Promise<void> {
  const operating = join(projectRoot, 'db', `${name}.ts`)
  const node = ['--import', 'tsx', operating, file]
  const child = spawn(process.execPath, node, { cwd: projectRoot, env, stdio: 'ignore' })
  const ended = once(child, 'close')
  const watching = setInterval(() => {
    if (existsSync(path)) child.kill('SIGKILL')
  }, 1)
  const [, signal] = (await ended) as [number, string]
  clearInterval(watching)
  expect(signal).toBe('SIGKILL')
}

test('a backup that is killed leaves no file, and the next one removes what it left', async () => {
  const file = join(made, 'killed.tar.gz')
  await killWhen(`${file}.part`, 'backup', file)
  expect(existsSync(file)).toBe(false)
  expect(await operate('backup', file)).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(`${file}.part`)).toBe(false)
})

test('a restore that is killed leaves the old database', async () => {
  const codes = await customerCodes()
  await program.stop()
  await killWhen(`${database}.restoring/base`, 'restore', good)
  expect(existsSync(`${database}.restoring`)).toBe(true)
  await program.start()
  expect(await customerCodes()).toEqual(codes)
  expect(leftInData()).toEqual([])
})

test('a restore killed between its two renames is completed by the next start', async () => {
  await program.stop()
  // The state between the two: the old database is put aside, the checked one has its last name.
  await unpackBackupFile(good, `${database}.restored`, () => {})
  renameSync(database, `${database}-aside`)
  await program.start()
  const codes = await customerCodes()
  expect(codes).toContain('BEFORE')
  expect(codes).not.toContain('AFTER')
})

test('on PostgreSQL both commands name the page that has the right ones', () => {
  const settings = { ...env, DATABASE_URL: 'postgres://prizm@127.0.0.1:1/prizm' }
  for (const name of ['backup', 'restore']) {
    const { status, stderr } = spawnSync(process.execPath, args(name, 'x.tar.gz'), {
      cwd: projectRoot,
      encoding: 'utf8',
      env: settings,
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/DATABASE_URL is set.* with pg_(dump|restore): docs\/operations\.md/)
  }
})
