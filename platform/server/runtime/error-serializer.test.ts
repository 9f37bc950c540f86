import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import { type Database, rows } from '../database/db.ts'
import { describeError } from './error-serializer.ts'
import { createLog } from './log.ts'

const canary = 'canary-4711'
let database: Database

beforeAll(async () => {
  database = await testDatabase()
})

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error('It did not fail'),
    (error: unknown) => error as Error,
  )
}

/** The log lines of an error, for every way of passing it to the log. */
function logged(error: Error): string {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  log.error({ err: error }, 'failed')
  log.warn({ err: error })
  log.error(error)
  log.error({ err: error, statusCode: 500 }, error.message)
  log.child({ job: 'one' }).error({ error }, 'failed')
  return lines.join('')
}

const inserting = {
  name: 'test_insert_setting',
  text: `insert into settings (name, value) values ($1, $2::text::jsonb)`,
}
const casting = { name: '', text: 'select $1::text::int' }

test.each([
  ['a named statement', 'test_insert_setting', inserting, ['x', canary]],
  ['a statement without a name', 'select', casting, [canary]],
])(
  'the log has the name and error code of %s, and no value',
  async (_, name, statement, values) => {
    const error = await failureOf(rows(database.db, statement, values))
    const text = logged(error)
    expect(text).toContain(`"code":"22P02","statement":"${name}`)
    expect(text).not.toContain(canary)
    expect(describeError(error)).not.toContain(canary)
  },
)

test('logs the constraint of a unique violation, without values', async () => {
  const form = sql`insert into settings (name, value)
    values (${canary}, '1'::jsonb), (${canary}, '2'::jsonb)`
  const error = await failureOf(database.db.execute(form))
  expect(error.message).toContain(canary)
  const text = logged(error)
  expect(text).toContain('"code":"23505","statement":"insert into settings","constraint":')
  expect(text).not.toContain(canary)
  expect(describeError(error)).toMatch(/^Database error, 23505, statement insert into settings, /)
})

test('logs the message, causes and stack frames of any other error', () => {
  const text = logged(new TypeError('No such thing', { cause: new Error('Because') }))
  expect(text).toContain('"type":"TypeError","message":"No such thing: Because"')
  expect(text).toContain('error-serializer.test.ts')
  expect(describeError(new Error('Plain'))).toBe('Plain')
})
