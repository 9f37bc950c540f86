import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { methodsOf } from '#platform/server/http/allowed-methods.ts'
import { serveWeb } from '#platform/server/http/serve-web.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prizm-web-files-'))
  await writeFile(join(folder, 'secret.txt'), 'not for browsers')
  await mkdir(join(folder, 'web', 'assets'), { recursive: true })
  const files = {
    'index.html': 'the application',
    'auth.html': 'the sign-in page',
    'theme.js': 'the theme',
    'assets/app-1234567.js': 'a script',
  }
  for (const [name, text] of Object.entries(files)) {
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(join(folder, 'web', name), text)
  }
  app = fastify()
  await serveWeb(app, join(folder, 'web'), methodsOf([]))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['/', 'the application'],
  ['/customers?open=A.B', 'the application'],
  ['/auth', 'the sign-in page'],
  ['/theme.js', 'the theme'],
])('%s is never stored', async (url, text) => {
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.body]).toEqual([200, text])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a file with a hash in its name is stored for good', async () => {
  const answer = await app.inject({ url: '/assets/app-1234567.js' })
  expect([answer.statusCode, answer.body]).toEqual([200, 'a script'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test.each(['/assets', '/assets/', '/assets/?C=M'])('%s lists no files', async (url) => {
  const answer = await app.inject({ url })
  expect(answer.body).not.toContain('app-1234567')
  expect([answer.statusCode, answer.body]).toEqual([200, 'the application'])
})

test.each([
  '/assets/app-1234567.js.map',
  '/secret.txt',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/.env',
  '/package.json',
])('%s is no file of the screens', async (url) => {
  const answer = await app.inject({ url })
  expect(answer.body).not.toContain('not for browsers')
  expect(answer.statusCode).toBe(404)
})
