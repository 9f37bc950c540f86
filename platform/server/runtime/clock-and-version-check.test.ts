import { EventEmitter, once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ProgramOptions, startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { projectVersion, readConfig } from './config.ts'
import { nodeCheckOf } from './clock-and-version-check.ts'

let prizm: TestApp
let app: FastifyInstance
let started: FastifyInstance[]
let aheadMs: number

beforeEach(async () => {
  prizm = await startTestApp()
  aheadMs = 0
  started = []
  app = await startNode({ LOG_LEVEL: 'silent' })
})
afterEach(async () => {
  for (const each of started) await each.close()
  await prizm.database.pool.query(`delete from migrations where name like '9%'`)
})

/** Starts a node on the test's database, with the test's clock. */
async function startNode(
  env: Record<string, string>,
  options: Pick<ProgramOptions, 'logStream' | 'checkEveryMs'> = {},
): Promise<FastifyInstance> {
  const node = await startProgram({
    config: readConfig({ DEMO_DATA: 'none', ...env }),
    database: prizm.database,
    clock: () => new Date(Date.now() + aheadMs),
    watchesNode: true,
    ...options,
  })
  started.push(node.app)
  return node.app
}

const check = () => nodeCheckOf(prizm.database.db)?.check()
const ready = () => app.inject({ method: 'GET', url: '/readyz' })
const save = (at = app) =>
  at.inject({ method: 'POST', url: '/api/login', payload: { username: 'no', password: 'no' } })
const read = () => app.inject({ method: 'GET', url: '/api/user' })
const health = async () =>
  (await app.inject({ method: 'GET', url: '/api/health' })).json<{
    overall: string
    warnings?: string[]
  }>()

test.each([
  [-86_400_000, '1 day behind'],
  [61_500, '1 minute ahead of'],
])('a node whose clock is %i ms off saves nothing and reports it', async (ms, off) => {
  aheadMs = ms
  await check()
  const message =
    `The clock of this server is ${off} the database’s. ` +
    'Nothing is saved here until it is corrected'
  const refused = await save()
  expect(refused.json()).toMatchObject({ status: 503, code: 'clock-wrong', detail: message })
  expect(refused.headers['retry-after']).toBe('60')
  expect((await ready()).body).toBe(message)
  expect((await ready()).statusCode).toBe(503)
  expect(await health()).toMatchObject({ overall: 'unhealthy', warnings: [message] })
  expect((await read()).statusCode).toBe(401)
  aheadMs = 0
  await check()
  expect((await save()).statusCode).toBe(401)
  expect((await ready()).body).toBe('ok')
  expect((await health()).warnings).toBeUndefined()
})

test('a node that starts with a wrong clock rejects writes from the first request on', async () => {
  aheadMs = -86_400_000
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const node = await startNode({ LOG_LEVEL: 'warn' }, { logStream })
  const message =
    'The clock of this server is 1 day behind the database’s. ' +
    'Nothing is saved here until it is corrected'
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([message])
  expect((await save(node)).json()).toMatchObject({ code: 'clock-wrong', detail: message })
})

test('the timer detects a clock that goes wrong while the node runs', async () => {
  const log = new EventEmitter()
  const write = (line: string) => void log.emit('line', (JSON.parse(line) as { msg: string }).msg)
  const node = await startNode({ LOG_LEVEL: 'warn' }, { logStream: { write }, checkEveryMs: 1 })
  expect((await save(node)).statusCode).toBe(401)
  const logged = once(log, 'line')
  aheadMs = 61_500
  expect(await logged).toEqual([
    'The clock of this server is 1 minute ahead of the database’s. ' +
      'Nothing is saved here until it is corrected',
  ])
  expect((await save(node)).json()).toMatchObject({ status: 503, code: 'clock-wrong' })
  const well = once(log, 'line')
  aheadMs = 0
  expect(await well).toEqual(['this node is healthy again'])
  expect((await save(node)).statusCode).toBe(401)
})

test('a clock that is a few seconds off gives a warning but still allows writes', async () => {
  aheadMs = 12_400
  await check()
  const message = 'The clock of this server is 12 seconds ahead of the database’s'
  await expect.poll(async () => (await health()).overall).toBe('degraded')
  expect((await health()).warnings).toEqual([message])
  expect((await save()).statusCode).toBe(401)
  expect((await ready()).body).toBe('ok')
  aheadMs = 3000
  await check()
  expect((await health()).warnings).toBeUndefined()
})

test('a newer migration decides whether an older node may keep writing', async () => {
  const add = (name: string, mayWrite: boolean) =>
    prizm.database.pool.query(
      `insert into migrations (name, program_version, older_may_write) values ($1, '9.9.0', $2)`,
      [name, mayWrite],
    )
  await add('9001_an_index.sql', true)
  await check()
  expect((await save()).statusCode).toBe(401)
  await add('9002_other_books.sql', false)
  await check()
  const message =
    'The database was changed by version 9.9.0 (9002_other_books.sql). This server has version ' +
    `${projectVersion}, which is older. It saves nothing until it is updated`
  expect((await save()).json()).toMatchObject({ code: 'program-too-old', detail: message })
  expect((await ready()).body).toBe(message)
  expect((await read()).statusCode).toBe(401)
  expect(await health()).toMatchObject({ overall: 'unhealthy', warnings: [message] })
})
