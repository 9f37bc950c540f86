import type * as z from 'zod/mini'
import * as bulk from '#platform/kernel/bulk.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import * as endpoints from '#platform/kernel/endpoint.ts'
import * as imports from '#platform/kernel/import.ts'
import * as upsert from '#platform/kernel/upsert.ts'

// The names of the OpenAPI document are those of the code: an endpoint is called as its contract
// exports it, a schema likewise with a capital letter.

export type Schema = z.core.$ZodType

/** A room of the program, as the OpenAPI document describes it. */
export type RoomContract = {
  /** The tag of the room's operations. */
  tag: string
  description: string
  /** The modules that export its endpoints, schemas, and lists of allowed values. */
  modules: readonly object[]
  /** Names for schemas whose exported names would be ambiguous outside the room. */
  schemaNames?: Readonly<Record<string, string>>
}

/** The operationId of an endpoint, and the tag of its room. */
export type OperationName = { id: string; tag: string | undefined }

export type Choices = { name: string; values: readonly string[] }

export type Names = {
  operationOf(endpoint: Endpoint): OperationName
  schemas: ReadonlyMap<Schema, string>
  /** The exported lists of allowed values, by their values (`choicesKey`). */
  choices: ReadonlyMap<string, Choices>
}

const kernel: RoomContract = {
  tag: '',
  description: '',
  modules: [bulk, endpoints, imports, upsert],
}

/** Reads the names of operations, schemas and allowed values from the contracts of the rooms. */
export function namesOf(rooms: readonly RoomContract[]): Names {
  const operations = new Map<unknown, OperationName>()
  const schemas = new Map<Schema, string>()
  const choices = new Map<string, Choices>()
  for (const { tag, modules, schemaNames = {} } of [...rooms, kernel]) {
    for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
      const ownName = schemaNames[name] ?? capitalized(name)
      if (isEndpoint(value)) operations.set(value, { id: name, tag })
      else if (isSchema(value)) addOnce(schemas, value, ownName)
      else if (isChoices(value)) {
        addOnce(choices, choicesKey(value), { name: singularOf(ownName), values: value })
      } else {
        for (const [member, endpoint] of familyOf(value)) {
          operations.set(endpoint, { id: `${name}Of${wordsJoined(member)}`, tag })
        }
      }
    }
  }
  const operationOf = (endpoint: Endpoint) =>
    operations.get(endpoint) ?? { id: unnamedId(endpoint), tag: undefined }
  return { operationOf, schemas, choices }
}

/** The key of a list of allowed values, whatever its order. */
export function choicesKey(values: readonly unknown[]): string {
  return values.map(String).toSorted().join('\n')
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A schema that several modules export keeps its first name. */
function addOnce<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (!map.has(key)) map.set(key, value)
}

/** `salesOrderStatuses` is a list of each SalesOrderStatus. */
function singularOf(name: string): string {
  if (name.endsWith('Bases')) return name.replace(/es$/, 'is')
  if (/(?:s|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '')
  return name.endsWith('ies') ? name.replace(/ies$/, 'y') : name.replace(/s$/, '')
}

/** `order-confirmation` becomes `OrderConfirmation`. */
function wordsJoined(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('')
}

/** An endpoint that no contract exports, such as one of a test, is named by its address. */
function unnamedId({ method, path }: Endpoint): string {
  return method.toLowerCase() + wordsJoined(path)
}

/** Several endpoints under one name, such as the PDF of each kind of document. */
function familyOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter(([, member]) => isEndpoint(member))
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value && 'parse' in value
}

function isChoices(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length < 2) return false
  return value.every((each) => typeof each === 'string')
}
