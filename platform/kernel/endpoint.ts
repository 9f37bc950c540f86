import * as z from 'zod/mini'
import { amountText, isMoment, searchWords } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.ZodMiniType

/** The declaration of an endpoint, apart from its method and path. */
export type EndpointOptions = {
  /** The permission a caller needs (`auth/rules.ts`), or `open` for callers without a session. */
  permission: string
  query?: Schema
  body?: Schema
  /**
   * Fields that the body may contain and the server ignores: fields that the specification gives
   * the record but no caller may set. Fields of list elements are written `items.id`.
   */
  ignores?: readonly string[]
  /** The media type of a request body that is a file instead of JSON. Files may be up to 10 MiB. */
  bodyMediaType?: string
  /** The call is refused with 412 if the record no longer has the version in `If-Match`. */
  checksVersion?: boolean
  /** The body has many records, or a picture, and may be up to 4 MiB; other JSON up to 1 MiB. */
  hasManyRecords?: boolean
  returns?: Schema
  /** The media type of a response that is a file instead of JSON. */
  file?: string
  /** The data of each event, if the response is a stream of events. */
  event?: Schema
  /** The success status: 200, or 204 without a response body, unless set (201 for creation). */
  status?: number
  /** The response aggregates records of other modules, so any write may change it. */
  isDerived?: boolean
  /** The call has a body but changes nothing, so API keys that only read may make it. */
  changesNothing?: boolean
  /** The browser keeps the last answer, encrypted, for screens that open without a connection. */
  isStoredOffline?: boolean
  /** One sentence for the OpenAPI document. */
  summary?: string
}

export type Endpoint<O extends EndpointOptions = EndpointOptions> = O & {
  method: Method
  path: string
  status: number
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Wire<S> = S extends Schema ? z.input<S> : undefined

/** The parsed request body, as the service receives it. */
export type BodyOf<E> = E extends { body: infer S } ? Parsed<S> : undefined
/** The body as a caller sends it. */
export type WireBodyOf<E> = E extends { body: infer S } ? Wire<S> : undefined
/** The query parameters after parsing. */
export type QueryOf<E> = E extends { query: infer S } ? Parsed<S> : undefined
export type WireQueryOf<E> = E extends { query: infer S } ? Wire<S> : undefined
/** The parsed response, as the caller receives it. */
export type AnswerOf<E> = E extends { returns: infer S } ? Parsed<S> : void
/** The response as the service returns it. */
export type WireAnswerOf<E> = E extends { returns: infer S } ? Wire<S> : void

/** Refuses options that are unknown, which a type argument alone would let through. */
type NoOthers<O> = Readonly<Partial<Record<Exclude<keyof O, keyof EndpointOptions>, never>>>

/**
 * Declares an endpoint that server and client share. Path parameters are written `:id` and arrive
 * as integers from 1 to 2,147,483,647; anything else is a 404.
 */
export function endpoint<const O extends EndpointOptions>(
  method: Method,
  path: string,
  options: O & NoOthers<O>,
): Endpoint<O> {
  const defaultStatus = options.returns === undefined && options.file === undefined ? 204 : 200
  return { ...options, method, path, status: options.status ?? defaultStatus }
}

/** True if the response is a record with a version, for use with If-Match. */
export function hasVersion({ returns }: Endpoint): boolean {
  return returns !== undefined && 'version' in shapeOf(returns)
}

/** True for the methods that change a record as a whole: PUT, and PATCH by JSON Merge Patch. */
export function isUpdate({ method }: Pick<Endpoint, 'method'>): boolean {
  return method === 'PUT' || method === 'PATCH'
}

/** The media type of a body (RFC 7396 for PATCH). */
export function mediaTypeOf({
  method,
  bodyMediaType,
}: Pick<Endpoint, 'method' | 'bodyMediaType'>): string {
  return bodyMediaType ?? (method === 'PATCH' ? mergePatch : 'application/json')
}

const mergePatch = 'application/merge-patch+json'

/** True if the endpoint returns a list. */
export function isList({ method, returns }: Endpoint): boolean {
  return method === 'GET' && returns?._zod.def.type === 'array'
}

/** True if the endpoint returns a list that takes words, `limit` and `offset`, and has a total. */
export function isPaged(endpoint: Endpoint): boolean {
  return isList(endpoint) && !isFeed(endpoint)
}

/**
 * True for a list that is read on after a row that the caller knows (`after`). It has one order and
 * no total: words or an offset would apply only to the rows of one page.
 */
function isFeed(endpoint: Endpoint): boolean {
  return hasParameter(endpoint, 'after')
}

/** True if the endpoint returns a list of records, which can be sorted by their fields. */
export function isSorted(endpoint: Endpoint): boolean {
  return isPaged(endpoint) && Object.keys(rowShapeOf(endpoint)).length > 0
}

/** The fields of the rows of a list; empty if the rows are not objects. */
export function rowShapeOf({ returns }: Endpoint): object {
  return returns ? elementShapeOf(returns) : {}
}

/**
 * The fields that a body may contain and the server ignores. An update may send the whole record
 * as it was returned, its lines included, with changes.
 */
export function ignoredFields({ method, ignores = [], returns }: Endpoint): ReadonlySet<string> {
  const answered = isUpdate({ method }) && returns ? Object.entries(shapeOf(returns)) : []
  const inLists = answered.flatMap(([name, field]) =>
    Object.keys(elementShapeOf(field as Schema)).map((inner) => `${name}.${inner}`),
  )
  return new Set([...answered.map(([name]) => name), ...inLists, ...ignores])
}

/** The names of the query parameters of an endpoint. */
export function parameterNames({ query }: Endpoint): string[] {
  return query ? Object.keys(shapeOf(query)) : []
}

/** True if the endpoint declares a query parameter with this name. */
export function hasParameter({ query }: Endpoint, name: string): boolean {
  return query !== undefined && name in shapeOf(query)
}

/** The fields of a schema; empty if it is not an object. */
function shapeOf(schema: Schema): object {
  return (schema._zod.def as { shape?: object }).shape ?? {}
}

/** The fields of the elements of a list; empty if it is not a list of objects. */
function elementShapeOf(schema: Schema): object {
  const { element } = schema._zod.def as { element?: Schema }
  return element ? shapeOf(element) : {}
}

/** Fills in the path parameters: `/api/customers/:id` and `{ id: 7 }` give `/api/customers/7`. */
export function pathOf(path: string, params: Record<string, number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
}

/** The query parameters of every paged list. */
export const listQuery = {
  q: z.optional(searchWords()),
  sort: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  /** `exact`: counts all matches instead of stopping at a limit. */
  count: z.optional(z.enum(['exact'])),
}

/** The prefix of a change cursor, which distinguishes it from a timestamp. */
export const changeCursorStart = 'c1.'

function isChangeCursorOrMoment(value: string): boolean {
  if (!value.startsWith(changeCursorStart)) return isMoment(value)
  return /^[\w-]{1,200}$/.test(value.slice(changeCursorStart.length))
}

/**
 * The query parameter of lists with a change feed: a cursor, or a start time. The answer has each
 * record that changed since, once, and the ids of deleted ones in a header.
 */
export const changesQuery = {
  updatedSince: z.optional(
    z.string().check(
      z.refine(isChangeCursorOrMoment, {
        error: 'Must be a date and time, or a cursor of this list',
      }),
      z.maxLength(210),
    ),
  ),
}

/** The paging parameters, which files and sums of all matches omit. */
export const paging = { limit: true, offset: true, cursor: true, count: true } as const

/** The paging and sorting parameters, which sums and bulk changes of all matches omit. */
export const pagingAndOrder = { ...paging, sort: true } as const

/** The query of the sums of a list: its filters, and what the sums are grouped by. */
export function sumsQuery<S extends z.core.$ZodLooseShape, const By extends string>(
  list: z.ZodMiniObject<S>,
  by: readonly By[],
): SumsQuery<S, By> {
  // Every list has the paging parameters. The casts are safe: all other parameters stay.
  const filters = z.omit(list as unknown as z.ZodMiniObject<typeof listQuery>, pagingAndOrder)
  return z.extend(filters, { by: z.optional(z.enum(by)) }) as unknown as SumsQuery<S, By>
}

type SumsQuery<S extends z.core.$ZodLooseShape, By extends string> = z.ZodMiniObject<
  Omit<S, keyof typeof pagingAndOrder> & {
    by: z.ZodMiniOptional<z.ZodMiniEnum<{ [Each in By]: Each }>>
  }
>

/** The totals of a list: overall and per group. */
export const listSums = z.object({
  count: z.int(),
  /** Null if the role may not see the amounts of all of these rows, or if they have none. */
  amount: z.nullable(amountText),
  /** The groups with the largest amounts first, at most 400: more than a year of days. */
  groups: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      count: z.int(),
      amount: z.nullable(amountText),
    }),
  ),
})
export type ListSums = z.infer<typeof listSums>

