import * as z from 'zod/mini'
import { UnusableResponse, type ExchangeLog } from './warehouse-adapter.ts'
import { callTryton, exchangedOf, type TrytonTarget, type Wire } from './tryton-call.ts'

export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

export type TrytonSession = {
  /** Calls a method of the database. Throws `TrytonRefusal` if Tryton refuses it. */
  call: Call
  /** Calls a method and parses its answer; throws `BadAnswer` if the schema does not match. */
  ask<T extends z.ZodMiniType>(schema: T, ...of: Parameters<Call>): Promise<z.output<T>>
  /** Reads records and parses them with a schema. */
  read<T extends z.ZodMiniType>(model: string, schema: T, ask: TrytonCall): Promise<z.output<T>[]>
  count(model: string, domain: readonly unknown[]): Promise<number>
  /** Tryton's call context for Prizm's account. */
  context: Record<string, unknown>
  /** All messages exchanged so far. */
  exchanged(kind: string): ExchangeLog
}

export type TrytonCall = {
  domain: readonly unknown[]
  fields: readonly string[]
  order?: readonly (readonly [string, 'ASC' | 'DESC'])[]
  limit?: number
  offset?: number
  context?: Record<string, unknown>
}

/** Opens a JSON-RPC session with a Tryton; each call is its own transaction there. */
export function trytonSession(target: TrytonTarget): TrytonSession {
  const wire: Wire = { sent: [], answers: [], started: performance.now() }
  const context: Record<string, unknown> = {}
  const call: Call = (method, params) => callTryton(target, wire, { method, params })
  const callMethod: TrytonSession['ask'] = async (schema, method, params) => {
    const parsed = schema.safeParse(await call(method, params))
    if (parsed.success) return parsed.data
    const model = method.split('.').slice(1, -1).join('.')
    const reply = { status: 200, exchanged: exchangedOf(wire, model) }
    throw new UnusableResponse(`Tryton’s response for ${model} is not valid`, reply)
  }
  return {
    call,
    ask: callMethod,
    context,
    exchanged: (kind) => exchangedOf(wire, kind),
    read: (model, schema, { domain, fields, order, limit, offset, context: more }) => {
      const params = [domain, offset ?? 0, limit ?? null, order ?? null, fields]
      const all = { ...context, ...more }
      return callMethod(z.array(schema), `model.${model}.search_read`, [...params, all])
    },
    count: (model, domain) => callMethod(z.int(), `model.${model}.search_count`, [domain, context]),
  }
}

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

const moments = z.object({
  year: z.int(),
  month: z.int(),
  day: z.int(),
  hour: z.int(),
  minute: z.int(),
  second: z.int(),
  microsecond: z.int(),
})

/** Parses a Tryton datetime: UTC, with microseconds. */
export const trytonMoment = z.pipe(
  moments,
  z.transform(({ year, month, day, hour, minute, second, microsecond }) => {
    const two = (value: number) => String(value).padStart(2, '0')
    const date = `${year}-${two(month)}-${two(day)}`
    const micro = String(microsecond).padStart(6, '0')
    return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${micro}Z`
  }),
)

/** Converts an ISO timestamp to a Tryton datetime. */
export function toTryton(moment: string): object {
  const [, year, month, day, hour, minute, second, fraction] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.(\d+))?/.exec(moment) ?? []
  const microsecond = Number((fraction ?? '0').slice(0, 6).padEnd(6, '0'))
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second), microsecond }
  return { __class__: 'datetime', ...date, ...time }
}
