import { capitalized } from './operation-and-schema-names.ts'
import type { QueryParameter } from './schemas.ts'
import { filterKinds } from './wire-types.ts'

/** The description of a query parameter that follows from its name and the kind of its values. */
export function describeParameter({ name, schema, json }: QueryParameter): string {
  const words = wordsOf(name)
  const kind = filterKinds.get(schema)
  if (kind) return `Filter by ${words}: ${kind}.`
  if (json['type'] === 'array') return `Filter by ${words}: one value or several.`
  return capitalized(`${words}.`)
}

const abbreviations = new Set(['po', 'sku', 'wms', 'zip'])

/** `customerPO` becomes `customer PO`. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
  return words.map((word) => (abbreviations.has(word) ? word.toUpperCase() : word)).join(' ')
}
