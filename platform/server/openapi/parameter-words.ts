import type { QueryParameter } from './schemas.ts'
import { filterKinds } from './wire-types.ts'

/** The description of a query parameter that follows from its name and the kind of its values. */
export function describeParameter({ name, schema, json }: QueryParameter): string {
  const words = capitalizedWords(name)
  const kind = filterKinds.get(schema)
  if (kind) return `${words}: ${kind}.`
  if (json['type'] === 'array') return `${words}: one value or several.`
  return `${words}.`
}

/** `customerPO` becomes `Customer PO`. */
function capitalizedWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
