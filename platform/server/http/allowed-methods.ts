import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { unknownAddress } from './problem-document.ts'
import type { Route } from './route.ts'

/** The methods of each address, by its path with `:id`. */
export type Methods = ReadonlyMap<string, string>

const machinePaths = ['/livez', '/readyz', '/metrics', '/api/openapi.json', '/api/docs']

/** No address of an endpoint has more parts. */
const mostParts = 12

/** Collects the methods of the addresses, as the header Allow lists them. */
export function methodsOf(routes: readonly Pick<Route, 'endpoint'>[]): Methods {
  const methods = new Map<string, string[]>(machinePaths.map((path) => [path, ['GET', 'HEAD']]))
  for (const { endpoint } of routes) {
    const known = methods.get(endpoint.path) ?? []
    const own = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]
    methods.set(endpoint.path, [...known, ...own])
  }
  return new Map([...methods].map(([path, names]) => [path, names.toSorted().join(', ')]))
}

/**
 * The refusal of a request that no endpoint answers: 405 with the methods of its address, or 404 if
 * the address has none. An address that may be a record's id is looked up as itself first.
 */
export function noSuchCall({ url }: Pick<FastifyRequest, 'url'>, methods: Methods): Refusal {
  const [path = ''] = url.split('?', 1)
  const parts = path.split('/')
  if (parts.length > mostParts) return unknownAddress()
  const withId = parts.map((_, index) => parts.with(index, ':id').join('/'))
  const known = [path, ...withId].find((each) => methods.has(each))
  const allow = known === undefined ? undefined : methods.get(known)
  if (allow === undefined) return unknownAddress()
  const sentence = `This address takes ${allow}`
  return new Refusal('notAllowed', 'method-not-allowed', sentence, [], { allow })
}
