import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)

let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterAll(() => prizm.close())

test.each([
  ['/api/sales-orders?status=pending&status=shipped', 'status'],
  ['/api/customers?limit=1&limit=500', 'limit'],
  ['/api/customers?limit=1&limit=1', 'limit'],
  ['/api/customers?q=north&sort=name&q=south', 'q'],
])('GET %s is refused, whichever value counts elsewhere', async (url, name) => {
  const answer = await prizm.call('GET', url, { as })
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json()).toMatchObject({
    title: 'Unreadable request',
    code: 'malformed',
    detail: `${name} was given twice`,
  })
})

test('each call that reads refuses a parameter that is given twice', async () => {
  const answers: string[] = []
  for (const path of reads) {
    const url = `${path.replace(/:\w+/g, '1')}?again=1&again=2`
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', url, { as })
    const isRefused = answer.statusCode === 400 && answer.body.includes('again was given twice')
    if (!isRefused) answers.push(`${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
  }
  expect(reads.length).toBeGreaterThan(150)
  expect(answers).toEqual([])
})

test('a write refuses it as well, and writes nothing', async () => {
  const body = { customerCode: 'C-1', name: 'North', email: 'n@example.com' }
  const answer = await prizm.call('POST', '/api/customers?again=1&again=2', { as, body })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'malformed', detail: 'again was given twice' })
  expect(await prizm.rows('select id from customers')).toEqual([])
})
