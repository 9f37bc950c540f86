import type { HttpRequest } from '../nodes/http.ts'
import { amount, type Found, type ModelAction, type PlanningKit } from './model-action.ts'

/** Actions on master data and accounting periods. */
export const masterDataActions: readonly ModelAction[] = [
  { name: 'customer changed', weight: 3, roles: ['manager', 'finance'], plan: changeCustomer },
  { name: 'price changed', weight: 2, roles: ['purchasing', 'manager'], plan: changePrice },
  { name: 'agreed price', weight: 1, roles: ['manager', 'admin'], plan: createContractPrice },
  { name: 'month', weight: 2, roles: ['finance', 'admin'], plan: stepMonth },
]

/** The columns of a SKU that actions need. */
export type Sku = { id: number; sku: string; name: string; current_stock: number; reserved: number }

/** The query for a random SKU. */
export const someSku = 'select id, sku, name, current_stock, reserved from skus order by id'

type Customer = Found & { customer_code: string; name: string; email: string }

async function changeCustomer(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.one<Customer>(
    'select id, customer_code, name, email from customers order by id',
  )
  if (!found) return undefined
  const body = {
    customerCode: found.customer_code,
    name: found.name,
    email: found.email,
    creditLimit: chance.oneOf(['0.00', '300.00', '2000.00', '999999.00']),
    allowBackorder: chance.between(1, 2) === 1,
    priceLevel: chance.oneOf(['standard', 'tier1', 'tier2', 'tier3']),
    paymentTerms: chance.oneOf(['net-30', '2/10 net 30', 'due on receipt', 'prepaid', 'eom']),
  }
  return { method: 'PUT', path: `/api/customers/${found.id}`, body }
}

async function changePrice(kit: PlanningKit) {
  const { chance } = kit
  const sku = await kit.one<Sku>(someSku)
  if (!sku) return undefined
  // Expensive SKUs stay expensive.
  const times = sku.sku.startsWith('DEAR') ? 100 : 1
  const body = {
    sku: sku.sku,
    name: sku.name,
    cost: amount(chance, times === 1 ? 1 : 60_000, 900 * times),
    price: amount(chance, 1000 * times, 3000 * times),
    tier1Price: chance.between(1, 2) === 1 ? amount(chance, 900 * times, 999 * times) : null,
  }
  return { method: 'PUT', path: `/api/skus/${sku.id}`, body }
}

async function createContractPrice(kit: PlanningKit) {
  const { chance } = kit
  const sku = await kit.one<Sku>(someSku)
  const customer = await kit.one<Found>('select id from customers order by id')
  if (!sku || !customer) return undefined
  const body = {
    customerId: customer.id,
    skuId: sku.id,
    contractPrice: amount(chance, 500, 1500),
    effectiveDate: kit.day(chance.between(0, 60)),
    minimumQuantity: chance.between(1, 4),
  }
  return { method: 'POST', path: '/api/contract-pricing', body }
}

/** Closes or opens a month, mostly a past one. */
function stepMonth(kit: PlanningKit): HttpRequest {
  const { chance } = kit
  const month = kit
    .day(chance.oneOf([35, 35, 65, 0]))
    .slice(0, 7)
    .replace('-', '')
  const verb = chance.oneOf(['soft-close', 'close', 'reopen', 'reopen'])
  const path = `/api/periods/${month}/${verb}`
  return { method: 'POST', path, ...(verb === 'reopen' && { body: { reason: 'Forgotten bill' } }) }
}
