/** One feature: its contract's exports, and the text of its `routes.ts` (empty if it has none). */
export type Room = { name: string; contract: Record<string, unknown>; routes: string }
type Endpoint = { method: string; path: string; permission: string }

/** Endpoints without a route in their room, and permissions that no role can have. */
export function endpointViolations(
  rooms: readonly Room[],
  permissions: Readonly<Record<string, unknown>>,
  served: readonly { endpoint: unknown }[],
): string[] {
  const reachable = new Set(served.map(({ endpoint }) => endpoint))
  return rooms.flatMap(({ name, contract, routes }) =>
    Object.entries(contract).flatMap(([call, endpoint]) => {
      if (!isEndpoint(endpoint)) return []
      const isRouted = new RegExp(`\\b${call}\\b`).test(routes)
      const isKnown = endpoint.permission === 'open' || endpoint.permission in permissions
      return [
        ...(isRouted ? [] : [`features/${name}/server/routes.ts does not serve ${call}`]),
        ...(!isRouted || reachable.has(endpoint) ? [] : [`app/rooms.ts leaves out ${call}`]),
        ...(isKnown ? [] : [`${call} needs ${endpoint.permission}, unknown to auth/rules.ts`]),
      ]
    }),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  if (typeof value !== 'object' || value === null) return false
  return 'method' in value && 'path' in value && 'permission' in value
}
