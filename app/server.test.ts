import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from './testing.ts'

let folder: string
let server: ChildProcess | undefined
let postgres: Awaited<ReturnType<typeof freshDatabase>> | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prizm-server-'))
  const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres'
  postgres = isOnPostgres ? await freshDatabase() : undefined
})
afterEach(async () => {
  if (server?.exitCode === null) server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await postgres?.drop()
})

type Started = { address: string; output: () => string; ended: Promise<number | null> }

/** Starts the program as a process of its own and waits for its address. */
async function start(env: Record<string, string> = {}): Promise<Started> {
  const settings = { PORT: '0', DATA_DIR: folder, DEMO_DATA: 'none', LOG_LEVEL: 'silent', ...env }
  const child = spawn(process.execPath, ['--import', 'tsx', 'app/server.ts'], {
    env: { ...process.env, DATABASE_URL: postgres?.url, ...settings },
  })
  server = child
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += String(part)))
  child.stderr.on('data', (part: Buffer) => (text += String(part)))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const address = await new Promise<string>((resolve) => {
    const look = () => resolve(/http:\/\/[\d.]+:\d+/.exec(text)?.[0] ?? '')
    child.stdout.on('data', () => /ready at/.test(text) && look())
    void ended.then(look)
  })
  return { address, output: () => text, ended }
}

async function register(address: string): Promise<Response> {
  const body = JSON.stringify({ username: 'ana', email: 'a@example.com', password: 'nine kettles' })
  const headers = { 'content-type': 'application/json' }
  return fetch(`${address}/api/register`, { method: 'POST', headers, body })
}

test('SIGTERM ends it cleanly with 0, and everything acknowledged is there again', async () => {
  const first = await start()
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
  expect((await register(first.address)).status).toBe(201)
  server?.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const second = await start()
  expect((await register(second.address)).status).toBe(409)
}, 90_000)

test('a killed process loses nothing that was acknowledged', async () => {
  const first = await start()
  expect((await register(first.address)).status).toBe(201)
  server?.kill('SIGKILL')
  await first.ended
  const second = await start()
  expect((await register(second.address)).status).toBe(409)
}, 90_000)

test('a bad setting ends the start with one line and 1', async () => {
  const { ended, output } = await start({ SIGN_UP: 'maybe' })
  expect(await ended).toBe(1)
  expect(output().trim()).toBe('SIGN_UP must be open, approval or closed')
})
