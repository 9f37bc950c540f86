import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { healthWithWarnings } from '#features/system-health/server/testing.ts'
import { notifyOfOutages } from '#features/notifications/server/outage-notifications.ts'
import { sendDue } from './background-jobs.ts'
import { warehouseFixture } from '../testing.ts'
import { startSftpServer } from '../testing/testing-sftp.ts'

// An SFTP server and a Tryton without usable answers: users are notified within minutes with the
// answer received, and after recovery everything is sent at once, oldest first.

type Fixture = Awaited<ReturnType<typeof warehouseFixture>>
let endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.toReversed()) await end()
  endings = []
})

/** Runs the worker after this many seconds have passed. */
async function turn(
  { query, context }: Fixture,
  { seconds, config }: { seconds: number; config: Config },
): Promise<void> {
  const span = `interval '${seconds} seconds'`
  await query(`update wms_connection set last_failure_at = last_failure_at - ${span}`)
  await query(
    `update outside_troubles set last_at = last_at - ${span}, began_at = began_at - ${span}`,
  )
  await query(
    `update wms_exports set next_attempt_at = next_attempt_at - ${span} where state = 'waiting'`,
  )
  await sendDue(context(), config)
}
type Config = { DATA_DIR: string; WMS_URL: string; WMS_TOKEN: string }

/** The notifications and health warnings that users see. */
async function readWarnings({ context, query, prizm, manager }: Fixture) {
  await notifyOfOutages(context())
  const notes = await query<{ title: string; text: string }>(
    `select distinct title, text from notifications where key like 'trouble-%' order by title`,
  )
  return { notes, ...(await healthWithWarnings(prizm, manager)) }
}

const states = ({ query }: Fixture) =>
  query<{ code: string; state: string }>(
    `select code, state from wms_exports where kind = 'order' order by id`,
  )

async function overSftp(
  token: string,
): Promise<{ appFixture: Fixture; config: Config; data: string }> {
  const data = mkdtempSync(join(tmpdir(), 'prizm-outage-'))
  endings.push(() => rmSync(data, { recursive: true, force: true }))
  const server = await startSftpServer(data, 'open sesame')
  endings.push(() => server.close())
  const url = `sftp://prizm@127.0.0.1:${server.port}/`
  const config = { DATA_DIR: data, WMS_URL: url, WMS_TOKEN: 'open sesame' }
  const fixture = await warehouseFixture({ ...config, WMS_TOKEN: token })
  endings.push(() => fixture.close())
  const keep = 'insert into wms_connection (id, host_key) values (1, $1)'
  await fixture.prizm.database.pool.query(keep, [server.hostKey])
  return { appFixture: fixture, config, data }
}

/** The order numbers in the files of a folder, in file name order. */
function ordersIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const text = files.map(({ path }) => readFileSync(path, 'utf8')).join('\n')
  return [...text.matchAll(/W05\*\w*\*([^*~]+)/g)].map(([, number]) => number ?? '')
}

test.each([
  {
    what: 'does not accept our password',
    token: 'wrong',
    text: 'The files of the warehouse cannot be reached: it rejects our user name and password',
  },
  {
    what: 'has no folder any more',
    token: 'open sesame',
    text: 'The files of the warehouse cannot be reached: No such file or directory',
  },
])(
  'a file server that $what is reported, and everything is sent when it recovers',
  async ({ token, text }) => {
    const { appFixture: fixture, config, data } = await overSftp(token)
    const isFolderMissing = token === config.WMS_TOKEN
    if (isFolderMissing) renameSync(data, `${data}-away`)
    const orderNumbers: string[] = []
    for (let minute = 0; minute < 4; minute++) {
      orderNumbers.push((await fixture.released()).orderNumber)
      await fixture.settle()
      await turn(fixture, { seconds: 60, config: { ...config, WMS_TOKEN: token } })
    }
    const title = 'The warehouse does not answer'
    const warnings = [`${title}: ${text}`]
    expect(await readWarnings(fixture)).toEqual({
      notes: [{ title, text }],
      overall: 'degraded',
      warnings,
    })
    expect(await states(fixture)).toEqual(orderNumbers.map((code) => ({ code, state: 'waiting' })))
    if (isFolderMissing) renameSync(`${data}-away`, data)
    await turn(fixture, { seconds: 31, config })
    expect(ordersIn(data)).toEqual(orderNumbers)
    expect(await states(fixture)).toEqual(orderNumbers.map((code) => ({ code, state: 'sent' })))
    expect(await fixture.query('select part from outside_troubles')).toEqual([])
  },
)

