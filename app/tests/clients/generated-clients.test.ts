import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#platform/server/openapi/openapi.ts'
import { apiDescription } from '../../api-description/api-description.ts'
import { rooms } from '../../rooms.ts'
import { clientPrograms } from './client-programs.ts'
import { type OwnProgram, startOwnProgram } from './server-process.ts'

// Clients that three generators make from the document, with a program each that uses the names
// that its author would expect: compiled with `--strict`, and run against the program.

const run = promisify(execFile)
const here = import.meta.dirname
/** Inside the project, so that the programs find its packages. */
const folder = join(process.cwd(), `test-results/clients-${process.pid}`)
const fileOf = (name: string) => join(folder, `with-${name}.ts`)
const names = Object.keys(clientPrograms)

let program: OwnProgram

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const input = join(folder, 'openapi.json')
  const document = await openApiDocument(rooms({ SIGN_UP: 'open' }), {
    description: apiDescription,
  })
  writeFileSync(input, JSON.stringify(document))
  const loader = ['--import', join(here, 'typescript-5-module-hook.mjs')]
  await run(process.execPath, [...loader, join(here, 'generate.mjs'), input, folder])
  for (const [name, text] of Object.entries(clientPrograms)) writeFileSync(fileOf(name), text)
  program = await startOwnProgram(join(folder, 'data'))
})
afterAll(async () => {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('clients of the generators compile, and have the names of the code', async () => {
  const options =
    '--strict --noEmit --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable ' +
    '--module preserve --moduleResolution bundler --allowImportingTsExtensions --types node'
  const compiler = 'node_modules/typescript/bin/tsc'
  const compiled = run(process.execPath, [
    compiler,
    '--ignoreConfig',
    ...options.split(' '),
    ...names.map(fileOf),
  ])
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

test('no generated type was renamed because its name was taken', () => {
  const types = readFileSync(join(folder, 'hey-api/types.gen.ts'), 'utf8')
  const all = [...types.matchAll(/^export type (\w+) =/gm)].map(([, name = '']) => name)
  expect(all.length).toBeGreaterThan(1000)
  expect(all).toEqual(expect.arrayContaining(['Customer', 'SalesOrder', 'CreateOrderData']))
  // A number at the end, or Writable, would be added by the generator.
  expect(all.filter((name) => /(?:\d|Writable)$/.test(name))).toEqual([])
})

type Order = { id: number; orderNumber: string; totalAmount: string }
type Shop = {
  placeOrder(draft: object, cart: string): Promise<Order>
  readOrder(id: number): Promise<Order & { items: { sku: string; quantity: number }[] }>
  changedOrders(since: string): Promise<{ ids: number[]; cursor: string }>
}
type ShopModule = { openShop(url: string, key: string): Shop }

/** The program of a client, at the running program. */
async function shopWith(name: string, key: string): Promise<Shop> {
  const { href } = pathToFileURL(fileOf(name))
  return ((await import(href)) as ShopModule).openShop(program.url, key)
}

test('a client of each generator orders, follows changes, and survives a restart', async () => {
  const as = await program.signUp('boss')
  const create = (path: string, body: object) => program.create(path, body, as)
  const { key } = await create('/api/api-keys', { name: 'shops', scopes: ['read', 'orders'] })
  const buyer = { customerCode: 'C-1', name: 'Ada', email: 'ada@shop.example', creditLimit: '900' }
  const { id: customerId } = await create('/api/customers', buyer)
  const flour = { sku: 'FLR-25', name: 'Flour', cost: '9.00', price: '10.00', currentStock: 100 }
  const { id: skuId } = await create('/api/skus', flour)
  const draft = { customerId, orderSource: 'api', items: [{ skuId, quantity: 2 }] }
  const shops = await Promise.all(names.map(async (name) => shopWith(name, String(key))))
  const placeAll = (cart: number) =>
    Promise.all(shops.map((shop, at) => shop.placeOrder(draft, `${names[at]}-${cart}`)))
  const readAll = (orders: readonly Order[]) =>
    Promise.all(orders.map(({ id }, at) => (shops[at] as Shop).readOrder(id)))

  const placed = await placeAll(1)
  const read = await readAll(placed)
  for (const [at, order] of read.entries()) {
    const { id, orderNumber, totalAmount } = placed[at] as Order
    const items = [{ sku: 'FLR-25', quantity: 2 }]
    expect(order).toMatchObject({ id, orderNumber, totalAmount, items })
  }
  const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id).toSorted((a, b) => a - b)
  const changesSince = (places: readonly string[]) =>
    Promise.all(shops.map((shop, at) => shop.changedOrders(places[at] ?? '')))
  const changed = await changesSince(shops.map(() => '1970-01-01T00:00:00Z'))
  for (const { ids } of changed) expect(ids.toSorted((a, b) => a - b)).toEqual(idsOf(placed))
  await program.stop()
  await expect(Promise.any(shops.map((shop) => shop.placeOrder(draft, 'never')))).rejects.toThrow()
  await program.start()

  // The key of a cart still finds its order, and new carts are placed.
  expect((await placeAll(1)).map(({ orderNumber }) => orderNumber)).toEqual(
    placed.map(({ orderNumber }) => orderNumber),
  )
  expect(await readAll(placed)).toEqual(read)
  const next = await placeAll(2)
  const ids = new Set([...placed, ...next].map(({ id }) => id))
  expect(ids.size).toBe(2 * names.length)
  expect(await readAll(next)).toMatchObject(next.map(({ id }) => ({ id })))
  // The cursors from before the restart show the new orders, and nothing else.
  for (const { ids } of await changesSince(changed.map(({ cursor }) => cursor))) {
    expect(ids.toSorted((a, b) => a - b)).toEqual(idsOf(next))
  }
})
