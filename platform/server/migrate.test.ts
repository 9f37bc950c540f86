import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Database } from './db.ts'
import { migrate } from './migrate.ts'

let database: Database
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'prizm-migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.pool.query('drop table if exists tried')
  await database.pool.query(`delete from migrations where name like '9%'`)
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('files are applied once, in the order of their numbers', async () => {
  write('9002_second.sql', `insert into tried values ('second')`)
  write('9001_first.sql', 'create table tried (name text)')
  write('notes.txt', 'not a migration')
  expect(await migrate(database.pool, folder)).toEqual(['9001_first.sql', '9002_second.sql'])
  expect(await migrate(database.pool, folder)).toEqual([])
  expect((await database.pool.query('select name from tried')).rows).toEqual([{ name: 'second' }])
})

test('of two nodes starting at once one migrates and the other finds nothing to do', async () => {
  write('9001_first.sql', 'create table tried (name text)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, folder)))
  expect(applied.flat()).toEqual(['9001_first.sql'])
})

test('a file that fails leaves nothing behind and is named', async () => {
  write('9001_first.sql', 'create table tried (name text); select no_such_thing()')
  await expect(migrate(database.pool, folder)).rejects.toThrow('Migration 9001_first.sql failed')
  const found = await database.pool.query(`select to_regclass('tried') as tried`)
  expect(found.rows).toEqual([{ tried: null }])
  write('9001_first.sql', 'create table tried (name text)')
  expect(await migrate(database.pool, folder)).toEqual(['9001_first.sql'])
})
