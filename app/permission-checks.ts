import { keyMay } from '#features/api-keys/rules.ts'
import { may, type Permission, permissions } from '#features/auth/rules.ts'
import { isPartOfEnrollment } from '#features/auth/second-factor-rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { ServerParts } from '#platform/server/http/serve.ts'

/** Permission checks the server runs for every call: by role, and by scopes for an API key. */
export const permissionChecks: ServerParts['permissions'] = {
  isKnown: (name) => Object.hasOwn(permissions, name),
  may: ({ role, grants, scopes }, call) =>
    may({ role, grants: grants ?? null }, call.permission as Permission) &&
    (!scopes || keyMay(scopes, call)),
  whyNotYet: ({ mustEnroll }, call) => {
    if (!mustEnroll || isPartOfEnrollment(call)) return undefined
    const sentence = 'Your role requires a second factor. Set it up first'
    return new Refusal('forbidden', 'second-factor-missing', sentence)
  },
}
