import * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { recordFormOf } from '#platform/kernel/upsert.ts'
import { listParameters } from '../lists/page-in-memory.ts'
import { capitalized, choicesKey, type Names, type Schema } from './operation-and-schema-names.ts'
import {
  commaSeparated,
  type Json,
  parameterForms,
  refTo,
  wireForms,
  wireTypes,
} from './wire-types.ts'

/** A query parameter: its schema in the contract and in JSON. */
export type QueryParameter = { name: string; isRequired: boolean; schema: Schema; json: Json }

export type Schemas = {
  /** All schemas with a name, used or not. */
  components: Record<string, Json>
  /** The schema of a body or an answer: a reference, except for simple lists. */
  jsonOf(schema: Schema): Json
  queryOf(schema: Schema): QueryParameter[]
}

/**
 * Converts the schemas of all endpoints, and others that contracts name. Each body and each answer
 * has a name: that of its schema in the contract, or else one that begins with the name of its
 * endpoint. Bodies are closed, because the server refuses unknown fields. Throws if two schemas
 * have the same name.
 */
export function schemasOf(
  endpoints: readonly Endpoint[],
  names: Names,
  others: readonly Schema[] = [],
): Schemas {
  const named = nameSchemas(endpoints, names)
  const bodies = reachableFrom(
    endpoints.flatMap(({ body, bodyMediaType }) => (body && !bodyMediaType ? [body] : [])),
  )
  const all = reachableFrom(endpoints.flatMap(partsOf).concat(listParameters, others))
  const used = [...named].filter(([schema]) => all.has(schema) || types.has(schema))
  const registry = registryOf(used)
  const override = ({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: Json }) => {
    const known = types.get(zodSchema) ?? wireForms.get(zodSchema) ?? formOf(zodSchema, named)
    if (known) return replace(jsonSchema, known)
    const values = enumOf(zodSchema)
    if (values && !registry.has(zodSchema)) return replace(jsonSchema, choiceOf(values, names))
    dropSafeBounds(jsonSchema)
    if (bodies.has(zodSchema) && 'properties' in jsonSchema)
      jsonSchema['additionalProperties'] = false
  }
  const options = { io: 'input', unrepresentable: 'any', uri: uriOf, override } as const
  const { schemas } = z.toJSONSchema(registry, options as never) as {
    schemas: Record<string, Json>
  }
  const choices = [...names.choices.values()].map(({ name, values }) => [name, enumJson(values)])
  const components: Record<string, Json> = {
    ...Object.fromEntries(choices),
    ...mapped(schemas, withoutIds),
    ...listsOf(endpoints, named),
  }
  return {
    components,
    jsonOf: (schema) => jsonOf(schema, named, components),
    queryOf: (schema) => {
      const json = components[named.get(schema) ?? ''] ?? {}
      return parametersOf(schema, json, names)
    },
  }
}

const types = new Map(wireTypes.map(([type, , json]) => [type, json]))
const uriOf = (name: string) => `#/components/schemas/${name}`

/** Names of all schemas that are referred to: of contracts, bodies, answers and queries. */
function nameSchemas(endpoints: readonly Endpoint[], names: Names): Map<Schema, string> {
  const named = new Map([...names.schemas].filter(([schema]) => isNameable(schema)))
  for (const [type, name] of wireTypes) named.set(type, name)
  const add = (schema: Schema | undefined, name: string) => {
    if (schema && isNameable(schema) && !named.has(schema)) named.set(schema, name)
  }
  add(listParameters, 'ListParameters')
  for (const endpoint of endpoints) {
    const { body, bodyMediaType, query } = endpoint
    const id = capitalized(names.operationOf(endpoint).id)
    if (!bodyMediaType) add(body, `${id}Request`)
    for (const answer of answersOf(endpoint)) {
      const element = elementOf(answer)
      if (element) add(isObject(element) ? element : undefined, `${id}Row`)
      else add(answer, `${id}Result`)
    }
    add(query, `${id}Query`)
  }
  return named
}

/** The form of a record of an upsert, which the contract exports. */
function formOf(schema: Schema, named: Map<Schema, string>): Json | undefined {
  const form = recordFormOf(schema)
  const name = form && named.get(form)
  return name === undefined ? undefined : refTo(name)
}

/** What an endpoint answers, and what each event of its stream holds. */
function answersOf({ returns, event }: Endpoint): Schema[] {
  return [returns, event].filter((schema) => schema !== undefined)
}

function partsOf(endpoint: Endpoint): Schema[] {
  const { body, bodyMediaType, query } = endpoint
  return [bodyMediaType ? undefined : body, query, ...answersOf(endpoint)].filter(
    (part) => part !== undefined,
  )
}

