import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// Full-list exports are queued: one per user at a time, and other requests do not wait for them.

let prizm: TestApp
let port: number

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  port = Number(new URL(await prizm.app.listen({ host: '127.0.0.1', port: 0 })).port)
  await prizm.database.pool.query(
    `insert into customers (customer_code, name, email, address)
     select 'C-' || n, 'Customer ' || n, 'c@example.com', repeat('x ', 200)
     from generate_series(1, 6000) n`,
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  await prizm.close()
})

const rowsOf = async (as: string) => {
  const answer = await prizm.call('GET', '/api/customers', { as })
  return [answer.statusCode, answer.json<unknown[]>().length]
}

/** Counts the rows of customers that are written as JSON in each turn of the event loop. */
function countRowsPerTurn(): { hasBegun: () => boolean; end: () => number[] } {
  const perTurn: number[] = []
  let count = 0
  const stringify = JSON.stringify.bind(JSON)
  vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown, replacer, space) => {
    if (typeof value === 'object' && value !== null && 'customerCode' in value) count += 1
    return stringify(value, replacer, space)
  })
  let next = setImmediate(function turn() {
    if (count > 0) perTurn.push(count)
    count = 0
    next = setImmediate(turn)
  })
  const end = () => {
    clearImmediate(next)
    return count > 0 ? [...perTurn, count] : perTurn
  }
  return { hasBegun: () => count > 0 || perTurn.length > 0, end }
}

test('five whole lists of one user at once are complete and written 250 rows a turn', async () => {
  const as = await prizm.signIn('viewer')
  const rows = countRowsPerTurn()
  const answers = await Promise.all(Array.from({ length: 5 }, () => rowsOf(as)))
  expect(rows.end()).toEqual(Array.from({ length: 5 * 24 }, () => 250))
  expect(answers).toEqual(Array.from({ length: 5 }, () => [200, 6000]))
})

test('a whole list gives way to other requests every 250 rows', async () => {
  const as = await prizm.signIn('viewer')
  const rows = countRowsPerTurn()
  const answer = await prizm.call('GET', '/api/customers', { as })
  expect(rows.end()).toEqual(Array.from({ length: 24 }, () => 250))
  expect(answer.json<unknown[]>()).toHaveLength(6000)
})

test.each(['/api/customers', '/api/customers/export.csv'])(
  'while a client does not read %s its own whole lists wait, and nobody else does',
  async (path) => {
    const cookie = await prizm.signIn('viewer')
    const unread = connect(port, '127.0.0.1')
    unread.pause()
    unread.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`)
    await new Promise((resolve) => unread.once('readable', resolve))
    let hasEnded = false
    const own = rowsOf(cookie).finally(() => (hasEnded = true))
    const short = await prizm.call('GET', '/api/customers?limit=5', { as: cookie })
    expect(short.json<unknown[]>()).toHaveLength(5)
    expect(await rowsOf(await prizm.signIn('viewer')), 'somebody else').toEqual([200, 6000])
    expect(hasEnded).toBe(false)
    unread.destroy()
    expect(await own).toEqual([200, 6000])
  },
)

test('a whole list that waits for another response ends its turn with its connection', async () => {
  const cookie = await prizm.signIn('viewer')
  const ask = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n${more}\r\n`
  const rows = countRowsPerTurn()
  const left = connect(port, '127.0.0.1')
  left.resume()
  left.write(ask('/api/changes', 'accept: text/event-stream\r\n') + ask('/api/customers'))
  await expect.poll(rows.hasBegun, { timeout: 60_000 }).toBe(true)
  rows.end()
  left.destroy()
  expect(await rowsOf(cookie)).toEqual([200, 6000])
})

test('three exports at once are complete', async () => {
  const as = await prizm.signIn('admin')
  const one = () => prizm.call('GET', '/api/customers/export.csv', { as })
  const files = await Promise.all([one(), one(), one()])
  expect(files.map(({ body }) => body.trim().split('\r\n').length)).toEqual([6001, 6001, 6001])
})

test('a search has a limited number of words, and duplicates count once', async () => {
  const as = await prizm.signIn('viewer')
  const letters = Array.from({ length: 72 }, (_, index) => String.fromCodePoint(97 + (index % 26)))
  for (const path of ['/api/search', '/api/customers', '/api/sales-orders', '/api/skus']) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await prizm.call('GET', `${path}?q=${letters.join('+')}&limit=5`, { as })
    expect(refused.statusCode, path).toBe(422)
    expect(refused.json()).toMatchObject({
      errors: [{ path: 'q', message: 'Search for at most 12 different words' }],
    })
    // oxlint-disable-next-line no-await-in-loop
    const short = await prizm.call('GET', `${path}?q=a+b+c+d+e+f+gh&limit=5`, { as })
    expect(short.json()).toMatchObject({
      errors: [{ path: 'q', message: 'Search for at most 6 words of one or two letters' }],
    })
    // oxlint-disable-next-line no-await-in-loop
    const same = await prizm.call('GET', `${path}?q=${'customer+'.repeat(20)}&limit=5`, { as })
    expect(same.statusCode, path).toBe(200)
  }
})

test('of a user’s searches one runs and the newest waits; a program’s all wait', async () => {
  const as = await prizm.signIn('viewer')
  const search = (headers: Record<string, string>) =>
    prizm.call('GET', '/api/search?q=customer', { as, headers })
  const browser = { 'sec-fetch-site': 'same-origin' }
  const typed = await Promise.all(Array.from({ length: 6 }, () => search(browser)))
  const codes = typed.map(({ statusCode }) => statusCode)
  expect([codes[0], codes.at(-1)]).toEqual([200, 200])
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
  const refused = typed.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'replaced' })
  const programs = await Promise.all(Array.from({ length: 30 }, () => search({})))
  expect(programs.every(({ statusCode }) => statusCode === 200)).toBe(true)
})
