import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type KeyScope,
  keyMay,
  keyScopes,
  peopleOnly,
  scopePermissions,
} from '#features/api-keys/rules.ts'
import { type ChosenPermission, chosenPermissions, grantsOf } from '#features/auth/role-rules.ts'
import { type Holder, may, type Permission, roles } from '#features/auth/rules.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import type { Actor } from '#platform/server/database/db.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { createLog } from '#platform/server/runtime/log.ts'
import { route } from '#platform/server/http/route.ts'
import { buildServer } from '#platform/server/http/serve.ts'
import { permissionChecks } from '../../permission-checks.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)

/** Calls that need no session. Adding one is a deliberate decision and belongs in this list. */
const openCalls = [
  'GET /api/sign-in',
  'GET /api/sign-out-address',
  'POST /api/login',
  'POST /api/login/second-factor',
  'POST /api/login/passkey',
  'POST /api/login/passkey/options',
  'POST /api/login/single-sign-on',
  'POST /api/login/single-sign-on/complete',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/password-reset',
  'POST /api/password-reset/complete',
  'POST /api/invitation/accept',
  'GET /api/health',
  'POST /api/wms/webhook',
]

/** Open calls that are authenticated by a signature instead of a session. */
const signedCalls = ['POST /api/wms/webhook']

/** Own roles: one of nothing but the basics, one of everything, and two halves. */
const ownRoles: Readonly<Record<string, readonly ChosenPermission[]>> = {
  Nothing: [],
  Everything: chosenPermissions,
  'Even half': chosenPermissions.filter((_, index) => index % 2 === 0),
  'Odd half': chosenPermissions.filter((_, index) => index % 2 === 1),
}

/** All roles, built-in and own, as the check of permissions sees them. */
const holders: readonly Holder[] = [
  ...roles.map((role) => ({ role })),
  ...Object.entries(ownRoles).map(([role, chosen]) => ({ role, grants: grantsOf(chosen) })),
]

let prizm: TestApp
const sessions = new Map<string, () => Promise<string>>()