/** A list of records is a schema with a name too: `SalesOrderPage` holds each SalesOrder. */
function listsOf(endpoints: readonly Endpoint[], named: Map<Schema, string>): Record<string, Json> {
  const elements = endpoints
    .flatMap(answersOf)
    .filter((answer) => !named.has(answer))
    .map((answer) => named.get(elementOf(answer) as Schema))
    .filter((name) => name !== undefined)
  return Object.fromEntries(
    elements.map((name) => [pageOf(name), { type: 'array', items: refTo(name) }]),
  )
}

const pageOf = (name: string) => `${name.replace(/Row$/, '')}Page`

function jsonOf(
  schema: Schema,
  named: Map<Schema, string>,
  components: Record<string, Json>,
): Json {
  const own = named.get(schema)
  if (own) return refTo(own)
  const element = elementOf(schema)
  const page = element && pageOf(named.get(element) ?? '')
  if (page && page in components) return refTo(page)
  const options = { io: 'input', unrepresentable: 'any' } as const
  return withoutIds(z.toJSONSchema(schema as z.ZodMiniType, options) as Json)
}

function parametersOf(schema: Schema, json: Json, names: Names): QueryParameter[] {
  const { properties = {}, required = [] } = json as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const shape = shapeOf(schema)
  return Object.entries(properties).map(([name, part]) => {
    const field = shape[name] as Schema
    const values = queryChoicesOf(field)
    const several = values && commaSeparated(choiceOf(values, names))
    const own = several ?? parameterForms.get(field) ?? part
    return { name, isRequired: required.includes(name), schema: field, json: own }
  })
}

function registryOf(named: readonly [Schema, string][]) {
  const registry = z.registry<{ id: string }>()
  const usedNames = new Set<string>()
  for (const [schema, name] of named) {
    if (usedNames.has(name))
      throw new Error(`Two schemas are called ${name} in the OpenAPI document`)
    usedNames.add(name)
    registry.add(schema, { id: name })
  }
  return registry
}

/** The allowed values: a reference to their list if a contract exports it. */
function choiceOf(values: readonly unknown[], names: Names): Json {
  const known = names.choices.get(choicesKey(values))
  return known ? refTo(known.name) : enumJson(values)
}

function enumJson(values: readonly unknown[]): Json {
  return { type: 'string', enum: values }
}

function enumOf(schema: Schema): readonly unknown[] | undefined {
  const { type, entries = {} } = defOf(schema)
  return type === 'enum' ? Object.values(entries) : undefined
}

/** The allowed values of a filter that takes several with commas (`choiceQuery`). */
function queryChoicesOf(field: Schema): readonly unknown[] | undefined {
  const { innerType } = defOf(field)
  const { checks = [] } = innerType ? defOf(innerType) : {}
  return checks.map((check) => check._zod.def.params?.values).find((values) => values)
}

/** Every schema that a value of the given schemas is read with. */
function reachableFrom(schemas: readonly Schema[]): Set<Schema> {
  const found = new Set<Schema>()
  const visit = (schema: Schema) => {
    if (found.has(schema)) return
    found.add(schema)
    const form = recordFormOf(schema)
    if (form) visit(form)
    partsIn(defOf(schema)).forEach(visit)
  }
  schemas.forEach(visit)
  return found
}

function partsIn(def: Def): Schema[] {
  const inner = def.innerType ?? (def.in && defOf(def.in).type === 'transform' ? def.out : def.in)
  const parts = [def.element, def.keyType, def.valueType, inner, ...(def.options ?? [])]
  return [...Object.values(def.shape ?? {}), ...parts].filter((part) => part !== undefined)
}

type Def = {
  type: string
  shape?: Record<string, Schema>
  entries?: Record<string, unknown>
  element?: Schema
  keyType?: Schema
  valueType?: Schema
  innerType?: Schema
  options?: readonly Schema[]
  in?: Schema
  out?: Schema
  checks?: readonly { _zod: { def: { params?: { values?: readonly unknown[] } } } }[]
}

function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def
}

const shapeOf = (schema: Schema) => defOf(schema).shape ?? {}
const isObject = (schema: Schema) => defOf(schema).type === 'object'
const elementOf = (schema: Schema) => defOf(schema).element
/** Wrappers such as `optional` are part of the field that has them. */
const isNameable = (schema: Schema) =>
  /^(?:object|enum|string|union|record)$/.test(defOf(schema).type)

function replace(json: Json, by: Json): void {
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, by)
}

/** A whole number has bounds that only say that JavaScript can hold it. */
function dropSafeBounds(json: Json): void {
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
}

function withoutIds(json: Json): Json {
  const { $schema: _, $id: __, id: ___, ...rest } = json
  return rest
}

function mapped(schemas: Record<string, Json>, change: (json: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, json]) => [name, change(json)]))
}
