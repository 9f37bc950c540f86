import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '#wms-simulator/simulator.ts'
import type { WmsConfig } from './connection.ts'

/** A warehouse and its staff, behind one of the adapters. */
export type TestWarehouse = {
  config: WmsConfig
  /** The quantities by SKU that the warehouse must ship for an order; empty if it was cancelled. */
  toShip(orderNumber: string): Promise<Record<string, number>>
  /** Ships the whole order. */
  ship(orderNumber: string): Promise<void>
  /** The carrier, tracking number and estimate reported for a shipment; undefined if none are. */
  sentBy?: { carrier: string; trackingNumber: string; estimatedDelivery?: string }
  /** Reports a shipped quantity of a SKU, regardless of the order. */
  reportShipped?(orderNumber: string, line: { sku: string; quantity: number }): Promise<void>
  /** Receives everything expected for a purchase order or a return. */
  receive(orderNumber: string): Promise<void>
  /** Counts one SKU and finds `delta` units more, or fewer if it is negative. */
  find(sku: string, delta: number): Promise<void>
  /** Answers open requests, such as cancellations. */
  answer(): Promise<void>
  /** Reports its past events again. */
  repeat(): Promise<void>
  goOffline(): Promise<void>
  close(): Promise<void>
}

/** An adapter that polls for events: a repeat is a second poll by us. */
export type PolledWarehouse = Omit<TestWarehouse, 'repeat'>

/** The simulator, which implements docs/wms-protocol.md. */
export async function startSimulatedWarehouse(): Promise<PolledWarehouse> {
  const simulator = await startSimulator({
    port: 0,
    token: 'T',
    secret: 'whsec_dGhlIHNpbXVsYXRvciBzaWducw==',
  })
  const url = `http://127.0.0.1:${simulator.port}`
  const command = async (path: string, body: object) => {
    await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  }
  return {
    config: { WMS_URL: url, WMS_TOKEN: 'T' },
    toShip: async (orderNumber) => {
      const order = simulator.stock.orders.get(orderNumber)
      const lines = order?.status === 'open' ? order.lines : []
      return Object.fromEntries(lines.map(({ sku, quantity, done }) => [sku, quantity - done]))
    },
    ship: (orderNumber) => command('ship', { orderNumber }),
    // The values of its first shipment.
    sentBy: { carrier: 'FedEx', trackingNumber: 'FE90007919' },
    receive: (orderNumber) => command('receive', { orderNumber }),
    find: (sku, delta) => command('move', { sku, delta }),
    answer: async () => {},
    goOffline: () => command('faults', { isDown: true }),
    close: () => simulator.close(),
  }
}

const database = 'warehouse'
const settings = (folder: string, port: number) => `[database]
uri = sqlite://
path = ${folder}
[web]
listen = 127.0.0.1:${port}
[password]
length = 4
entropy = 0
[session]
authentications = password
`

/** True if Tryton with its stock module is installed on this machine. */
export const hasTryton = ((): boolean => {
  try {
    const script = 'import trytond.modules.stock'
    execFileSync('/usr/bin/python3', ['-c', script], { stdio: 'ignore' })
    return existsSync('/usr/bin/trytond') && existsSync('/usr/bin/trytond-admin')
  } catch {
    return false
  }
})()

/**
 * Creates a Tryton database with a company and two users, once per machine; each test copies it.
 */
export async function prepareTryton(): Promise<string> {
  const templateFile = join(tmpdir(), 'prizm-tryton-template.sqlite')
  if (existsSync(templateFile)) return templateFile
  const folder = mkdtempSync(join(tmpdir(), 'prizm-tryton-'))
  const [conf, password] = [join(folder, 'trytond.conf'), join(folder, 'password')]
  const file = join(folder, `${database}.sqlite`)
  const port = await freePort()
  writeFileSync(conf, settings(folder, port))
  writeFileSync(password, 'admin\n')
  writeFileSync(file, '')
  const args = ['-c', conf, '-d', database, '-u', 'stock', '--activate-dependencies']
  execFileSync('/usr/bin/trytond-admin', [...args, '--email', 'admin@example.com'], {
    env: { ...process.env, TRYTONPASSFILE: password },
    stdio: 'ignore',
  })
  const server = await serve(conf, port)
  await insertMasterData(port)
  await stop(server)
  renameSync(file, templateFile)
  rmSync(folder, { recursive: true, force: true })
  return templateFile
}

/** Creates a currency, a company, Prizm's account and a warehouse user. */
async function insertMasterData(port: number): Promise<void> {
  const rpc = caller(port, 'admin:admin')
  const create = (model: string, values: object) =>
    rpc(`model.${model}.create`, [[values], {}]) as Promise<number[]>
  const dollar = { name: 'US Dollar', symbol: '$', code: 'USD', digits: 2 }
  const [currency] = await create('currency.currency', dollar)
  const [party] = await create('party.party', { name: 'Northwind' })
  const [company] = await create('company.company', { party, currency })
  const groups = (await rpc('model.res.group.search', [[], 0, null, null, {}])) as number[]
  for (const login of ['prizm', 'packer']) {
    const own = { companies: [['add', [company]]], company, groups: [['add', groups]] }
    await create('res.user', { name: login, login, password: `${login}-secret`, ...own })
  }
}

