import { basicPermissions } from '../../role-rules.ts'

const basic = `array[${basicPermissions.map((each) => `'${each}'`).join(', ')}]`

/** SQL: all permissions of the own role `o`. */
export const grantsOfOwnRole = `(${basic} || o.permissions)`

/** SQL: all permissions of the own role of the user `u`; null for a built-in role. */
export const ownGrants = `(select ${grantsOfOwnRole} from own_roles o where o.id = u.own_role_id)`
