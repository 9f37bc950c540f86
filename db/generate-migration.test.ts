import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { check, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { olderMayWrite } from '#platform/server/database/migrations.ts'
import { generateMigration, migrationName } from './generate-migration.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prizm-generate-'))
  write('0001_first.sql', first)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('declaring the tables adds nothing enumerable to arrays and strings', () => {
  expect(Object.keys(Array.prototype)).toEqual([])
  expect(Object.keys(String.prototype)).toEqual([])
})

const first = `create table bins (
  id integer generated always as identity primary key,
  code text not null constraint bin_code_taken unique,
  width numeric(12, 2) not null default 0,
  zone text,
  constraint bin_code_given check (code <> '')
);
create index bins_by_zone on bins (zone);
`
const bin = {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull().unique('bin_code_taken'),
  width: numeric('width', { precision: 12, scale: 2 }).notNull().default('0'),
}
const codeCheck = check('bin_code_given', sql`code <> ''`)
const bins = pgTable('bins', { ...bin, zone: text('zone') }, ({ zone }) => [
  codeCheck,
  index('bins_by_zone').on(zone),
])
const now = new Date('2026-11-27T08:30:00Z')
const generate = (tables: Record<string, unknown>) =>
  generateMigration({ name: 'bins_of_halls', now, folder, tables })

test('writes nothing if the migrations already create the tables', async () => {
  expect(await generate({ bins })).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['0001_first.sql'])
})

test('writes a migration with the table changes to a file named by the time', async () => {
  const halls = pgTable('halls', { id: integer('id').primaryKey(), name: text('name').notNull() })
  const changed = pgTable(
    'bins',
    {
      ...bin,
      width: numeric('width', { precision: 14, scale: 2 }),
      hallId: integer('hall_id')
        .notNull()
        .references(() => halls.id),
    },
    ({ hallId }) => [
      codeCheck,
      index('bins_of_hall')
        .on(hallId)
        .where(sql`width > 0`),
    ],
  )
  expect(await generate({ changed, halls })).toBe('20261127_083000_bins_of_halls.sql')
  expect(read('20261127_083000_bins_of_halls.sql')).toBe(
    `-- Nodes of the version before may go on? Or stop writing? Say which.
drop index bins_by_zone;
-- Rows that are there already have no value for it: give them one.
alter table bins add column hall_id integer not null;
alter table bins alter column width drop default;
alter table bins alter column width type numeric(14,2) using width::numeric(14,2);
alter table bins alter column width drop not null;
-- If it only has another name now: alter table … rename column … to …
alter table bins drop column zone;
create table halls (
  id integer not null,
  name text not null,
  constraint halls_pkey primary key (id)
);
create index bins_of_hall on bins (hall_id) where (width > (0)::numeric);
alter table bins add constraint bins_hall_id_halls_id_fk foreign key (hall_id) references halls(id);
`,
  )
  // The migrations check rejects the file until its author has chosen.
  expect(olderMayWrite(read('20261127_083000_bins_of_halls.sql'))).toBeUndefined()
})

test('a changed check constraint is dropped and created again', async () => {
  const list = sql`zone in ('A', 'B', 'Cold')`
  const changed = pgTable('bins', { ...bin, zone: text('zone') }, ({ zone }) => [
    codeCheck,
    index('bins_by_zone').on(zone),
    check('bin_zone_known', list),
  ])
  write('0002_zones.sql', `alter table bins add constraint bin_zone_known check (zone in ('A'))`)
  const name = await generate({ changed })
  const made = `zone = any (array['A'::text, 'B'::text, 'Cold'::text])`
  expect(
    read(name ?? '')
      .split('\n')
      .slice(1, 3),
  ).toEqual([
    'alter table bins drop constraint bin_zone_known;',
    `alter table bins add constraint bin_zone_known check ((${made}));`,
  ])
})

test('does not overwrite an existing file', async () => {
  write('20261127_083000_bins_of_halls.sql', 'select 1')
  await expect(generate({})).rejects.toThrow('bins_of_halls.sql already exists')
  expect(read('20261127_083000_bins_of_halls.sql')).toBe('select 1')
})

test.each(['', 'Bins', 'of-halls', '../bins'])('%j is no name of a migration', (name) => {
  expect(() => migrationName(name, now)).toThrow('Name the migration by what it does')
})

describe('two branches with a migration each', () => {
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Prizm', '-c', 'user.email=prizm@example.com']
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  }
  const onBranch = (branch: string, seconds: number) => {
    git('checkout', '--quiet', '-b', branch, 'first')
    const name = migrationName(branch, new Date(now.getTime() + seconds * 1000))
    write(name, `alter table bins add column ${branch} text`)
    git('add', '.')
    git('commit', '--quiet', '-m', branch)
    return name
  }

  const columnsOf = async (arrivals: string[][]) => {
    const { pool, close } = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 })
    const here = mkdtempSync(join(tmpdir(), 'prizm-arrival-'))
    try {
      const applied: string[][] = []
      for (const names of arrivals) {
        for (const name of names) cpSync(join(folder, name), join(here, name))
        applied.push(await migrate(pool, here))
      }
      const found = await pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = 'bins' order by column_name`,
      )
      return { applied, columns: found.rows.map(({ name }) => name) }
    } finally {
      rmSync(here, { recursive: true })
      await close()
    }
  }

  test('merge without a conflict, and both apply in either order', async () => {
    git('init', '--quiet')
    git('checkout', '--quiet', '-b', 'first')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    const earlier = onBranch('hall', 0)
    const later = onBranch('aisle', 60)
    git('merge', '--quiet', '--no-edit', 'hall')
    expect(git('status', '--porcelain')).toBe('')
    const base = '0001_first.sql'
    expect(readdirSync(folder).filter((name) => name.endsWith('.sql'))).toEqual([
      base,
      earlier,
      later,
    ])
    const all = ['aisle', 'code', 'hall', 'id', 'width', 'zone']
    expect(await columnsOf([[base, earlier], [later]])).toEqual({
      applied: [[base, earlier], [later]],
      columns: all,
    })
    expect(await columnsOf([[base, later], [earlier]])).toEqual({
      applied: [[base, later], [earlier]],
      columns: all,
    })
    expect(await columnsOf([[later, earlier, base]])).toEqual({
      applied: [[base, earlier, later]],
      columns: all,
    })
  })
})
