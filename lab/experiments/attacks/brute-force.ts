import type { Experiment, Findings } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { quantile, tally } from '../../nodes/response-statistics.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, password, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const tries = 1000
const addresses = 200

/**
 * P34: password guessing is rate-limited across both nodes, and outsiders cannot lock an account.
 */
export const bruteForce: Experiment = {
  row: 'P34',
  promise: 'brute force',
  needsPostgres: true,
  run: (lab, findings) => {
    // The lab acts as the reverse proxy, so that attempts come from many addresses.
    const env = { TRUSTED_PROXY: 'loopback' }
    return withTestSystem(lab, findings, { row: 'P34', env }, async (world) => {
      for (const name of ['one', 'many', 'timed', 'known']) await world.signUp(`p34-${name}`)
      await fromOneAddress(world, findings)
      await fromKnownBrowser(world, findings)
      await fromManyAddresses(world, findings)
      await knownAndUnknown(world, findings)
      await checkStoredSecrets(world, findings)
    })
  },
}

type Login = { username: string; from: string; secret?: string; device?: string }

function signIn(world: TestSystem, { username, from, secret = 'wrong guess 1234', device }: Login) {
  const body = { username, password: secret }
  const headers = { 'x-forwarded-for': from }
  return world.turn().call({ method: 'POST', path: '/api/login', body, headers, as: device })
}

async function fromOneAddress(world: TestSystem, findings: Findings): Promise<void> {
  const guess = () => signIn(world, { username: 'p34-one', from: '203.0.113.7' })
  const answers = await mapConcurrently(Array.from({ length: tries }), 8, guess)
  const verified = answers.filter((answer) => answer.status === 401).length
  const later = answers.filter((answer) => answer.status === 429)
  findings.note(`one address: ${tally(answers)}`)
  findings.expect(verified <= 10, `${verified} guesses verified, more than 10`)
  findings.equal('guesses answered', verified + later.length, tries)
  const untold = later.filter((answer) => !(Number(answer.headers['retry-after']) > 0))
  findings.equal('429 without Retry-After', untold.length, 0)
}

/**
 * Strangers behind the same address guess a name that has signed in from a known browser. On both
 * nodes its right password is accepted, while strangers, forged tokens and wrong passwords wait.
 */
async function fromKnownBrowser(world: TestSystem, findings: Findings): Promise<void> {
  const owner = { username: 'p34-known', from: '203.0.113.8' }
  const before = await signIn(world, { ...owner, secret: password })
  const device = deviceOf(before)
  findings.expect(device !== undefined, 'signing in sets no device token')
  await mapConcurrently(Array.from({ length: 200 }), 8, () => signIn(world, owner))
  const known = { ...owner, device: device ?? '' }
  const forged = { ...owner, device: `${device?.slice(0, -4)}AAAA`, secret: password }
  const guesses = await mapConcurrently(Array.from({ length: 40 }), 8, () => signIn(world, known))
  const verified = guesses.filter(({ status }) => status === 401).length
  findings.note(`known browser: ${tally(guesses)} of its own wrong passwords`)
  findings.expect(verified <= 10, `${verified} guesses of a known browser verified, more than 10`)
  for (const node of ['one node', 'the other']) {
    const right = await signIn(world, { ...known, secret: password })
    findings.equal(`right password in a known browser, ${node}`, right.status, 200)
    const unknown = await signIn(world, { ...owner, secret: password })
    findings.equal(`in an unknown browser, ${node}`, unknown.status, 429)
    findings.equal(`with a forged token, ${node}`, (await signIn(world, forged)).status, 429)
  }
}

/** The device token that a response sets, as a cookie. */
function deviceOf({ headers }: Answer): string | undefined {
  const pairs = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '')
  return pairs.find((pair) => /^(__Host-)?did=/.test(pair))
}

async function fromManyAddresses(world: TestSystem, findings: Findings): Promise<void> {
  const username = 'p34-many'
  const home = { username, from: '203.0.113.99', secret: password }
  findings.equal('from home', (await signIn(world, home)).status, 200)
  const from = Array.from({ length: addresses }, (_, i) => `198.51.${100 + (i >> 7)}.${i & 127}`)
  const start = performance.now()
  const answers = await mapConcurrently(from, 4, (address) =>
    signIn(world, { username, from: address }),
  )
  const elapsed = (performance.now() - start) / 1000
  const verified = answers.filter((answer) => answer.status === 401).length
  findings.note(`${addresses} addresses: ${tally(answers)} in ${Math.round(elapsed)} s`)
  // After 100 attempts the delay doubles from one second, so this is the maximum in the elapsed
  // time.
  const most = 100 + Math.floor(Math.log2(elapsed + 1))
  findings.expect(verified <= most, `${verified} guesses verified, more than ${most}`)
  findings.expect(verified > 10, `only ${verified} guesses verified: not the account's limit`)
  const waits = answers.flatMap((answer) => Number(answer.headers['retry-after'] ?? []))
  findings.expect(Math.max(...waits) <= 60, 'a stranger is told to wait more than a minute')
  findings.equal('from home meanwhile', (await signIn(world, home)).status, 200)
  const away = { username, from: '192.0.2.50', secret: password }
  const first = await signIn(world, away)
  const seconds = Number(first.headers['retry-after'] ?? 0)
  await sleep(seconds * 1000 + 100)
  const second = await signIn(world, away)
  findings.equal('the owner from a new address, after the delay', second.status, 200)
  findings.note(`owner: at home at once, elsewhere after ${seconds} s`)
}

/**
 * Compares medians of pairs. Up to three rounds on a busy machine: a real difference shows in each.
 */
async function knownAndUnknown(world: TestSystem, findings: Findings): Promise<void> {
  const differences = []
  let n = 0
  for (let round = 0; round < 3; round++) {
    const known: Answer[] = []
    const unknown: Answer[] = []
    for (let i = 0; i < 15; i++) {
      n += 1
      const from = `192.0.2.${100 + n}`
      known.push(await signIn(world, { username: 'p34-timed', from }))
      unknown.push(await signIn(world, { username: `p34-nobody-${n}`, from }))
    }
    const distinctAnswers = new Set([...known, ...unknown].map(visiblePart))
    findings.equal('different answers to known and unknown', distinctAnswers.size, 1)
    const [a, b] = [known, unknown].map(medianOf) as [number, number]
    differences.push(Math.abs(a - b))
    if (Math.abs(a - b) <= 10) break
  }
  const least = Math.min(...differences)
  findings.expect(least <= 10, `known and unknown differ by ${least.toFixed(1)} ms`)
  findings.note(`known and unknown: same answer, medians ${least.toFixed(1)} ms apart`)
}

function visiblePart(answer: Answer): string {
  const { requestId: _, ...body } = answer.body
  return `${answer.status} ${codeOf(answer)} ${JSON.stringify(body)}`
}

function medianOf(answers: readonly Answer[]): number {
  return quantile(
    answers.map((answer) => answer.ms),
    0.5,
  )
}

/** Both nodes count attempts in one table, which does not store the typed user names. */
async function checkStoredSecrets(world: TestSystem, findings: Findings): Promise<void> {
  const all = await count(world, 'select count(*) from sign_in_attempts')
  // Digests are stored; three characters alone are in one of some thousand digests by chance.
  const named = `select count(*) from sign_in_attempts
                 where subject ~ 'p34-(one|many|timed|known|nobody)'`
  findings.expect(all > 0, 'no try is counted in the database')
  findings.equal('names kept with tries', await count(world, named), 0)
}
