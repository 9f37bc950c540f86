import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { insertManyReturning } from '#platform/server/records/write-many.ts'
import { createBatcher } from '#platform/server/jobs/batcher.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import { type Limit, sprayLimit, type AttemptCount, waitSecondsFor } from '../attempt-limits.ts'
import { signInAttempts } from './tables.ts'

const lockSubjects = {
  name: 'lock_sign_in_subjects',
  text: `select pg_advisory_xact_lock(hashtextextended(s, 0))
         from (select s from unnest($1::text[]) as t (s) order by s) as ordered`,
}

const readAttempts = {
  name: 'read_sign_in_tries',
  text: `select l.subject, count(a.id) as count,
           coalesce(extract(epoch from clock_timestamp() - max(a.at)), 0)::float8 as "sinceLast",
           coalesce(extract(epoch from
             (array_agg(a.at order by a.at desc))[l.most] - clock_timestamp()) + l.seconds, 0
           )::float8 as "untilFree"
         from unnest($1::text[], $2::int[], $3::int[]) as l (subject, most, seconds)
         left join sign_in_attempts a on a.subject = l.subject
           and a.at > clock_timestamp() - make_interval(secs => l.seconds)
         group by l.subject, l.most, l.seconds`,
}

/**
 * A counted attempt. `forgive` deletes it after success. `waitSeconds` is how long a wrong password
 * must still wait; 0 for no wait.
 */
export type Attempt = { ids: number[]; subjects: string[]; waitSeconds: number }

/**
 * Counts one attempt against its limits before it is made, or throws 429 with the seconds to wait.
 * The counts are in the database, under a lock, so that all nodes share them and two concurrent
 * attempts cannot both be the last one allowed. `isFamiliar` may lift the growing limits.
 */
export function countAttempt(
  ctx: Context,
  limits: readonly Limit[],
  {
    watched: checkedOnly = [],
    isFamiliar: isKnownCaller = async () => false,
    account,
  }: Partial<Pick<CountRequest, 'watched' | 'isFamiliar' | 'account'>> = {},
): Promise<Attempt> {
  return countInSequence({
    ctx,
    limits,
    watched: checkedOnly,
    isFamiliar: isKnownCaller,
    rejectsOverLimit: true,
    account,
  })
}

/**
 * Counts one attempt from a known browser. It never throws, since the right password always
 * succeeds there; during a wait it adds nothing and returns how long the wait lasts.
 */
export function countDeviceAttempt(
  ctx: Context,
  limits: readonly Limit[],
  account: string,
): Promise<Attempt> {
  const isFamiliar = async () => true
  return countInSequence({ ctx, limits, isFamiliar, rejectsOverLimit: false, account })
}

type CountRequest = {
  ctx: Context
  limits: readonly Limit[]
  /** Limits that are checked but not incremented here. */
  watched?: readonly Limit[]
  isFamiliar: (inner: Context) => Promise<boolean>
  /** True if an attempt beyond its limits is refused before its password is checked. */
  rejectsOverLimit: boolean
  /** The folded username that is tried, by which an administrator clears the attempts. */
  account?: string | undefined
}

/**
 * Runs one at a time on each node: attempts for one account wait for the same lock, and a flood of
 * them must not exhaust the connection pool.
 */
const countInSequence = createBatcher<CountRequest, Attempt>({ max: 1, lanes: 1 }, (attempts) =>
  Promise.all(attempts.map(count)),
)

