import * as z from 'zod/mini'
import { UnusableResponse } from './warehouse-adapter.ts'
import type { TrytonTarget } from './tryton-call.ts'
import type { TrytonSession } from './tryton-client.ts'

const preferences = z.object({ company: z.optional(z.nullable(z.int())) })
const warehouses = z.object({
  id: z.int(),
  name: z.string(),
  input_location: z.int(),
  output_location: z.int(),
  storage_location: z.int(),
})
const places = z.object({ id: z.int(), type: z.string() })
const people = z.object({ id: z.int() })
const companies = z.object({ id: z.int(), currency: z.int() })

/** The warehouse in Tryton, its locations, and our user there. */
export type TrytonLocations = {
  userId: number
  company: number
  currency: number
  warehouse: z.infer<typeof warehouses>
  supplier: number
  customer: number
  lostFound: number
}

/** Finds our user, company and locations. Throws `BadAnswer` if Tryton is not set up completely. */
export async function findLocations(
  session: TrytonSession,
  { token }: TrytonTarget,
): Promise<TrytonLocations> {
  const method = 'model.res.user.get_preferences'
  const { company } = await session.ask(preferences, method, [true, {}])
  if (!company) return refuseLocations(session, 'The account of Prizm in Tryton has no company')
  session.context['company'] = company
  const [warehouse] = await session.read('stock.location', warehouses, {
    domain: [['type', '=', 'warehouse']],
    fields: ['name', 'input_location', 'output_location', 'storage_location'],
    order: [['id', 'ASC']],
    limit: 1,
  })
  const types = ['supplier', 'customer', 'lost_found']
  const otherLocations = await session.read('stock.location', places, {
    domain: [['type', 'in', types]],
    fields: ['type'],
    order: [['id', 'DESC']],
  })
  const byType = new Map(otherLocations.map(({ type, id }) => [type, id]))
  const [supplier, customer, lostFound] = types.map((type) => byType.get(type))
  if (!warehouse || !supplier || !customer || !lostFound) {
    return refuseLocations(session, 'Tryton has no warehouse with its locations')
  }
  const [own] = await session.read('company.company', companies, {
    domain: [['id', '=', company]],
    fields: ['currency'],
  })
  const login = token?.split(':')[0] ?? ''
  const [user] = await session.read('res.user', people, {
    domain: [['login', '=', login]],
    fields: ['id'],
  })
  const userId = user?.id ?? 0
  const currency = own?.currency ?? 0
  return { userId, company, currency, warehouse, supplier, customer, lostFound }
}

function refuseLocations(session: TrytonSession, sentence: string): never {
  throw new UnusableResponse(sentence, { status: 200, exchanged: session.exchanged('setup') })
}
