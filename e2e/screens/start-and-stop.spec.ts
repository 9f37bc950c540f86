import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { freshDatabase } from '#db/testing.ts'
import { findPostgres } from '../../scripts/find-postgres.mjs'
import { type RunningProgram, startProcess } from '../program-process.ts'

// The built program as a process: how it shuts down, and what persists across a restart.

type Start = (env?: Record<string, string>) => Promise<RunningProgram>

const test = base.extend<{ where: Record<string, string>; start: Start }>({
  where: [{}, { option: true }],
  start: async ({ where }, give) => {
    const folder = await mkdtemp(join(tmpdir(), 'prizm-program-'))
    const children: RunningProgram['child'][] = []
    await give(async (env = {}) => {
      const started = await startProcess({
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        ...where,
        ...env,
      })
      children.push(started.child)
      return started
    })
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  },
})

const onPostgres = test.extend({
  where: async ({ browserName: _ }, give) => {
    test.skip(!(await findPostgres()), 'no PostgreSQL answers')
    const database = await freshDatabase()
    await give({ DATABASE_URL: database.url })
    await database.drop()
  },
})

/** Registers a user; on a busy machine, tries again when the program says so. */
async function register({ url }: RunningProgram, username = 'ana'): Promise<number> {
  const email = `${username}@example.com`
  const body = JSON.stringify({ username, email, password: 'nine kettles' })
  const headers = { 'content-type': 'application/json' }
  const request = () => fetch(`${url}/api/register`, { method: 'POST', headers, body })
  let answer = await request()
  while (answer.status === 503) {
    expect(await answer.json()).toMatchObject({ code: 'overloaded' })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    answer = await request()
  }
  return answer.status
}

for (const [kind, on] of [
  ['the embedded database', test],
  ['PostgreSQL', onPostgres],
] as const) {
  on(`SIGTERM ends it with 0, nothing ends what it acknowledged, on ${kind}`, async ({ start }) => {
    const first = await start()
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    expect(await register(first)).toBe(201)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await start()
    expect(await register(second)).toBe(409)
    expect(await register(second, 'ben')).toBe(201)
    second.child.kill('SIGKILL')
    await second.ended
    expect(await register(await start(), 'ben')).toBe(409)
  })
}

test('an invalid setting stops the start with one line and exit code 1', async ({ start }) => {
  const expectedMessage = 'the program ended with 1:\nSIGN_UP must be open, approval or closed\n'
  await expect(start({ SIGN_UP: 'maybe' })).rejects.toThrow(new Error(expectedMessage))
})