beforeAll(async () => {
  prizm = await startTestApp()
  // One administrator always remains, whatever the calls do to the other users.
  await prizm.builders.user({ role: 'admin' })
  for (const [name, chosen] of Object.entries(ownRoles)) {
    // oxlint-disable-next-line no-await-in-loop
    await prizm.builders.ownRole({ name, permissions: chosen })
  }
  for (const { role } of holders) {
    const user = await prizm.builders.user({ role })
    sessions.set(role, () => prizm.builders.session(user))
  }
})
afterAll(() => prizm.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** One empty call to a missing record: only the permission check matters. */
async function tryAs(
  testedEndpoint: Endpoint,
  as?: string,
  headers?: Record<string, string>,
): Promise<number> {
  const url = testedEndpoint.path.replace(/:\w+/g, '2147483647')
  const hasBody = testedEndpoint.method !== 'GET' && testedEndpoint.body !== undefined
  const answer = await prizm.call(testedEndpoint.method, url, {
    ...(as && { as }),
    ...(headers && { headers }),
    ...(hasBody && { body: {} }),
  })
  expect(answer.statusCode, `${nameOf(testedEndpoint)}: ${answer.body}`).toBeLessThan(500)
  return answer.statusCode
}

test('only the listed calls are open', () => {
  const open = endpoints.filter((each) => each.permission === 'open').map(nameOf)
  expect(open.filter((name) => !openCalls.includes(name))).toEqual([])
})

test.each(endpoints.map((each) => [nameOf(each), each] as const))(
  '%s is allowed for exactly the roles with its permission',
  async (name, testedEndpoint) => {
    const isOpen = testedEndpoint.permission === 'open'
    const signedOut = await tryAs(testedEndpoint)
    if (signedCalls.includes(name)) return expect(signedOut).toBe(401)
    if (isOpen) expect([401, 403]).not.toContain(signedOut)
    else expect(signedOut, 'signed out').toBe(401)
    for (const holder of holders) {
      const { role } = holder
      const status = await tryAs(testedEndpoint, await sessions.get(role)?.())
      if (isOpen || may(holder, testedEndpoint.permission as Permission)) {
        expect([401, 403], role).not.toContain(status)
      } else expect(status, role).toBe(403)
    }
  },
)

/** The text of an administrator's API key with one scope. */
async function keyWith(scope: KeyScope): Promise<string> {
  const as = (await sessions.get('admin')?.()) ?? ''
  const body = { name: scope, scopes: [scope] }
  const made = await prizm.call('POST', '/api/api-keys', { as, body })
  return made.json<{ key: string }>().key
}

test.each(keyScopes)(
  'a key with the scope %s may make exactly the calls of its scope',
  async (scope) => {
    const authorization = `Bearer ${await keyWith(scope)}`
    const listed: readonly string[] = scopePermissions[scope]
    for (const testedEndpoint of endpoints.filter(({ permission }) => permission !== 'open')) {
      const { method, permission, changesNothing } = testedEndpoint
      const isPeoples = peopleOnly.some((each) => each === permission)
      const isRead = method === 'GET' || changesNothing === true
      const isOpen = isRead === (scope === 'read') && listed.includes(permission)
      // oxlint-disable-next-line no-await-in-loop
      const status = await tryAs(testedEndpoint, undefined, { authorization })
      if (isOpen && !isPeoples) expect([401, 403], nameOf(testedEndpoint)).not.toContain(status)
      else expect(status, nameOf(testedEndpoint)).toBe(403)
    }
  },
)

test('without a required second factor an account gets its setup and nothing else', () => {
  const account = { id: 1, username: 'ada', role: 'admin' } as const
  const closed = endpoints.filter(({ permission }) => permission !== 'open')
  const answered = (actor: Actor) =>
    closed.filter((each) => permissionChecks.whyNotYet?.(actor, each) === undefined).map(nameOf)
  expect(answered({ ...account, mustEnroll: true }).toSorted()).toEqual([
    'GET /api/user',
    'GET /api/user/passkeys',
    'GET /api/user/second-factor',
    'POST /api/user/passkeys',
    'POST /api/user/passkeys/options',
    'POST /api/user/second-factor',
    'POST /api/user/second-factor/confirm',
  ])
  expect(answered(account)).toEqual(closed.map(nameOf))
})

test('the scope read excludes task-specific and people-only calls', () => {
  const closed = endpoints.filter(({ method, permission }) => {
    return method === 'GET' && permission !== 'open' && !keyMay(['read'], { method, permission })
  })
  expect(closed.map(({ path }) => path).toSorted()).toEqual([
    '/api/api-keys',
    '/api/backtests/:id',
    '/api/backtests/last',
    '/api/comments/mentionable',
    '/api/credit-memos/:id/letter',
    '/api/customers/:id/personal-data',
    '/api/customers/:id/statement/letter',
    '/api/customers/deleted',
    '/api/dunning/letters/:id/letter',
    '/api/dunning/proposal',
    '/api/email-problems',
    '/api/first-steps',
    '/api/health/data-checks',
    '/api/health/dead-messages',
    '/api/health/retention',
    '/api/health/tables',
    '/api/intake-corrections',
    '/api/intake-messages',
    '/api/intake-messages/:id',
    '/api/intake-messages/:id/file',
    '/api/intake-messages/assignees',
    '/api/intake-messages/open-count',
    '/api/invoices/:id/letter',
    '/api/mail',
    '/api/order-drafts',
    '/api/purchase-approval-levels/approvers',
    '/api/purchase-orders/:id/letter',
    '/api/purchase-proposals',
    '/api/returns/:id/letter',
    '/api/roles',
    '/api/sales-orders/:id/confirmation/letter',
    '/api/sendings',
    '/api/sendings/:id/pdf',
    '/api/settings/active-accounts',
    '/api/shipments/:id/notice/letter',
    '/api/single-sign-on',
    '/api/skus/deleted',
    '/api/user/offline-key',
    '/api/users',
    '/api/users/:id/limits',
    '/api/users/:id/personal-data',
    '/api/users/slowed',
    '/api/vendors/deleted',
    '/api/webhook-deliveries',
    '/api/webhook-deliveries/:id',
    '/api/webhooks',
  ])
})

test.each(['orders.everything', 'toString', '__proto__', ''])(
  'an endpoint with the unknown permission "%s" prevents the start',
  async (permission) => {
    const stray = endpoint('GET', '/api/stray', { permission, summary: 'Nobody may' })
    const building = buildServer({
      routes: [route(stray, async () => undefined)],
      database: prizm.database,
      config: readConfig({}),
      log: createLog('silent'),
      clock: () => prizm.clock.now,
      identify: async () => undefined,
      permissions: permissionChecks,
      requireIfMatch: () => false,
    })
    await expect(building).rejects.toThrow(
      `GET /api/stray requires an unknown permission: ${permission}`,
    )
  },
)
