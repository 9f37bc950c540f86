import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Database } from './db.ts'
import { projectVersion } from '../runtime/config.ts'
import { migrate } from './migrate.ts'
import { migrationNames, olderMayWrite, readMigration } from './migrations.ts'

let database: Database
let folder: string

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'prizm-migrations-'))
  for (const name of migrationNames()) write(name, '')
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.pool.query('drop table if exists tried')
  await database.pool.query(`delete from migrations where name like '2999%'`)
})

test('applies each file once, in the order of the names', async () => {
  write('29990101_000002_second.sql', `insert into tried values ('second')`)
  write('29990101_000001_first.sql', 'create table tried (name text)')
  write('notes.txt', 'not a migration')
  expect(await migrate(database.pool, folder)).toEqual([
    '29990101_000001_first.sql',
    '29990101_000002_second.sql',
  ])
  expect(await migrate(database.pool, folder)).toEqual([])
  expect((await database.pool.query('select name from tried')).rows).toEqual([{ name: 'second' }])
})

test('applies a file that was added after later ones were applied', async () => {
  write('29990101_000002_second.sql', 'create table tried (name text)')
  await migrate(database.pool, folder)
  write('29990101_000001_first.sql', 'create table tried_too (name text)')
  expect(await migrate(database.pool, folder)).toEqual(['29990101_000001_first.sql'])
  await database.pool.query('drop table tried_too')
})

test('files named by timestamp sort after numbered ones', () => {
  write('29990101_000001_first.sql', '')
  const names = migrationNames(folder)
  expect([names[0], names.at(-1)]).toEqual(['0001_first.sql', '29990101_000001_first.sql'])
  const applied = database.pool.query<{ name: string }>(
    `select name from migrations order by name collate "C"`,
  )
  return expect(applied.then(({ rows }) => rows.map(({ name }) => name))).resolves.toEqual(
    migrationNames(),
  )
})

test('rejects a SQL file with an invalid name instead of skipping it', async () => {
  write('add_notes.sql', 'create table tried (name text)')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'add_notes.sql is not named as migrations are: npm run db:generate names it',
  )
})

test('continues from the migrations that an earlier build recorded', async () => {
  const recorded = () =>
    database.pool.query(
      `select *, xmin::text as version_of_row from migrations where name like '0%' order by name`,
    )
  const before = (await recorded()).rows
  write('29990101_000001_first.sql', 'create table tried (name text)')
  // Reapplying any of them would fail, because its tables exist.
  for (const name of migrationNames()) write(name, readMigration(name))
  expect(await migrate(database.pool, folder)).toEqual(['29990101_000001_first.sql'])
  expect((await recorded()).rows).toEqual(before)
  expect(before.length).toBeGreaterThan(100)
})

test('of nodes starting at once, one migrates and the others find nothing to do', async () => {
  write('29990101_000001_first.sql', 'create table tried (name text)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
  expect(applied.flat()).toEqual(['29990101_000001_first.sql'])
})

test('a failed migration is rolled back and named in the error', async () => {
  write('29990101_000001_first.sql', 'create table tried (name text); select no_such_thing()')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'Migration 29990101_000001_first.sql failed',
  )
  const found = await database.pool.query(`select to_regclass('tried') as tried`)
  expect(found.rows).toEqual([{ tried: null }])
  write('29990101_000001_first.sql', 'create table tried (name text)')
  expect(await migrate(database.pool, folder)).toEqual(['29990101_000001_first.sql'])
})

describe('a build that is older than the schema', () => {
  const applied = () =>
    database.pool.query<{ name: string; version: string; older_may_write: boolean }>(
      `select name, program_version as version, older_may_write from migrations
       where name like '2999%' order by name`,
    )

  test('does not start, and the error names both versions', async () => {
    await database.pool.query(
      `insert into migrations (name, program_version)
       values ('29990101_000001_first.sql', '8.1.0'),
              ('29990101_000002_second.sql', '8.2.0')`,
    )
    const last = migrationNames().at(-1)
    await expect(migrate(database.pool)).rejects.toThrow(
      'The database is newer than this program: version 8.2.0 has changed it ' +
        `(29990101_000002_second.sql and 1 more). This is version ${projectVersion}, ` +
        `which knows the changes up to ${last}. ` +
        'Start that version or a newer one',
    )
  })

  test('records whether the previous version may keep writing', async () => {
    write('29990101_000001_first.sql', '-- Nodes of the version before may go on.\nselect 1')
    write('29990101_000002_second.sql', '-- Nodes of the version before stop writing.\nselect 1')
    write('29990101_000003_third.sql', 'select 1')
    await migrate(database.pool, folder)
    expect((await applied()).rows).toEqual([
      { name: '29990101_000001_first.sql', version: projectVersion, older_may_write: true },
      { name: '29990101_000002_second.sql', version: projectVersion, older_may_write: false },
      { name: '29990101_000003_third.sql', version: projectVersion, older_may_write: false },
    ])
  })

  test('every migration from 0155 on declares whether older nodes may keep writing', () => {
    const later = migrationNames().filter((name) => name >= '0155')
    const silent = later.filter((name) => olderMayWrite(readMigration(name)) === undefined)
    expect(silent).toEqual([])
  })
})
