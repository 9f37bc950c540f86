import type { TestSystem } from '../nodes/test-system.ts'

type Caller = Pick<TestSystem, 'must'>
type Fields = Record<string, unknown>

let createdCount = 0

/** Creates a customer, by default with plenty of credit; returns its id. */
export async function createCustomer(world: Caller, fields: Fields = {}): Promise<number> {
  createdCount += 1
  const code = `C-${createdCount}`
  const plain = { customerCode: code, name: `Customer ${code}`, email: `${code}@example.com` }
  const body = { ...plain, creditLimit: '9999999.00', ...fields }
  return idOf(await world.must({ method: 'POST', path: '/api/customers', body }))
}

/** Creates a SKU at 10.00, by default with plenty of stock; returns its id. */
export async function createSku(world: Caller, fields: Fields = {}): Promise<number> {
  createdCount += 1
  const plain = {
    sku: `S-${createdCount}`,
    name: `Article ${createdCount}`,
    cost: '5.00',
    price: '10.00',
  }
  const body = { ...plain, currentStock: 1_000_000, ...fields }
  return idOf(await world.must({ method: 'POST', path: '/api/skus', body }))
}

export async function createSkus(world: Caller, count: number, fields: Fields = {}) {
  const ids: number[] = []
  for (let i = 0; i < count; i++) ids.push(await createSku(world, fields))
  return ids
}

export function idOf(body: Fields): number {
  if (typeof body['id'] !== 'number') throw new Error('The answer names no id')
  return body['id']
}
