import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import type pg from 'pg'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { readSchema, type Schema } from './read-schema.ts'

// drizzle-kit adds enumerable functions such as `random` to the Array and String prototypes. Code
// that loops over arrays with `for … in` then breaks; the PDF reader fails completely. Make them
// non-enumerable.
for (const prototype of [Array.prototype, String.prototype]) {
  for (const name of Object.keys(prototype)) {
    Object.defineProperty(prototype, name, { enumerable: false })
  }
}

/** The declarations in all `tables.ts` and `…-tables.ts` files. */
export async function tablesInCode(): Promise<Record<string, unknown>> {
  const features = readdirSync(join(projectRoot, 'features'))
  const folders = ['platform/server', ...features.map((room) => `features/${room}/server`)]
  const files = folders.flatMap((folder) => {
    if (!existsSync(join(projectRoot, folder))) return []
    const names = readdirSync(join(projectRoot, folder), { encoding: 'utf8', recursive: true })
    return names
      .filter((name) => /(^|\/)([a-z-]+-)?tables\.ts$/.test(name))
      .map((name) => join(folder, name))
  })
  const modules = await Promise.all(
    files.map(async (file) => {
      const exported: unknown = await import(pathToFileURL(join(projectRoot, file)).href)
      return Object.entries(exported as Record<string, unknown>).map(
        ([name, value]) => [`${file} ${name}`, value] as const,
      )
    }),
  )
  return Object.fromEntries(modules.flat())
}

/**
 * The schema PostgreSQL creates from declared tables, in a new in-memory database. Functions used
 * by indexes and generated columns are created by migrations, so they are copied from a migrated
 * database.
 */
export async function schemaOf(
  declared: Record<string, unknown>,
  migrated: pg.Pool,
): Promise<Schema> {
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(declared))
  const functions = await migrated.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile = 'i' and prokind = 'f'
     order by oid`,
  )
  const { pool, close } = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 })
  try {
    for (const { text } of functions.rows) await pool.query(text)
    for (const statement of statements) await pool.query(statement)
    return await readSchema(pool)
  } finally {
    await close()
  }
}
