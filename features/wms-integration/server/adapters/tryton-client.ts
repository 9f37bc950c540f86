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
