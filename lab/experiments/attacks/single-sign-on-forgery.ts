import {
  claimsOf,
  clientId,
  clientSecret,
  followProvider,
  signedToken,
  startProvider,
  type TestProvider,
} from '#features/auth/server/single-sign-on/testing.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'

const path = '/api/login/single-sign-on'
/** One name for both nodes, as behind a proxy. */
const headers = { host: 'localhost' }

/**
 * R11: a return from the provider signs in once, on whichever node, and only the browser that began
 * it; a changed state, nonce, code or ID token signs nobody in.
 */
export const singleSignOnForgery: Experiment = {
  row: 'R11',
  promise: 'single sign-on: state, nonce, PKCE, ID token',
  needsPostgres: true,
  run: async (lab, findings) => {
    const provider = await startProvider()
    const env = { SIGN_ON_LOOPBACK: 'on' }
    try {
      await withTestSystem(lab, findings, { row: 'R11', env }, async (world) => {
        await setUp(world, provider)
        const sessionsBefore = await sessionsOf(world)
        await forgedReturns(world, provider, findings)
        await forgedTokens(world, provider, findings)
        findings.equal('sessions of forged returns', await sessionsOf(world), sessionsBefore)
        await replays(world, findings)
      })
    } finally {
      await provider.close()
    }
  },
}

async function setUp(world: TestSystem, { issuer, people }: TestProvider): Promise<void> {
  people.set('bo', { email: 'bo@provider.example', email_verified: true })
  people.set('eve', { email: 'eve@provider.example', email_verified: true })
  const body = {
    issuer,
    clientId,
    clientSecret,
    groupClaim: 'groups',
    groupRoles: [],
    createsAccounts: true,
    defaultRole: 'viewer',
    buttonText: 'Provider',
    isOnly: false,
    breakGlassId: null,
  }
  await world.must({ method: 'PUT', path: '/api/single-sign-on', body })
}

type Begun = { url: string; cookie: string }

async function begin(world: TestSystem): Promise<Begun> {
  const begun = await world.turn().call({ method: 'POST', path, headers })
  const [cookie = ''] = [begun.headers['set-cookie'] ?? []].flat()
  return { url: String(begun.body['address']), cookie: cookie.split(';', 1)[0] ?? '' }
}

type Form = Record<string, string>

function complete(world: TestSystem, form: Form, cookie: string): Promise<Answer> {
  const body = form
  return world.turn().call({ method: 'POST', path: `${path}/complete`, body, as: cookie, headers })
}

const formOf = (returned: URL): Form => Object.fromEntries(returned.searchParams)
const stateOf = ({ url }: Begun) => new URL(url).searchParams.get('state') ?? ''

async function sessionsOf({ database }: TestSystem): Promise<number> {
  const found = await database.query<{ n: number }>('select count(*)::int as n from sessions')
  return found.rows[0]?.n ?? 0
}

async function forgedReturns(
  world: TestSystem,
  provider: TestProvider,
  findings: Findings,
): Promise<void> {
  const [mine, other] = [await begin(world), await begin(world)]
  const form = formOf(await followProvider(mine.url))
  const tries: [what: string, form: Form, cookie: string][] = [
    ['no cookie', form, ''],
    ['the cookie of another browser', form, other.cookie],
    ['the state of another sign-in', { ...form, state: stateOf(other) }, mine.cookie],
    ['a made-up state', { ...form, state: 'A'.repeat(43) }, mine.cookie],
  ]
  for (const [what, changed, cookie] of tries) {
    findings.equal(what, codeOf(await complete(world, changed, cookie)), 'sign-on-over')
  }
  provider.person = 'eve'
  const attacker = formOf(await followProvider((await begin(world)).url))
  provider.person = 'bo'
  const victim = await begin(world)
  const injected = { ...attacker, state: stateOf(victim) }
  const answer = await complete(world, injected, victim.cookie)
  findings.equal('a code of another sign-in', codeOf(answer), 'sign-on-invalid')
  const nonce = await withChangedRequest(world, 'nonce', 'another nonce')
  findings.equal('another nonce', codeOf(nonce), 'sign-on-invalid')
  const challenge = await withChangedRequest(world, 'code_challenge', 'B'.repeat(43))
  findings.equal('another PKCE challenge', codeOf(challenge), 'sign-on-invalid')
}

/** A sign-in whose request to the provider was changed on its way. */
async function withChangedRequest(
  world: TestSystem,
  parameter: string,
  value: string,
): Promise<Answer> {
  const begun = await begin(world)
  const url = new URL(begun.url)
  url.searchParams.set(parameter, value)
  return complete(world, formOf(await followProvider(url.href)), begun.cookie)
}

async function forgedTokens(
  world: TestSystem,
  provider: TestProvider,
  findings: Findings,
): Promise<void> {
  const changes: Record<string, Record<string, unknown>> = {
    'another audience': { aud: 'other' },
    'another issuer': { iss: 'https://id.example.com' },
    'an expired token': { exp: 1_700_000_000, iat: 1_600_000_000 },
    'no nonce': { nonce: undefined },
  }
  for (const [what, change] of Object.entries(changes)) {
    provider.tamper = (answer) => {
      return { ...answer, id_token: signedToken({ ...claimsOf(answer.id_token), ...change }) }
    }
    const begun = await begin(world)
    const form = formOf(await followProvider(begun.url))
    const answer = await complete(world, form, begun.cookie)
    findings.equal(what, codeOf(answer), 'sign-on-invalid')
  }
  provider.tamper = undefined
}

/** The same return ten times at once, over both nodes. */
async function replays(world: TestSystem, findings: Findings): Promise<void> {
  const begun = await begin(world)
  const form = formOf(await followProvider(begun.url))
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => complete(world, form, begun.cookie)),
  )
  const signedIn = answers.filter(({ status }) => status === 200).length
  findings.equal('sign-ins of ten equal returns', signedIn, 1)
  findings.none(
    'refused returns',
    answers.flatMap((answer) =>
      answer.status === 200 || codeOf(answer) === 'sign-on-over' ? [] : [`${answer.status}`],
    ),
  )
  findings.note('7 changed returns and 4 changed ID tokens refused; 1 of 10 equal returns counts')
}
