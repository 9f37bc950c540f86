import { keyMay } from '#features/api-keys/rules.ts'
import { may, type Permission, permissions } from '#features/auth/rules.ts'
import type { ServerParts } from '#platform/server/http/serve.ts'

/** Who may do what, as the server asks it for every call: by role, and an API key by its scopes. */
export const permissionMatrix: ServerParts['permissions'] = {
  isKnown: (name) => Object.hasOwn(permissions, name),
  may: (actor, call) =>
    may({ role: actor.role }, call.permission as Permission) &&
    (!actor.scopes || keyMay(actor.scopes, call)),
}
