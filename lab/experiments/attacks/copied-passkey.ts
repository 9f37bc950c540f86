import type { CreationOptions, RequestOptions } from '#features/auth/contract.ts'
import { type Authenticator, createAuthenticator } from '#features/auth/server/passkeys/testing.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { password, type Person, type TestSystem, withTestSystem } from '../../nodes/test-system.ts'

/** One name for both nodes, as behind a proxy: a passkey belongs to it. */
const headers = { host: 'localhost' }
const origin = 'http://localhost'

/**
 * R12: of signatures with one counter, sent at once over both nodes, one signs in; a lower counter,
 * a used challenge and another origin sign nobody in, and administrators are told of the copy.
 */
export const copiedPasskey: Experiment = {
  row: 'R12',
  promise: 'passkey counter',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'R12' }, async (world) => {
      const device = createAuthenticator(origin)
      const person = await world.signUp('r12')
      await add(world, person, device)
      await copies(world, device, findings)
      await strangers(world, device, findings)
      await told(world, person, findings)
    }),
}

function post(world: TestSystem, path: string, more: object = {}): Promise<Answer> {
  return world.turn().call({ method: 'POST', path, headers, ...more })
}

async function add(world: TestSystem, { cookie: as }: Person, device: Authenticator) {
  const own = '/api/user/passkeys'
  const begun = await post(world, `${own}/options`, { as, body: { password } })
  const credential = device.create(begun.body as unknown as CreationOptions)
  await post(world, own, { as, body: { name: 'Device', credential } })
}

async function challenge(world: TestSystem): Promise<RequestOptions> {
  const { body } = await post(world, '/api/login/passkey/options')
  return body as unknown as RequestOptions
}

type Signing = Parameters<Authenticator['sign']>[1]

async function signedWith(world: TestSystem, device: Authenticator, given: Signing) {
  return { credential: device.sign(await challenge(world), given) }
}

const login = (world: TestSystem, body: object) => post(world, '/api/login/passkey', { body })

/** Ten signatures with one counter at once, as by a device and its copies, for 8 counters. */
async function copies(world: TestSystem, device: Authenticator, findings: Findings): Promise<void> {
  const faults: string[] = []
  for (let counter = 10; counter <= 80; counter += 10) {
    const bodies = []
    for (let n = 0; n < 10; n += 1) bodies.push(await signedWith(world, device, { counter }))
    const answers = await Promise.all(bodies.map((body) => login(world, body)))
    const signedIn = answers.filter(({ status }) => status === 200).length
    const refused = answers.filter((answer) => codeOf(answer) === 'passkey-copied').length
    if (signedIn !== 1 || refused !== 9) faults.push(`${counter}: ${signedIn} and ${refused}`)
  }
  findings.none('signatures with one counter', faults)
  const lower = await login(world, await signedWith(world, device, { counter: 5 }))
  findings.equal('a lower counter', codeOf(lower), 'passkey-copied')
}

async function strangers(
  world: TestSystem,
  device: Authenticator,
  findings: Findings,
): Promise<void> {
  const body = await signedWith(world, device, { counter: 1000 })
  findings.equal('a new counter', (await login(world, body)).status, 200)
  findings.equal('a used challenge', codeOf(await login(world, body)), 'passkey-challenge-over')
  const foreign = { counter: 1001, origin: 'https://prizm.example' }
  const phished = await login(world, await signedWith(world, device, foreign))
  findings.equal('another origin', codeOf(phished), 'wrong-passkey')
  const touched = { counter: 1002, flags: 0x01 }
  const unverified = await login(world, await signedWith(world, device, touched))
  findings.equal('a device that verified nobody', codeOf(unverified), 'wrong-passkey')
}

async function told(world: TestSystem, { id }: Person, findings: Findings): Promise<void> {
  const { rows } = await world.database.query<{ entries: number; notes: number }>(
    `select
       (select count(*)::int from audit_log
        where entity = 'user' and entity_id = $1 and action = 'refuse-passkey') as entries,
       (select count(*)::int from notifications where key like 'passkey-%') as notes`,
    [id],
  )
  const [{ entries, notes } = { entries: 0, notes: 0 }] = rows
  findings.equal('refusals in the history', entries, 8 * 9 + 1)
  findings.expect(notes > 0, 'no administrator was told')
  findings.note(`8 × 10 copies: 8 sign-ins; ${entries} refusals in the history, ${notes} notes`)
}