function count({
  ctx,
  limits,
  watched: checkedOnly = [],
  isFamiliar: isKnownCaller,
  rejectsOverLimit,
  account,
}: CountRequest): Promise<Attempt> {
  return inTransaction(ctx, async (inner) => {
    const all = [...limits, ...checkedOnly]
    const subjects = limits.map((limit) => digest(limit.subject))
    await rows(inner.db, lockSubjects, [subjects])
    const found = await rows<AttemptCount & { subject: string }>(inner.db, readAttempts, [
      all.map((limit) => digest(limit.subject)),
      all.map((limit) => limit.max),
      all.map((limit) => limit.seconds),
    ])
    const attemptsBySubject = new Map(found.map((attempts) => [attempts.subject, attempts]))
    const waits = all.map((limit) => {
      const attempts = attemptsBySubject.get(digest(limit.subject))
      return { limit, seconds: attempts ? waitSecondsFor(limit, attempts) : 0 }
    })
    const waitSeconds = rejectsOverLimit ? 0 : Math.max(0, ...waits.map(({ seconds }) => seconds))
    if (waitSeconds > 0) return { ids: [], subjects, waitSeconds }
    if (rejectsOverLimit) await rejectOverLimit(inner, waits, isKnownCaller)
    const of = account === undefined ? null : accountDigest(account)
    const attempts = subjects.map((subject) => ({ subject, account: of }))
    const added = await insertManyReturning(inner, signInAttempts, attempts, { returned: ['id'] })
    return { ids: added.map((row) => row.id), subjects, waitSeconds }
  })
}

async function rejectOverLimit(
  ctx: Context,
  waits: { limit: Limit; seconds: number }[],
  isKnownCaller: (inner: Context) => Promise<boolean>,
): Promise<void> {
  const hardWait = Math.max(
    0,
    ...waits.map(({ limit, seconds }) => (limit.isProgressive ? 0 : seconds)),
  )
  if (hardWait > 0) throw tooManyAttempts(hardWait)
  const softWait = Math.max(0, ...waits.map(({ seconds }) => seconds))
  if (softWait > 0 && !(await isKnownCaller(ctx))) throw tooManyAttempts(softWait)
}

/** The 429 refusal of an attempt that must wait. */
export function tooManyAttempts(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? 'a minute' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const sentence = `Too many attempts. Wait ${wait} and try again`
  return new Refusal('tooMany', 'too-many-requests', sentence, [], { retryAfterSeconds: seconds })
}

/**
 * Counts a failed username once per address and hour. Counting afterwards is safe: the hard limits
 * count each attempt beforehand.
 */
export async function countTriedName(
  ctx: Context,
  { account, address }: { account: string; address: string },
): Promise<void> {
  const { subject, seconds } = sprayLimit(address)
  const name = digest(`${subject} ${account}`)
  await inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockSubjects, [[digest(subject)]])
    await rows(inner.db, insertTriedName, [digest(subject), name, seconds])
  })
}

const insertTriedName = {
  name: 'add_tried_name',
  text: `insert into sign_in_attempts (subject)
         select s from unnest(array[$1, $2]::text[]) as t (s)
         where not exists (
           select from sign_in_attempts
           where subject = $2 and at > clock_timestamp() - make_interval(secs => $3))`,
}

/**
 * Finds the rows once, before it deletes any: a join planned while the table was small would search
 * again for each of the thousands of rows that an attack leaves.
 */
const deleteAttempts = {
  name: 'forget_sign_in_tries',
  text: `delete from sign_in_attempts where ctid = any (array(
           select ctid from sign_in_attempts
           where id = any($1::bigint[]) or subject = $2 or at < now() - interval '1 day'
           for update skip locked))`,
}

/**
 * Deletes a successful attempt, all attempts of its narrowest subject, and those older than a day.
 */
export async function clearAttempts(ctx: Context, { ids, subjects }: Attempt): Promise<void> {
  await rows(ctx.db, deleteAttempts, [ids, subjects[0] ?? ''])
}

/**
 * Users type passwords into the wrong field, so a subject is stored only as a keyed hash: a plain
 * one lets a reader of the table test guesses.
 */
function digest(subject: string): string {
  return serverHmac('sign-in attempt', subject).toString('base64url')
}

/** The form in which attempts name the account that they tried, given its folded username. */
export function accountDigest(account: string): string {
  return digest(`account ${account}`)
}

/**
 * The name of an account for attempts with codes of its second factor. It differs from that of
 * passwords, so that a new password does not clear them. No username has a line break.
 */
export function secondFactorAccount(account: string): string {
  return `second factor\n${account}`
}
