import { useRead } from '#platform/web/api-hooks.ts'
import { listRoles } from '../../contract.ts'
import { roles } from '../../rules.ts'

/** The names of all roles that a user can get: the built-in ones, then the company's own. */
export function useRoleNames(): string[] {
  const { data } = useRead(listRoles, { query: { sort: 'name', limit: 200 } })
  return [...roles, ...(data ?? []).map(({ name }) => name)]
}

/** The same as the options of a field. */
export function useRoleOptions() {
  return useRoleNames().map((name) => ({ value: name, label: name }))
}
