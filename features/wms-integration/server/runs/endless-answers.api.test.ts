import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { warehouseFixture } from '../testing.ts'
import { executeNextRun } from './execute-run.ts'

// A warehouse whose pages have no end must not hold the worker: nothing would be sent meanwhile.

let fixture: Awaited<ReturnType<typeof warehouseFixture>>
let server: Server
let config: { WMS_URL: string; WMS_TOKEN: string }
let answers: (path: string) => object
let calls: string[]

beforeEach(async () => {
  calls = []
  fixture = await warehouseFixture()
  server = createServer((request, response) => {
    const path = request.url ?? ''
    const isGreeting = path.startsWith('/v1/status')
    if (!isGreeting) calls.push(path)
    const answer = isGreeting ? { name: 'Endless' } : answers(path)
    request.resume().on('end', () => response.end(JSON.stringify(answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  config = { WMS_URL: `http://127.0.0.1:${port}`, WMS_TOKEN: 'T' }
})
afterEach(async () => {
  await fixture.close()
  server.close()
})

async function runOf(job: string) {
  await fixture.post('/api/wms/runs', { job })
  await executeNextRun(fixture.context(), config)
  const [run] = await fixture.query<{ state: string; steps: string }>(
    `select r.state, string_agg(s.error, '; ') as steps
     from wms_runs r left join wms_run_steps s on s.run_id = r.id
     where r.id = (select max(id) from wms_runs) group by r.id`,
  )
  return run
}

test.each([
  ['the same page', () => 'x'],
  ['two pages in turn', (path: string) => (path.includes('cursor=x') ? 'y' : 'x')],
])('a count that leads to %s ends its run, and says why', async (_, next) => {
  const asOf = new Date().toISOString()
  answers = (path) => ({ snapshotId: 'S-1', asOf, lines: [], total: 1, next: next(path) })
  expect(await runOf('inventory')).toEqual({
    state: 'failed',
    steps: "The warehouse's count repeats the same page",
  })
  expect(calls.length).toBeLessThan(5)
})

test('a log of events whose pages stay empty ends its run; the next one goes on', async () => {
  let page = 0
  answers = () => ({ events: [], cursor: String((page += 1)), hasMore: true })
  expect(await runOf('shipments')).toMatchObject({ state: 'done' })
  expect(page).toBe(20)
  expect(await fixture.query('select events_cursor from wms_connection')).toEqual([
    { events_cursor: '20' },
  ])
})
