import { capitalized } from './operation-and-schema-names.ts'
import type { Json } from './wire-types.ts'

// Parts that several operations have are in the document once, under `components`.

type Paths = Record<string, Record<string, Json>>
type Parameter = Json & { name: string; in: string }

/**
 * Replaces parameters that several operations have by references, in place. Of different parameters
 * with the same name, the most frequent one is shared.
 */
export function withSharedParameters(paths: Paths): { parameters: Record<string, Json> } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const counts = new Map<string, number>()
  for (const json of operations.flatMap(parametersOf).map((each) => JSON.stringify(each))) {
    counts.set(json, (counts.get(json) ?? 0) + 1)
  }
  const parameters: Record<string, Json> = {}
  const names = new Map<string, string>()
  const frequent = [...counts].filter(([, count]) => count > 1)
  for (const [json] of frequent.toSorted(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(json) as Parameter
    const name = sharedName(parameter)
    if (name in parameters) continue
    parameters[name] = parameter
    names.set(json, name)
  }
  for (const operation of operations) {
    operation['parameters'] = parametersOf(operation).map((each) => {
      const name = names.get(JSON.stringify(each))
      return name ? { $ref: `#/components/parameters/${name}` } : each
    })
  }
  return { parameters }
}

/** `limit` is LimitParameter: generators make types of parameters too. */
function sharedName({ name }: Parameter): string {
  return `${name.split('-').map(capitalized).join('')}Parameter`
}

function parametersOf(operation: Json): Parameter[] {
  return (operation['parameters'] ?? []) as Parameter[]
}

type Components = Record<string, Record<string, unknown>>

/** The components that the paths refer to, directly or through other components. */
export function usedComponents(paths: Json, components: Components): Components {
  const used = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, ref = ''] of JSON.stringify(value).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(ref)) continue
      used.add(ref)
      const [kind = '', name = ''] = ref.split('/')
      visit(components[kind]?.[name] ?? null)
    }
  }
  visit(paths)
  return Object.fromEntries(
    Object.entries(components).map(([kind, parts]) => [
      kind,
      Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  )
}
