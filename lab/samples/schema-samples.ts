import type * as z from 'zod/mini'

// Sample values of a schema, complete and with one field missing, for tests that read stored JSON.

type Step = string | number
/** A stored value with one field missing: the field's path, and the value without it. */
export type MissingField = { path: string; remaining: unknown; steps: Step[] }

/** A value without each of its fields, one at a time, at any depth. */
export function withoutEach(value: unknown, at: Step[] = []): MissingField[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const step = Array.isArray(value) ? Number(name) : name
    const part = (value as Record<string, unknown>)[name]
    const deeper = withoutEach(part, [...at, step]).map(({ path, remaining, steps }) => {
      return { path, steps, remaining: withPart(value, name, remaining) }
    })
    if (Array.isArray(value)) return deeper
    const { [name]: _, ...remaining } = value as Record<string, unknown>
    return [{ path: [...at, step].join('.'), steps: [...at, step], remaining }, ...deeper]
  })
}

function withPart(parent: object, name: string, part: unknown): unknown {
  if (!Array.isArray(parent)) return { ...parent, [name]: part }
  return parent.map((each: unknown, index) => (String(index) === name ? part : each))
}

/** Every leaf value of an object, by its path. */
function leavesOf(value: unknown, at = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [at]: value }
  const parts = Object.entries(value).map(([name, part]) =>
    leavesOf(part, at === '' ? name : `${at}.${name}`),
  )
  return Object.assign({}, ...parts) as Record<string, unknown>
}

/** The leaf values that differ after reading, by path. */
export function changedLeaves(stored: unknown, read: unknown): string[] {
  const found = leavesOf(read)
  return Object.entries(leavesOf(JSON.parse(JSON.stringify(stored)))).flatMap(([path, value]) =>
    found[path] === value ? [] : [path],
  )
}

/** A valid value of a schema, with all optional fields. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as unknown as { def: Def }
  if (def.type === 'object') {
    const parts = Object.entries(def.shape ?? {}).map(([name, part]) => [name, sampleOf(part)])
    return Object.fromEntries(parts)
  }
  if (def.type === 'array') return [sampleOf(def.element as z.core.$ZodType)]
  if (def.type === 'record') return { '1': sampleOf(def.valueType as z.core.$ZodType) }
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0]
  if (def.type === 'boolean') return true
  if (def.type === 'number') return 1
  return def.innerType ? sampleOf(def.innerType) : 'text'
}

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  innerType?: z.core.$ZodType
  entries?: Record<string, unknown>
}