/** A filter by id: one id, or several separated by commas. */
export const ids = z.optional(
  z.coerce
    .string()
    .check(
      z.regex(/^\d{1,9}(,\d{1,9}){0,99}$/, { error: 'Must be ids separated by commas' }),
      z.maxLength(1000, { error: 'Must be ids separated by commas' }),
    ),
)

const mostFilterCharacters = 1000

/** A text filter; several values are separated by commas. */
export const textQuery = z.optional(z.string().check(z.maxLength(mostFilterCharacters)))

/** A filter for one of `values`, or several separated by commas. Rejects any other value. */
export function choiceQuery(values: readonly string[]) {
  const isChoice = (text: string) =>
    text === '' || text.split(',').every((value) => values.includes(value))
  const choices = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ')
  return z.optional(
    z
      .string()
      .check(
        z.refine(isChoice, { error: `Must be ${choices}`, params: { values } }),
        z.maxLength(mostFilterCharacters),
      ),
  )
}

/** A filter by a whole number. */
export const unitsQuery = z.optional(
  z.string().check(z.regex(/^-?\d{1,9}$/, { error: 'Must be a whole number' }), z.maxLength(20)),
)

/** A filter by an amount. */
export const amountQuery = z.optional(
  z
    .string()
    .check(
      z.regex(/^-?\d{1,12}(\.\d{1,2})?$/, { error: 'Must be an amount such as 12.50' }),
      z.maxLength(20),
    ),
)

/** A boolean filter: `true` or `false`. */
export const flagQuery = z.optional(z.enum(['true', 'false']))

/** The columns of an exported file, separated by commas; all columns by default. */
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
  updatedSince?: string | undefined
}
