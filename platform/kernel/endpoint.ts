import * as z from 'zod/mini'
import { searchWords } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/** What an endpoint says about itself, beyond its method and path. */
export type EndpointOptions = {
  /** The permission a caller needs (`auth/rules.ts`), or `open` for callers without a session. */
  permission: string
  query?: Schema
  body?: Schema
  /**
   * Fields that a body may carry without any effect: those that the specification gives the record
   * and nobody may set. Those of the elements of a list are written `items.id`.
   */
  ignores?: readonly string[]
  /** The media type of a body that is a file and not JSON; files may be of 10 MiB. */
  takes?: string
  returns?: Schema
  /** The media type of an answer that is a file and not JSON. */
  file?: string
  /** The status of success: 200 unless said, 201 where something is made, 204 without a body. */
  status?: number
  /** The answer sums over records of other rooms, so that any write may change it. */
  isDerived?: boolean
  /** One sentence for the API's document. */
  summary?: string
}

export type Endpoint<O extends EndpointOptions = EndpointOptions> = O & {
  method: Method
  path: string
  status: number
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Wire<S> = S extends Schema ? z.input<S> : undefined

/** The body after parsing, as the service gets it. */
export type BodyOf<E> = E extends { body: infer S } ? Parsed<S> : undefined
/** The body as a caller sends it. */
export type WireBodyOf<E> = E extends { body: infer S } ? Wire<S> : undefined
/** The query parameters after parsing. */
export type QueryOf<E> = E extends { query: infer S } ? Parsed<S> : undefined
export type WireQueryOf<E> = E extends { query: infer S } ? Wire<S> : undefined
/** The answer as a caller gets it after parsing. */
export type AnswerOf<E> = E extends { returns: infer S } ? Parsed<S> : void
/** The answer as a service gives it. */
export type WireAnswerOf<E> = E extends { returns: infer S } ? Wire<S> : void

/**
 * Declares a call: both sides use the same value. Path parameters are written `:id` and arrive as
 * integers from 1 to 2,147,483,647; anything else is "not found".
 */
export function endpoint<const O extends EndpointOptions>(
  method: Method,
  path: string,
  options: O,
): Endpoint<O> {
  const made = options.returns === undefined && options.file === undefined ? 204 : 200
  return { ...options, method, path, status: options.status ?? made }
}

/** Whether a call answers a record with a version, which If-Match names. */
export function hasVersion({ returns }: Endpoint): boolean {
  return returns !== undefined && 'version' in shapeOf(returns)
}

/** Whether a call answers a list. */
export function isList({ method, returns }: Endpoint): boolean {
  return method === 'GET' && returns?._zod.def.type === 'array'
}

/** Whether a call answers a list of records, which can be sorted by their fields. */
export function isSorted(endpoint: Endpoint): boolean {
  return isList(endpoint) && Object.keys(rowShapeOf(endpoint)).length > 0
}

/** The fields of the rows of a list. */
export function rowShapeOf({ returns }: Endpoint): object {
  const { element } = (returns?._zod.def ?? {}) as { element?: Schema }
  return element ? shapeOf(element) : {}
}

/**
 * The fields that a body may carry without any effect. An update may be sent as the record was
 * answered, with what was changed in it.
 */
export function ignoredFields({ method, ignores = [], returns }: Endpoint): ReadonlySet<string> {
  const answered = method === 'PUT' && returns ? Object.keys(shapeOf(returns)) : []
  return new Set([...answered, ...ignores])
}

/** The query parameters of a call by their names. */
export function parameterNames({ query }: Endpoint): string[] {
  return query ? Object.keys(shapeOf(query)) : []
}

/** Whether a call has a query parameter of its own. */
export function takesParameter({ query }: Endpoint, name: string): boolean {
  return query !== undefined && name in shapeOf(query)
}

/** The fields of a schema; none where it is no object. */
function shapeOf(schema: Schema): object {
  return (schema._zod.def as { shape?: object }).shape ?? {}
}

/** The path with its parameters filled in: `/api/customers/:id` and `{ id: 7 }`. */
export function pathOf(path: string, params: Record<string, number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
}

/** One page of a list: the parameters every list takes. */
export const listQuery = {
  q: z.optional(searchWords()),
  sort: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  /** `exact`: the total is counted to the end, however many match. */
  count: z.optional(z.enum(['exact'])),
}

/** What pages a list; a file or sums of everything that matches have none of it. */
export const paging = { limit: true, offset: true, cursor: true, count: true } as const

/** What pages and sorts a list. */
export const pagingAndOrder = { ...paging, sort: true } as const

/** What the rows of a list come to: all of them, and by what some have in common. */
export const listSums = z.object({
  count: z.int(),
  /** Null for roles that may not read it. */
  amount: z.nullable(z.string()),
  /** The greatest amounts first, 400 at most: more than a year of days. */
  groups: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      count: z.int(),
      amount: z.nullable(z.string()),
    }),
  ),
})
export type ListSums = z.infer<typeof listSums>

/** What a list is asked for by: an id, or several with commas between them. */
export const ids = z.optional(
  z.coerce
    .string()
    .check(
      z.regex(/^\d{1,9}(,\d{1,9}){0,99}$/, { error: 'Must be ids with commas between them' }),
      z.maxLength(1000, { error: 'Must be ids with commas between them' }),
    ),
)

const mostFilterCharacters = 1000

/** Text that a list is filtered by; several values have commas between them. */
export const textQuery = z.optional(z.string().check(z.maxLength(mostFilterCharacters)))

/** One of some values, or several with commas between them; what is none of them is refused. */
export function choiceQuery(values: readonly string[]) {
  const isChoice = (text: string) =>
    text === '' || text.split(',').every((value) => values.includes(value))
  const few = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ')
  return z.optional(
    z
      .string()
      .check(
        z.refine(isChoice, { error: `Must be ${few}`, params: { values } }),
        z.maxLength(mostFilterCharacters),
      ),
  )
}

/** A whole number a list is filtered by. */
export const unitsQuery = z.optional(
  z.string().check(z.regex(/^-?\d{1,9}$/, { error: 'Must be a whole number' }), z.maxLength(20)),
)

/** An amount a list is filtered by. */
export const amountQuery = z.optional(
  z
    .string()
    .check(z.regex(/^-?\d{1,12}(\.\d{1,2})?$/, { error: 'Must be an amount' }), z.maxLength(20)),
)

/** `true` or `false`. */
export const flagQuery = z.optional(z.enum(['true', 'false']))

/** Which fields an exported file has, separated by commas; all of them where it is not said. */
export const exportQuery = {
  columns: z.optional(z.string().check(z.maxLength(2000))),
}

export type ListQuery = {
  q?: string | undefined
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
  count?: 'exact' | undefined
}
