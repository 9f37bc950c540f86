import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprintTables } from '#db/testing.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const writes = endpoints.filter((each) => each.method !== 'GET')
const named = (list: Endpoint[]) =>
  list.map((each) => [`${each.method} ${each.path}`, each] as const)

let prizm: TestApp
let as: string

let before: Record<string, string>

beforeAll(async () => {
  prizm = await startTestApp({ PUBLIC_URL: 'https://prizm.example' })
  as = await prizm.signIn('admin')
  before = await fingerprintTables(prizm.database.pool)
})
afterAll(() => prizm.close())

const urlOf = ({ path }: Endpoint) => path.replace(/:\w+/g, '1')
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const plain = { 'content-type': 'text/plain' }

const strangers: Record<string, Record<string, string>> = {
  'a form of another site': { 'sec-fetch-site': 'cross-site', ...form },
  'a script of another site': { 'sec-fetch-site': 'cross-site', ...plain },
  'a script that claims JSON': {
    'sec-fetch-site': 'cross-site',
    'content-type': 'application/json',
  },
  'a site on the same domain': { 'sec-fetch-site': 'same-site', ...plain },
  'an older browser on another site': { origin: 'https://evil.example', ...form },
  'another port of this host': { origin: 'http://localhost:81', ...plain },
  'a sandboxed frame': { origin: 'null', ...form },
}

test.each(named(writes))('%s is refused for requests from other sites', async (_, endpoint) => {
  for (const [who, headers] of Object.entries(strangers)) {
    const options = { as, headers, body: 'username=a&password=b' }
    const answer = await prizm.call(endpoint.method as 'POST', urlOf(endpoint), options)
    expect(answer.statusCode, who).toBe(403)
    expect(answer.json(), who).toMatchObject({ code: 'cross-site' })
    expect(answer.headers['set-cookie'], who).toBeUndefined()
  }
})

test.each(named(writes))('%s accepts only JSON bodies', async (_, endpoint) => {
  for (const headers of [form, plain, { 'content-type': 'multipart/form-data; boundary=x' }]) {
    const options = { as, headers: { 'sec-fetch-site': 'same-origin', ...headers }, body: 'a=b' }
    const answer = await prizm.call(endpoint.method as 'POST', urlOf(endpoint), options)
    expect(answer.statusCode, headers['content-type']).toBe(415)
    expect(answer.json()).toMatchObject({ code: 'unsupported-media' })
  }
})

test('none of these requests changed anything', async () => {
  expect(await fingerprintTables(prizm.database.pool)).toEqual(before)
})

test('the program’s own pages and non-browser clients are accepted', async () => {
  const own: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { host: 'prizm.example:3000', origin: 'http://prizm.example:3000' },
    { host: 'prizm.example', origin: 'https://prizm.example' },
    {},
  ]
  for (const headers of own) {
    const body = { username: 'nobody', password: 'wrong password' }
    const answer = await prizm.call('POST', '/api/login', { body, headers })
    expect(answer.json(), JSON.stringify(headers)).toMatchObject({ code: 'wrong-credentials' })
  }
})

test('reads change nothing', async () => {
  const unread = await fingerprintTables(prizm.database.pool)
  for (const endpoint of endpoints.filter((each) => each.method === 'GET')) {
    await prizm.call('GET', urlOf(endpoint), { as, headers: { 'sec-fetch-site': 'cross-site' } })
  }
  expect(await fingerprintTables(prizm.database.pool)).toEqual(unread)
})