/** A Tryton whose answers to calls the test supplies. */
async function withTryton(
  answer: (requestBody: string) => { status?: number; body: string },
): Promise<{ appFixture: Fixture; config: Config }> {
  const server = createServer((request, response) => {
    void textOf(request).then((requestBody) => {
      const { status = 200, body } = answer(requestBody)
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `tryton:http://127.0.0.1:${port}/prizm`
  const config = { DATA_DIR: '', WMS_URL: url, WMS_TOKEN: 'prizm:secret' }
  const fixture = await warehouseFixture(config)
  endings.push(() => fixture.close())
  return { appFixture: fixture, config }
}

test.each([
  {
    answers: '500',
    status: 500,
    body: 'Internal Server Error',
    says: 'Tryton answered with status 500',
  },
  {
    answers: 'HTML',
    status: 200,
    body: '<html>Under repair</html>',
    says: 'Tryton’s response is not valid',
  },
  { answers: '{}', status: 200, body: '{}', says: 'Tryton’s response is not valid' },
  {
    answers: 'no session',
    status: 200,
    body: '{"result": null}',
    says: 'Tryton rejects our user and password',
  },
])('a Tryton that answers $answers is reported with its answer', async (of) => {
  const { appFixture: fixture, config } = await withTryton(() => ({
    status: of.status,
    body: of.body,
  }))
  const orderNumbers: string[] = []
  for (let minute = 0; minute < 4; minute++) {
    orderNumbers.push((await fixture.released()).orderNumber)
    await fixture.settle()
    await turn(fixture, { seconds: 60, config })
  }
  const title = 'The warehouse does not report its status'
  const text = `${of.says}. It answered “${of.body}”`
  const warnings = [`${title}: ${text}`]
  expect(await readWarnings(fixture)).toEqual({
    notes: [{ title, text }],
    overall: 'degraded',
    warnings,
  })
  expect(await states(fixture)).toEqual(orderNumbers.map((code) => ({ code, state: 'waiting' })))
})

test('a Tryton that opens a session and then returns nothing is reported', async () => {
  const { appFixture: fixture, config } = await withTryton((requestBody) => ({
    body: JSON.stringify({ result: requestBody.includes('common.db.login') ? [7, 'open'] : null }),
  }))
  const { orderNumber: code } = await fixture.released()
  await fixture.settle()
  for (let minute = 0; minute < 3; minute++) await turn(fixture, { seconds: 60, config })
  const title = 'The warehouse does not report its status'
  const answers = '“{"result":null}”'
  const text = `Tryton’s response for res.user is not valid. It answered ${answers}`
  const warnings = [`${title}: ${text}`]
  expect(await readWarnings(fixture)).toEqual({
    notes: [{ title, text }],
    overall: 'degraded',
    warnings,
  })
  expect(await states(fixture)).toEqual([{ code, state: 'waiting' }])
})

const names = 'id currency template default_uom input_location output_location storage_location'
const everyField = {
  ...Object.fromEntries(names.split(' ').map((name) => [name, 1])),
  name: 'Hall',
  type: 'supplier',
}
const otherPlaces = ['supplier', 'customer', 'lost_found'].map((type) => ({ ...everyField, type }))

/** The result of a call to a Tryton that has every record except the shipments of our orders. */
function resultOf(method: string, params: unknown[]): unknown {
  if (method === 'common.db.login') return [7, 'open']
  if (method === 'model.res.user.get_preferences') return { company: 1 }
  if (method === 'model.stock.shipment.out.search_read') return []
  if (method.endsWith('.search_count')) return 1
  if (method.endsWith('.create')) return [1]
  if (!method.endsWith('.search_read')) return null
  return JSON.stringify(params).includes('lost_found') ? otherPlaces : [everyField]
}

test('all that waited for a Tryton leaves at once when it answers, oldest first', async () => {
  const created: string[] = []
  let isWell = false
  const { appFixture, config } = await withTryton((requestBody) => {
    if (!isWell) return { status: 500, body: 'Internal Server Error' }
    const { method, params } = JSON.parse(requestBody) as { method: string; params: unknown[] }
    const [records] = params as [{ reference: string }[]]
    if (method === 'model.stock.shipment.out.create') created.push(records[0]?.reference ?? '')
    return { body: JSON.stringify({ result: resultOf(method, params) }) }
  })
  const orderNumbers: string[] = []
  for (let minute = 0; minute < 6; minute++) {
    orderNumbers.push((await appFixture.released()).orderNumber)
    await appFixture.settle()
    await turn(appFixture, { seconds: 60, config })
  }
  expect((await readWarnings(appFixture)).warnings).toEqual([
    'The warehouse does not report its status: Tryton answered with status 500. ' +
      'It answered “Internal Server Error”',
  ])
  expect(await states(appFixture)).toEqual(orderNumbers.map((code) => ({ code, state: 'waiting' })))

  isWell = true
  await turn(appFixture, { seconds: 31, config })
  expect(created).toEqual(orderNumbers)
  expect(await states(appFixture)).toEqual(orderNumbers.map((code) => ({ code, state: 'sent' })))
  const open = `select kind, code from wms_exports where state <> 'sent'`
  expect(await appFixture.query(open)).toEqual([])
  expect(await appFixture.query('select part from outside_troubles')).toEqual([])
})
