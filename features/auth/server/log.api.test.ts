import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'

let prizm: TestApp
const lines: string[] = []
let send: (url: string, payload: object) => Promise<{ statusCode: number; body: string }>

beforeAll(async () => {
  prizm = await startTestApp()
  const { app } = await startProgram({
    config: readConfig({ LOG_LEVEL: 'trace', DEMO_DATA: 'none' }),
    database: prizm.database,
    clock: () => prizm.clock.now,
    logStream: { write: (line) => lines.push(line) },
  })
  send = (url, payload) => app.inject({ method: 'POST', url, payload })
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
