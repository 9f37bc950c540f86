import { may, type Permission, roles } from '#features/auth/rules.ts'
import { addressOf, allCalls, type Call } from '../../all-api-calls.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { idOf } from '../../staff/create-customers-and-skus.ts'
import { cookieOf } from '../../nodes/http.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, password, type TestSystem } from '../../nodes/test-system.ts'

/**
 * P33: every call as every role returns what the matrix says; records of other users are not found.
 */
export const accessControlHolds: Experiment = {
  row: 'P33',
  promise: 'function and object level',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P33' }, async (world) => {
      const cookies = await signInEachRole(world)
      await everyCall(world, cookies, findings)
      await checkForeignRecords(world, cookies, findings)
    }),
}

type Cookies = Record<string, string>

async function signInEachRole(world: TestSystem): Promise<Cookies> {
  const cookies: Cookies = { admin: world.admin.cookie }
  for (const role of roles.filter((each) => each !== 'admin')) {
    const username = `p33-${role}`
    const body = { username, email: `${username}@example.com`, password, role }
    await world.must({ method: 'POST', path: '/api/users', body })
    const credentials = { username, password }
    const answer = await world
      .turn()
      .call({ method: 'POST', path: '/api/login', body: credentials })
    cookies[role] = cookieOf(answer) ?? ''
  }
  return cookies
}

/** Calls that need no permission; warehouse messages are signed instead. */
const openCalls = [
  'GET /api/health',
  'GET /api/sign-in',
  'GET /api/sign-out-address',
  'POST /api/invitation/accept',
  'POST /api/login',
  'POST /api/login/passkey',
  'POST /api/login/passkey/options',
  'POST /api/login/second-factor',
  'POST /api/login/single-sign-on',
  'POST /api/login/single-sign-on/complete',
  'POST /api/logout',
  'POST /api/password-reset',
  'POST /api/password-reset/complete',
  'POST /api/register',
  'POST /api/wms/webhook',
]

/** Uses ids that do not exist, so that a permitted call changes nothing. */
async function everyCall(world: TestSystem, cookies: Cookies, findings: Findings): Promise<void> {
  const calls = allCalls()
  const open = calls.filter((call) => call.permission === 'open').map((call) => call.name)
  findings.equal('calls without a session', open.sort().join(), openCalls.join())
  const guarded = calls.filter((call) => call.permission !== 'open')
  const tries = guarded.flatMap((call) => ['nobody', ...roles].map((role) => ({ call, role })))
  const faults = await mapConcurrently(tries, 8, async ({ call, role }) => {
    const { status } = await world.turn().call({ ...emptyOf(call), as: cookies[role] })
    const fault = faultOf(status, { call, role })
    return fault ? [`${call.name} as ${role}: ${fault}`] : []
  })
  findings.none('matrix', faults.flat())
  findings.note(`${guarded.length} calls × ${roles.length} roles and nobody: ${tries.length} tries`)
}

function emptyOf(call: Call) {
  const body = call.fields ? { body: {} } : {}
  return { method: call.method, path: addressOf(call, {}), ...body }
}

function faultOf(status: number, { call, role }: { call: Call; role: string }): string | undefined {
  if (status === 0 || status >= 500) return String(status)
  if (role === 'nobody') return status === 401 ? undefined : `${status}, not 401`
  const isAllowed = may({ role }, call.permission as Permission)
  if (!isAllowed) return status === 403 ? undefined : `${status}, not 403`
  return status === 401 || status === 403 ? `${status}, and it is allowed` : undefined
}

/** A draft belongs to the clerk who created it, a session to its own user. */
async function checkForeignRecords(
  world: TestSystem,
  cookies: Cookies,
  findings: Findings,
): Promise<void> {
  const { sales = '', user = '' } = cookies
  const drafts = '/api/order-drafts'
  const body = { title: 'Mine', form: { typed: 'by me' } }
  const id = idOf(await world.must({ method: 'POST', path: drafts, body, as: sales }))
  const list = async (as: string) => (await world.call({ method: 'GET', path: drafts, as })).text
  findings.equal("a stranger's list", await list(user), '[]')
  const remove = { method: 'DELETE', path: `${drafts}/${id}` }
  const taken = await world.call({ ...remove, as: user })
  const over = await world.call({ method: 'POST', path: drafts, body: { ...body, id }, as: user })
  findings.equal("deleting another's draft", taken.status, 404)
  findings.equal("writing over another's draft", over.status, 404)
  findings.expect((await list(sales)).includes('by me'), 'the draft is gone')
  findings.equal('deleting one’s own', (await world.call({ ...remove, as: sales })).status, 204)
  findings.note(`another's draft: ${taken.status} and ${over.status}`)
}
