import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  options?: readonly Schema[]
  items?: readonly Schema[]
  left?: Schema
  right?: Schema
  in?: Schema
  out?: Schema
  getter?: () => Schema
}

/** A field of a schema: its name, its path, and the types of its value (`string`, `enum`). */
export type SchemaField = { name: string; path: string; types: string[] }

/**
 * Every field of a schema at any depth: inside objects, lists, records, unions and pipes. Fields of
 * list elements are written `items.id`. A schema that contains itself is visited once.
 */
export function fieldsOf(schema: Schema, path = '', seen: readonly Schema[] = []): SchemaField[] {
  if (seen.includes(schema)) return []
  const def = schema._zod.def as unknown as Def
  const inside = [...seen, schema]
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, part]) => {
      const at = path === '' ? name : `${path}.${name}`
      return [{ name, path: at, types: typesOf(part) }, ...fieldsOf(part, at, inside)]
    })
  }
  return partsOf(def).flatMap((part) => fieldsOf(part, path, inside))
}

/** The types of the values that a schema accepts, without wrappers such as `optional`. */
function typesOf(schema: Schema, seen: readonly Schema[] = []): string[] {
  if (seen.includes(schema)) return []
  const def = schema._zod.def as unknown as Def
  const isWrapper = ['union', 'pipe', 'lazy', 'intersection'].includes(def.type)
  if (!isWrapper && !def.innerType) return [def.type]
  const inner = partsOf(def).flatMap((part) => typesOf(part, [...seen, schema]))
  return [...new Set(inner)].filter((type) => type !== 'transform')
}

function partsOf(def: Def): Schema[] {
  const single = [def.element, def.innerType, def.keyType, def.valueType, def.left, def.right]
  const otherParts = [def.in, def.out, def.getter?.(), ...(def.options ?? []), ...(def.items ?? [])]
  return [...single, ...otherParts].filter((part) => part !== undefined)
}
