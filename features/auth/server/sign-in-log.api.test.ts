import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { codeAt, createKey } from './second-factor/totp.ts'
import { testPassword } from './testing.ts'

let prizm: TestApp
const lines: string[] = []
type Sent = { statusCode: number; body: string; cookies: { name: string; value: string }[] }
let send: (url: string, payload: object, cookies?: Record<string, string>) => Promise<Sent>

beforeAll(async () => {
  prizm = await startTestApp()
  const { app } = await startProgram({
    config: readConfig({ LOG_LEVEL: 'trace', DEMO_DATA: 'none' }),
    database: prizm.database,
    clock: () => prizm.clock.now,
    logStream: { write: (line) => lines.push(line) },
  })
  send = (url, payload, cookies = {}) => app.inject({ method: 'POST', url, payload, cookies })
})
afterAll(() => prizm.close())

test('the log records sign-ins and refusals, without secrets', async () => {
  const username = 'canary-name'
  const password = 'canary of kettles'
  const account = { username, email: 'canary@example.com', password }
  const made = await send('/api/register', account)
  await prizm.builders.user({ username: 'bo' })
  const answers = [
    made,
    await send('/api/login', { username, password }),
    await send('/api/login', { username: 'canary\r\nforged line', password: 'canary wrong' }),
    await send('/api/login', { username: 'bo', password: 'canary wrong' }),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 200, 401, 401])
  const logEntries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logEntries.filter((line) => 'act' in line)).toMatchObject([
    { act: 'sign-up', userId: 1, address: '127.0.0.1', msg: 'signed in' },
    { act: 'sign-in', userId: 1, address: '127.0.0.1', msg: 'signed in' },
    { act: 'sign-in', code: 'wrong-credentials', address: '127.0.0.1', msg: 'refused' },
    { act: 'sign-in', code: 'wrong-credentials', tried: 'bo', triedUserId: 2, msg: 'refused' },
  ])
  expect(logEntries.find((line) => 'triedName' in line)?.['triedName']).toMatch(/^[\w-]{12}$/)
  expect(lines.join('')).not.toMatch(/canary|argon2/)
  expect(answers.map((answer) => answer.body).join('')).not.toMatch(/kettles|argon2/)
})

test('the log names the account of a wrong and of a right code, without the codes', async () => {
  const { id } = await prizm.builders.user({ username: 'eve' })
  const key = createKey()
  await prizm.rows(
    `insert into second_factors (user_id, secret, confirmed_at) values (${id}, '${key}', now())
     returning 1`,
  )
  lines.length = 0
  const half = await send('/api/login', { username: 'eve', password: testPassword })
  const cookies = { challenge: half.cookies.find(({ name }) => name === 'challenge')?.value ?? '' }
  const code = codeAt(key, prizm.clock.now)
  const wrong = await send('/api/login/second-factor', { code: 'ABCD-EFGH' }, cookies)
  const right = await send('/api/login/second-factor', { code }, cookies)
  expect([half, wrong, right].map(({ statusCode }) => statusCode)).toEqual([401, 401, 200])
  const logEntries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logEntries.filter((line) => 'act' in line)).toMatchObject([
    { act: 'sign-in', userId: id, msg: 'the password was right' },
    { act: 'second-factor', code: 'wrong-code', tried: 'eve', triedUserId: id, msg: 'refused' },
    { act: 'second-factor', userId: id, msg: 'signed in' },
  ])
  const secrets = [key, 'ABCD-EFGH', `"${code}"`, cookies.challenge]
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
})
