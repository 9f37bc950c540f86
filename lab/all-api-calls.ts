import { ignoredFields } from '#platform/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { rooms } from '#app/rooms.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import type { SpecimenFacts } from './samples/sample-bodies.ts'
import { idOf } from './staff/create-customers-and-skus.ts'
import type { SetupClient } from './nodes/test-system.ts'

/** One API call, as the input and permission experiments iterate over all of them. */
export type Call = {
  /** Its key, such as `PUT /api/customers/:id`. */
  name: string
  method: Endpoint['method']
  path: string
  permission: string
  /** The body's fields by name, as JSON schemas; undefined if there is no body. */
  fields: Record<string, Schema> | undefined
  /** Whether its body is a file. */
  isFile: boolean
  /** The fields that a body may contain without any effect. */
  ignored: string[]
  parameters: string[]
}

type Schema = { type?: string | string[]; anyOf?: Schema[] }

/** All API calls. */
export function allCalls(): Call[] {
  return rooms({ SIGN_UP: 'open' }).map(({ endpoint }) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    method: endpoint.method,
    path: endpoint.path,
    permission: endpoint.permission,
    fields: endpoint.body && propertiesOf(endpoint.body),
    isFile: endpoint.bodyMediaType !== undefined,
    ignored: endpoint.bodyMediaType ? [] : [...ignoredFields(endpoint)],
    parameters: endpoint.query ? Object.keys(propertiesOf(endpoint.query)) : [],
  }))
}

function propertiesOf(schema: z.ZodMiniType): Record<string, Schema> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (json.properties ?? {}) as Record<string, Schema>
}

/** The names of a call's text fields. */
export function textFields({ fields }: Call): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, schema]) =>
    acceptsText(schema) ? [name] : [],
  )
}

function acceptsText({ type, anyOf }: Schema): boolean {
  return [type].flat().includes('string') || (anyOf ?? []).some(acceptsText)
}

/** One target record for each path with an id, for experiments that change and read it. */
export async function createTargets(
  world: SetupClient,
  facts: SpecimenFacts,
): Promise<Record<string, number>> {
  const make = async (path: string, body: object) =>
    idOf(await world.must({ method: 'POST', path, body }))
  const { customerId, skuId } = facts
  const vendor = { vendorCode: 'TARGET', name: 'Target', email: 'target@example.com' }
  const price = { customerId, skuId, contractPrice: '9.00', minimumQuantity: 1_000_000 }
  const order = { customerId, items: [{ skuId, quantity: 1 }] }
  const made = await world.must({ method: 'POST', path: '/api/orders/create', body: order })
  const returned = { type: 'rma', customerId, reason: 'Target', items: order.items }
  const victim = await world.signUp('lab-target')
  return {
    customers: customerId,
    skus: skuId,
    vendors: await make('/api/vendors', vendor),
    'contract-pricing': await make('/api/contract-pricing', price),
    'sales-orders': idOf(made['order'] as Record<string, unknown>),
    decisions: made['decisionId'] as number,
    returns: await make('/api/returns', returned),
    'order-drafts': await make('/api/order-drafts', { title: 'Target', form: {} }),
    users: victim.id,
    activity: customerId,
  }
}

/** A path with its id filled in: of an existing record, or of a missing one. */
export function addressOf({ path }: Call, targets: Record<string, number>): string {
  const collection = path.split('/')[2] ?? ''
  return path.replace(':id', String(targets[collection] ?? 2_147_483_647))
}
