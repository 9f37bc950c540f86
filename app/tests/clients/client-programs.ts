// A program for each generated client: a shop that places an order and reads it, and other uses of
// the names that its author would expect.

const withOpenapiFetch = `
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './openapi-typescript.ts'

type Schemas = components['schemas']
type Placed = Schemas['SalesOrderDetails']

export function openShop(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
  return {
    async placeOrder(draft: Schemas['OrderDraft'], cart: string): Promise<Placed> {
      const { data, error } = await client.POST('/api/orders/create', {
        body: draft,
        params: { header: { 'Idempotency-Key': cart } },
      })
      if (data) return data.order
      const short = 'current' in error && error.current?.stock.stockStatus[0]?.shortfall
      throw new Error(\`\${error.code}: \${error.detail} \${short}\`)
    },
    async readOrder(id: number): Promise<Placed> {
      const params = { path: { id } }
      const { data, error } = await client.GET('/api/sales-orders/{id}', { params })
      if (data) return data
      throw new Error(error.code)
    },
    async changedOrders(updatedSince: string) {
      const query = { updatedSince }
      const { data, error, response } = await client.GET('/api/sales-orders', { params: { query } })
      if (!data) throw new Error(error.code)
      const ids = data.map(({ id }) => id)
      return { ids, cursor: response.headers.get('x-updated-since') ?? '' }
    },
    async openOrders(): Promise<Schemas['SalesOrderPage']> {
      const status: Schemas['SalesOrderStatus'][] = ['pending', 'processing']
      const query = { status, limit: 50 }
      const { data } = await client.GET('/api/sales-orders', { params: { query } })
      return data ?? []
    },
    async upsert(records: Schemas['CustomerUpsert'][]): Promise<Schemas['UpsertResult'][]> {
      const { data } = await client.POST('/api/customers/upsert', { body: { records } })
      return data?.results.filter(({ status }) => status === 'failed') ?? []
    },
  }
}

export const totalOf = (order: Schemas['SalesOrder']): Schemas['Amount'] => order.totalAmount
export type ListQuery = operations['listSalesOrders']['parameters']['query']
`

const withHeyApi = `
import { client } from './hey-api/client.gen.ts'
import {
  createOrder, listSalesOrders, readCustomer, readSalesOrder, updateCustomer, upsertSkus,
} from './hey-api/sdk.gen.ts'
import type {
  Amount, Customer, OrderDraft, Problem, ProblemCode, SalesOrder, SalesOrderDetails, SalesOrderPage,
  SalesOrderStatus, SkuUpsert, UpdateCustomerData, UpsertOutcome,
} from './hey-api/types.gen.ts'

export function openShop(baseUrl: string, key: string) {
  client.setConfig({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
  return { placeOrder, readOrder, changedOrders }
}

async function changedOrders(updatedSince: string) {
  const { data, error, response } = await listSalesOrders({ query: { updatedSince } })
  if (!data) throw new Error(error.code)
  const ids = data.map(({ id }) => id)
  return { ids, cursor: response.headers.get('x-updated-since') ?? '' }
}

async function placeOrder(draft: OrderDraft, cart: string): Promise<SalesOrderDetails> {
  const { data, error } = await createOrder({ body: draft, headers: { 'Idempotency-Key': cart } })
  if (data) return data.order
  const problem: Problem = error
  const code: ProblemCode = problem.code
  throw new Error(code)
}

async function readOrder(id: number): Promise<SalesOrderDetails> {
  const { data, error } = await readSalesOrder({ path: { id } })
  if (data) return data
  throw new Error(error.code)
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

export async function upsert(records: SkuUpsert[]): Promise<UpsertOutcome | undefined> {
  return (await upsertSkus({ body: { records } })).data
}

export const totalOf = (order: SalesOrder): Amount => order.totalAmount
`

const withOazapfts = `
import { ok } from '@oazapfts/runtime'
import {
  type Amount, createOrder, defaults, listSalesOrders, type OrderDraft, readSalesOrder,
  type SalesOrder, type SalesOrderDetails, type SalesOrderPage, upsertPlannedPrices,
} from './oazapfts.ts'

export function openShop(baseUrl: string, key: string) {
  defaults.baseUrl = baseUrl
  defaults.headers = { authorization: \`Bearer \${key}\` }
  return { placeOrder, readOrder, changedOrders }
}

async function changedOrders(updatedSince: string) {
  const answer = listSalesOrders({ updatedSince })
  const orders: SalesOrderPage = await ok(answer)
  const { headers } = await answer
  return { ids: orders.map(({ id }) => id), cursor: headers.get('x-updated-since') ?? '' }
}

async function placeOrder(draft: OrderDraft, cart: string): Promise<SalesOrderDetails> {
  const { order } = await ok(createOrder(draft, { idempotencyKey: cart }))
  return order
}

function readOrder(id: number): Promise<SalesOrderDetails> {
  return ok(readSalesOrder(id))
}

export function openOrders(): Promise<SalesOrderPage> {
  return ok(listSalesOrders({ status: ['pending', 'processing'], limit: 50 }))
}

export async function plan(sku: string, price: string, effectiveDate: string): Promise<number> {
  const answer = await ok(upsertPlannedPrices({ records: [{ sku, price, effectiveDate }] }))
  return answer.results.filter(({ status }) => status === 'failed').length
}

export const totalOf = (order: SalesOrder): Amount => order.totalAmount
`

/** The text of each program, by the name of its client. */
export const clientPrograms: Readonly<Record<string, string>> = {
  'openapi-fetch': withOpenapiFetch,
  'hey-api': withHeyApi,
  oazapfts: withOazapfts,
}
