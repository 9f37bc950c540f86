import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#platform/server/openapi/openapi.ts'
import { apiDescription } from '../../api-description/api-description.ts'
import { rooms } from '../../rooms.ts'

// Clients that openapi-typescript and hey-api generate from the document, with a program each that
// uses the names that its author would expect, compiled with `--strict`.

const run = promisify(execFile)
const here = import.meta.dirname
/** Inside the project, so that the programs find its packages. */
const folder = join(process.cwd(), `test-results/clients-${process.pid}`)

const withOpenapiFetch = `
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './openapi-typescript.ts'

type Schemas = components['schemas']
const client = createClient<paths>({ baseUrl: 'https://orders.example.com' })

type Placed = Schemas['SalesOrderDetails']

export async function placeOrder(draft: Schemas['OrderDraft']): Promise<Placed> {
  const { data, error } = await client.POST('/api/orders/create', {
    body: draft,
    params: { header: { 'Idempotency-Key': 'order-4711' } },
  })
  if (data) return data.order
  const short = 'current' in error && error.current?.stock.stockStatus[0]?.shortfall
  throw new Error(\`\${error.code}: \${error.detail} \${short}\`)
}

export async function openOrders(): Promise<Schemas['SalesOrderPage']> {
  const status: Schemas['SalesOrderStatus'][] = ['pending', 'processing']
  const query = { status, limit: 50 }
  const { data } = await client.GET('/api/sales-orders', { params: { query } })
  return data ?? []
}

export const totalOf = (order: Schemas['SalesOrder']): Schemas['Amount'] => order.totalAmount
export type ListQuery = operations['listSalesOrders']['parameters']['query']
`

const withHeyApi = `
import {
  createOrder, listSalesOrders, readCustomer, updateCustomer,
} from './hey-api/sdk.gen.ts'
import type {
  Amount, Customer, OrderDraft, Problem, ProblemCode, SalesOrder, SalesOrderDetails, SalesOrderPage,
  SalesOrderStatus, UpdateCustomerData,
} from './hey-api/types.gen.ts'

export async function placeOrder(draft: OrderDraft): Promise<SalesOrderDetails> {
  const headers = { 'Idempotency-Key': 'order-4711' }
  const { data, error } = await createOrder({ body: draft, headers })
  if (data) return data.order
  const problem: Problem = error
  const code: ProblemCode = problem.code
  throw new Error(code)
}

export async function openOrders(): Promise<SalesOrderPage> {
  const status: SalesOrderStatus[] = ['pending', 'processing']
  const { data } = await listSalesOrders({ query: { status, limit: 50 } })
  return data ?? []
}

export async function rename(id: number, name: string): Promise<Customer | undefined> {
  const { data: customer } = await readCustomer({ path: { id } })
  if (!customer) return undefined
  const body: UpdateCustomerData['body'] = { ...customer, name }
  const headers = { 'If-Match': \`"\${customer.version}"\` }
  return (await updateCustomer({ path: { id }, body, headers })).data
}

export const totalOf = (order: SalesOrder): Amount => order.totalAmount
`

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const input = join(folder, 'openapi.json')
  const document = await openApiDocument(rooms({ SIGN_UP: 'open' }), {
    description: apiDescription,
  })
  writeFileSync(input, JSON.stringify(document))
  const loader = ['--import', join(here, 'typescript-5.mjs')]
  await run(process.execPath, [...loader, join(here, 'generate.mjs'), input, folder])
  writeFileSync(join(folder, 'with-openapi-fetch.ts'), withOpenapiFetch)
  writeFileSync(join(folder, 'with-hey-api.ts'), withHeyApi)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('clients of both generators compile, and have the names of the code', async () => {
  const options =
    '--strict --noEmit --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable ' +
    '--module preserve --moduleResolution bundler --allowImportingTsExtensions --types node'
  const files = ['with-openapi-fetch.ts', 'with-hey-api.ts'].map((name) => join(folder, name))
  const compiler = 'node_modules/typescript/bin/tsc'
  const compiled = run(process.execPath, [
    compiler,
    '--ignoreConfig',
    ...options.split(' '),
    ...files,
  ])
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

test('no generated type was renamed because its name was taken', () => {
  const types = readFileSync(join(folder, 'hey-api/types.gen.ts'), 'utf8')
  const names = [...types.matchAll(/^export type (\w+) =/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(1000)
  expect(names).toEqual(expect.arrayContaining(['Customer', 'SalesOrder', 'CreateOrderData']))
  // A number at the end, or Writable, would be added by the generator.
  expect(names.filter((name) => /(?:\d|Writable)$/.test(name))).toEqual([])
})
