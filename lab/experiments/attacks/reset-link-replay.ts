import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { type Answer, codeOf, cookieOf } from '../../nodes/http.ts'
import { type MailServer, startMailServer } from '../../nodes/mail-server.ts'
import { type Clocks, clocksOf, withoutClockCheck } from '../../nodes/moved-clocks.ts'
import { quantile } from '../../nodes/response-statistics.ts'
import { password, type Person, type TestSystem, withTestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const concurrentUses = 10
const hour = 3_600_000

/**
 * R13: a link to reset a password works once, on whichever node, for 30 minutes by the clock of the
 * database, and asking for one does not show whether an account has the address.
 */
export const resetLinkReplay: Experiment = {
  row: 'R13',
  promise: 'reset link: replay, expiry, enumeration',
  needsPostgres: true,
  run: async (lab, findings) => {
    const mail = await startMailServer()
    const clocks = clocksOf(['A', 'B'])
    const nodeEnv = {
      A: withoutClockCheck(clocks.envOf('A')),
      B: withoutClockCheck(clocks.envOf('B')),
    }
    const env = { SMTP_URL: mail.url }
    const options = { row: 'R13', env, preload: 'moved-clock.mjs', nodeEnv }
    try {
      await withTestSystem(lab, findings, options, async (world) => {
        const setup = { world, mail, findings }
        await world.must({ method: 'PUT', path: '/api/settings', body: settings })
        const person = await world.signUp('r13')
        await concurrentUse(lab, setup, person)
        await twoLinksAtOnce(setup, person)
        await expiry(setup, { person, clocks })
        await knownAndUnknown(setup)
      })
    } finally {
      await mail.close()
    }
  },
}

const settings = { mailSender: 'office@example.com' }

type Setup = { world: TestSystem; mail: MailServer; findings: Findings }

const path = '/api/password-reset'

function request(world: TestSystem, email: string): Promise<Answer> {
  return world.turn().call({ method: 'POST', path, body: { email } })
}

function complete(world: TestSystem, token: string, newPassword: string): Promise<Answer> {
  const body = { token, password: newPassword }
  return world.turn().call({ method: 'POST', path: `${path}/complete`, body })
}

function signIn(world: TestSystem, { username }: Person, secret: string): Promise<Answer> {
  const body = { username, password: secret }
  return world.turn().call({ method: 'POST', path: '/api/login', body })
}

/** Lets the quarter of an hour pass in which attempts are counted. */
async function forgetAttempts({ database }: TestSystem): Promise<void> {
  await database.query(`update sign_in_attempts set at = at - interval '1 hour'`)
}

/** Asks for a link and reads its token from the email that arrives. */
async function emailedToken({ world, mail }: Setup, { username }: Person): Promise<string> {
  await forgetAttempts(world)
  const before = mail.emails.length
  const email = `${username}@example.com`
  const answer = await request(world, email)
  if (answer.status !== 204) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  if (!(await until(async () => mail.emails.length > before, 20_000))) {
    throw new Error('The email with the link did not arrive')
  }
  const { to = [], text = '' } = mail.emails[before] ?? {}
  const token = /#reset=([\w-]{43})/.exec(text)?.[1]
  if (to.join() !== email || token === undefined) throw new Error('The email has no link')
  return token
}

/** Each link is used ten times at once over both nodes, each time with another password. */
async function concurrentUse(lab: Lab, setup: Setup, person: Person): Promise<void> {
  const { world, findings } = setup
  const rounds = lab.isNightly ? 20 : 5
  const faults: string[] = []
  let current = password
  for (let round = 0; round < rounds; round++) {
    const token = await emailedToken(setup, person)
    const cookie = cookieOf(await signIn(world, person, current)) ?? ''
    if (cookie === '') faults.push(`round ${round}: no session before the reset`)
    const fresh = Array.from(
      { length: concurrentUses },
      (_, i) => `quiet meadow ${1000 + round * concurrentUses + i} lantern`,
    )
    const answers = await Promise.all(fresh.map((each) => complete(world, token, each)))
    const winners = fresh.filter((_, i) => answers[i]?.status === 204)
    const over = answers.filter((answer) => codeOf(answer) === 'link-over').length
    if (winners.length !== 1 || over !== concurrentUses - 1) {
      faults.push(`round ${round}: ${winners.length} set a password, ${over} were refused`)
    }
    if (answers.some((answer) => cookieOf(answer))) faults.push(`round ${round}: a session`)
    faults.push(...(await aftermath(setup, { person, cookie, token, before: current })))
    current = winners[0] ?? current
    await forgetAttempts(world)
    const { status } = await signIn(world, person, current)
    if (status !== 200) faults.push(`round ${round}: the new password gets ${status}`)
  }
  findings.none('concurrent uses of one link', faults)
  findings.note(`${rounds} links × ${concurrentUses} uses at once: each set one password`)
}

type Aftermath = { person: Person; cookie: string; token: string; before: string }

/** After a reset the link, the old password and the old sessions are refused on both nodes. */
async function aftermath(
  { world }: Setup,
  { person, cookie, token, before }: Aftermath,
): Promise<string[]> {
  const faults: string[] = []
  await forgetAttempts(world)
  for (const node of world.nodes) {
    const body = { token, password: 'hollow cedar 77 harbour' }
    const again = await node.call({ method: 'POST', path: `${path}/complete`, body })
    if (codeOf(again) !== 'link-over') faults.push(`a used link on ${node.name}: ${again.status}`)
    const isOut = async () =>
      (await node.call({ method: 'GET', path: '/api/user', as: cookie })).status === 401
    if (!(await until(isOut, 1000))) faults.push(`the old session lives on ${node.name}`)
  }
  const old = await signIn(world, person, before)
  if (old.status !== 401) faults.push(`the old password gets ${old.status}`)
  return faults
}

/** Two links of one user, each on another node: the first one used ends the other. */
async function twoLinksAtOnce(setup: Setup, person: Person): Promise<void> {
  const { world, findings } = setup
  const tokens = [await emailedToken(setup, person), await emailedToken(setup, person)]
  const answers = await Promise.all(
    tokens.map((token, i) => complete(world, token, `amber orchard ${40 + i} window`)),
  )
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  findings.equal('two links of one user at once', statuses.join(' '), '204 409')
  const left = await count(world, 'select count(*) from account_links')
  findings.equal('links left', left, 0)
}

type Expiry = { person: Person; clocks: Clocks }

/** The clocks of the nodes are two hours apart; the age of a link is that in the database. */
async function expiry(setup: Setup, { person, clocks }: Expiry): Promise<void> {
  const { world, findings } = setup
  await clocks.move('A', hour)
  await clocks.move('B', -hour)
  for (const node of world.nodes) {
    for (const [age, want] of [
      ['29 minutes', 204],
      ['30 minutes', 409],
    ] as const) {
      const token = await emailedToken(setup, person)
      const older = 'update account_links set created_at = created_at - $1::interval'
      await world.database.query(older, [age])
      const body = { token, password: `silver kettle ${age.slice(0, 2)} ${node.name} bridge` }
      const answer = await node.call({ method: 'POST', path: `${path}/complete`, body })
      findings.equal(`a link of ${age} on node ${node.name}`, answer.status, want)
      if (want === 409) findings.equal('its code', codeOf(answer), 'link-over')
    }
  }
  await clocks.move('A', 0)
  await clocks.move('B', 0)
  findings.note('clocks 2 h apart: 29 min old works, 30 min old not, on both nodes')
}

/**
 * Requests for known and unknown addresses: the same answer, the same queue, and medians close to
 * each other. Up to three rounds on a busy machine: a real difference shows in each.
 */
async function knownAndUnknown({ world, mail, findings }: Setup): Promise<void> {
  const people: Person[] = []
  for (let i = 0; i < 15; i++) people.push(await world.signUp(`r13-known-${i}`))
  const differences: number[] = []
  const visible = new Set<string>()
  const before = mail.emails.length
  for (let round = 0; round < 3; round++) {
    const [known, unknown]: [Answer[], Answer[]] = [[], []]
    for (const [i, { username }] of people.entries()) {
      await forgetAttempts(world)
      const ofKnown = async () => known.push(await request(world, `${username}@example.com`))
      const ofUnknown = async () =>
        unknown.push(await request(world, `r13-nobody-${round}-${i}@example.com`))
      // Each node answers as many of the one kind as of the other.
      for (const ask of i % 2 === 0 ? [ofKnown, ofUnknown] : [ofUnknown, ofKnown]) await ask()
    }
    for (const answer of [...known, ...unknown]) visible.add(visiblePart(answer))
    differences.push(Math.abs(medianOf(known) - medianOf(unknown)))
    if (Math.min(...differences) <= 10) break
  }
  findings.equal('different answers to known and unknown', visible.size, 1)
  const least = Math.min(...differences)
  findings.expect(least <= 10, `known and unknown differ by ${least.toFixed(1)} ms`)
  const isEmpty = async () => (await count(world, 'select count(*) from account_emails')) === 0
  findings.expect(await until(isEmpty, 30_000), 'emails wait after 30 s')
  const addressed = mail.emails.slice(before).flatMap(({ to }) => to)
  const strangers = addressed.filter((address) => address.includes('nobody'))
  findings.equal('emails to unknown addresses', strangers.length, 0)
  findings.equal('emails to known ones', addressed.length, differences.length * people.length)
  findings.note(`known and unknown: same answer, medians ${least.toFixed(1)} ms apart`)
}

/** What a client sees: status, body and the names of headers. */
function visiblePart({ status, text, headers }: Answer): string {
  return `${status} ${text} ${Object.keys(headers).toSorted().join()}`
}

function medianOf(answers: readonly Answer[]): number {
  return quantile(
    answers.map((answer) => answer.ms),
    0.5,
  )
}