/** Deletes every session, as Tryton does after a while; returns how many Prizm had. */
export function endTrytonSessions(folder: string): number {
  const file = join(folder, `${database}.sqlite`)
  const script = [
    'import sqlite3, sys',
    'known = sqlite3.connect(sys.argv[1], timeout=20)',
    'mine = "create_uid = (select id from res_user where login = \'prizm\')"',
    "print(known.execute('select count(*) from ir_session where ' + mine).fetchone()[0])",
    "known.execute('delete from ir_session')",
    'known.commit()',
  ]
  return Number(
    execFileSync('/usr/bin/python3', ['-c', script.join('\n'), file], { encoding: 'utf8' }),
  )
}

/** Starts a Tryton of its own, with a warehouse user to act in it. */
export async function startTrytonWarehouse(
  template: string,
): Promise<PolledWarehouse & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'prizm-tryton-'))
  copyFileSync(template, join(folder, `${database}.sqlite`))
  const conf = join(folder, 'trytond.conf')
  const port = await freePort()
  writeFileSync(conf, settings(folder, port))
  const server = await serve(conf, port)
  const rpc = caller(port, 'packer:packer-secret')
  const context = { company: 1 }
  const search = (model: string, domain: unknown[]) =>
    rpc(`model.${model}.search`, [domain, 0, null, null, context]) as Promise<number[]>
  const press = async (model: string, ids: number[], buttons: readonly string[]) => {
    for (const button of buttons) await rpc(`model.${model}.${button}`, [ids, context])
  }
  return {
    folder,
    config: {
      WMS_URL: `tryton:http://127.0.0.1:${port}/${database}/`,
      WMS_TOKEN: 'prizm:prizm-secret',
    },
    toShip: async (reference) => {
      const state = ['draft', 'waiting', 'assigned', 'picked', 'packed']
      const ids = await search('stock.shipment.out', [
        ['reference', '=', reference],
        ['state', 'in', state],
      ])
      const domain = [
        ['shipment', 'in', ids.map((id) => `stock.shipment.out,${id}`)],
        ['to_location.type', '=', 'customer'],
      ]
      const params = [domain, 0, null, null, ['product.code', 'quantity'], context]
      const moves = (await rpc('model.stock.move.search_read', params)) as MoveRow[]
      return Object.fromEntries(moves.map((move) => [move['product.'].code, move.quantity]))
    },
    ship: async (reference) => {
      const ids = await search('stock.shipment.out', [['reference', '=', reference]])
      await press('stock.shipment.out', ids, ['assign_force', 'pick', 'pack', 'done'])
    },
    receive: async (reference) => {
      const ids = await search('stock.shipment.in', [['reference', '=', reference]])
      await press('stock.shipment.in', ids, ['receive', 'done'])
    },
    find: async (sku, delta) => {
      const [product] = await search('product.product', [['code', '=', sku]])
      const [location] = await search('stock.location', [['code', '=', 'STO']])
      const inside = { ...context, locations: [location] }
      const params = [[['id', '=', product]], 0, 1, null, ['quantity'], inside]
      const found = (await rpc('model.product.product.search_read', params)) as MoveRow[]
      const quantity = (found[0]?.quantity ?? 0) + delta
      const lines = [['create', [{ product, quantity }]]]
      const count = { location, lines, company: 1, empty_quantity: 'keep' }
      const made = await rpc('model.stock.inventory.create', [[count], context])
      await rpc('model.stock.inventory.confirm', [made, context])
    },
    answer: async () => {},
    goOffline: () => stop(server),
    close: async () => {
      await stop(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type MoveRow = { quantity: number; 'product.': { code: string } }

/** Signs in once and reuses the session, because checking a password is slow. */
function caller(port: number, who: string) {
  const [login = '', password] = who.split(':')
  let session: Promise<string> | undefined
  const post = async (method: string, params: readonly unknown[], authorization: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${database}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ id: 1, method, params }),
    })
    const responseBody = (await answer.json()) as { result?: unknown; error?: unknown }
    if (responseBody.error) throw new Error(`${method}: ${JSON.stringify(responseBody.error)}`)
    return responseBody.result
  }
  const signIn = async () => {
    const loginResult = await post('common.db.login', [login, { password }], '')
    const known = [login, ...(loginResult as [number, string])].join(':')
    return `Session ${Buffer.from(known).toString('base64')}`
  }
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    session ??= signIn()
    return post(method, params, await session)
  }
}

async function serve(conf: string, port: number): Promise<ChildProcess> {
  const args = ['-c', conf, '-d', database]
  const server = spawn('/usr/bin/trytond', args, { stdio: 'ignore' })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Tryton ended with ${server.exitCode}`)
    const body = JSON.stringify({ id: 1, method: 'common.server.version', params: [] })
    const headers = { 'content-type': 'application/json' }
    const isUp = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return server
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
