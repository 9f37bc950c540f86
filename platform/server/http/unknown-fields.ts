import type * as z from 'zod/mini'
import { nearestName } from './nearest-name.ts'
import type { FieldError } from '#platform/kernel/refusal.ts'

type Schema = z.core.$ZodType
type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  valueType?: Schema
  options?: readonly Schema[]
  in?: Schema
  out?: Schema
}

/** The state of a traversal: the fields to ignore and the errors so far. */
type Walk = { isIgnored: (path: string) => boolean; found: FieldError[] }

const mostNamed = 20
const mostListed = 12

/**
 * The fields of a value that its schema does not define, each with the closest known name: at most
 * 20. `ignored` lists fields that are accepted without effect; fields of list elements are written
 * `items.id`.
 */
export function unknownFields(
  schema: Schema,
  value: unknown,
  ignored: ReadonlySet<string> = new Set(),
): FieldError[] {
  const isIgnored = (path: string) => ignored.has(path.replaceAll(/\.\d+(?=\.)/g, ''))
  const walk: Walk = { isIgnored, found: [] }
  visit(walk, schema, { value, path: '' })
  return walk.found.slice(0, mostNamed)
}

/** The error message for an unknown name: "Unknown field customerPo. Did you mean …?" */
export function unknownName(
  what: 'field' | 'parameter',
  name: string,
  known: readonly string[],
): string {
  const shortName = name.length > 50 ? `${name.slice(0, 50)}…` : name
  const nearest = nearestName(name, known)
  if (nearest) return `Unknown ${what} ${shortName}. Did you mean ${nearest}?`
  const isShort = known.length > 0 && known.length <= mostListed
  return `Unknown ${what} ${shortName}${isShort ? `. Use ${known.join(', ')}` : ''}`
}

type At = { value: unknown; path: string }

function visit(walk: Walk, schema: Schema, at: At): void {
  const def = schema._zod.def as unknown as Def
  if (at.value === null || typeof at.value !== 'object' || walk.found.length >= mostNamed) return
  if (def.shape) return visitObject(walk, def.shape, at)
  if (def.type === 'array' && def.element) return visitEach(walk, def.element, at)
  if (def.type === 'record' && def.valueType) return visitEach(walk, def.valueType, at)
  if (def.type === 'union' && def.options) return visitUnion(walk, def.options, at)
  const inner = def.innerType ?? (isTransform(def.in) ? def.out : def.in)
  if (inner) visit(walk, inner, at)
}

function visitObject(walk: Walk, shape: Record<string, Schema>, { value, path }: At): void {
  if (Array.isArray(value)) return
  for (const [name, part] of Object.entries(value as object)) {
    if (walk.found.length >= mostNamed) return
    const place = path === '' ? name : `${path}.${name}`
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) visit(walk, known, { value: part, path: place })
    else if (!walk.isIgnored(place)) {
      const message = unknownName('field', name, Object.keys(shape))
      walk.found.push({ path: place, message, code: 'unknown-field' })
    }
  }
}

function visitEach(walk: Walk, schema: Schema, { value, path }: At): void {
  for (const [key, part] of Object.entries(value as object)) {
    visit(walk, schema, { value: part, path: path === '' ? key : `${path}.${key}` })
  }
}

/** Checks a union: the option with the fewest unknown fields among those that validate. */
function visitUnion(walk: Walk, options: readonly Schema[], at: At): void {
  const fits = options.filter((option) => (option as z.ZodMiniType).safeParse(at.value).success)
  const tries = (fits.length > 0 ? fits : options).map((option) => {
    const one: Walk = { isIgnored: walk.isIgnored, found: [] }
    visit(one, option, at)
    return one.found
  })
  const [best = []] = tries.toSorted((one, other) => one.length - other.length)
  walk.found.push(...best)
}

function isTransform(schema: Schema | undefined): boolean {
  return schema?._zod.def.type === 'transform'
}
