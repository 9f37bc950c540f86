import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, type Db, inTransaction, rows, send } from '../database/db.ts'
import { serverHmac } from '../runtime/server-secret.ts'

/** One write that carries an Idempotency-Key: whose it is and what it asks. */
export type KeyedCall = {
  userId: number
  key: string
  method: string
  path: string
  bodySha256: Buffer
}

/** An answer ready to be sent: its status and its body as text. */
export type StoredAnswer = { status: number; body: string; isReplay?: boolean }

/** One caller's part of a call that many may make at once. */
export type BatchedRequest<Body = unknown> = {
  body: Body
  user: Actor | undefined
  requestId: string
  /** How it came; the context's channel unless said. */
  channel?: string
  call: KeyedCall | undefined
}

const maxKeyLength = 255
const printable = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Checks the header's form: 1 to 255 visible ASCII characters. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const sentence = 'The Idempotency-Key must be 1 to 255 visible characters'
  if (typeof header !== 'string' || header.length > maxKeyLength || !printable.test(header)) {
    throw new Refusal('unreadable', 'idempotency-key-invalid', sentence)
  }
  return header
}

/**
 * The fingerprint by which the same body is known again: of all bodies made with a secret, since a
 * fast hash alone would let who reads the table try what a body may have been.
 */
export function fingerprint(body: string): Buffer {
  return serverHmac('idempotency', body)
}

const claimKeys = {
  name: 'claim_idempotency_keys',
  text: `insert into idempotency_keys (user_id, key, method, path, body_sha256)
         select u, k, m, p, b
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bytea[])
           as t (u, k, m, p, b)
         order by u, k
         on conflict do nothing
         returning user_id, key`,
}

const readKeys = {
  name: 'read_idempotency_keys',
  text: `select user_id, key, method, path, body_sha256, state, response_status, response_body
         from idempotency_keys
         where (user_id, key) in (select * from unnest($1::int[], $2::text[]))`,
}

type KeyRow = {
  user_id: number
  key: string
  method: string
  path: string
  body_sha256: Buffer
  state: string
  response_status: number
  response_body: string
}

/**
 * Does some calls once each, in one transaction: what was done before is answered again, the rest
 * is handed to `work`, which answers each in order, and its answers are kept with their effects.
 * What the work needs of the database for all of them, `ahead` asks for: behind the claims of the
 * keys, but travelling with them.
 */
export function answerOnce<Body, Ahead = undefined>(
  ctx: Context,
  {
    asked,
    status,
    ahead,
  }: {
    asked: readonly BatchedRequest<Body>[]
    status: number
    ahead?: (inner: Context) => Promise<Ahead>
  },
  work: (inner: Context, fresh: BatchedRequest<Body>[], read: Ahead) => Promise<unknown[]>,
): Promise<(StoredAnswer | Refusal)[]> {
  return inTransaction(ctx, async (inner) => {
    const calls = asked.flatMap((each) => each.call ?? [])
    const [claims, read] = await Promise.all([
      calls.length > 0 ? claim(inner.db, calls) : [],
      ahead?.(inner),
    ])
    const settled = new Map(calls.map((call, index) => [call, claims[index]]))
    const before = asked.map((each) => each.call && settled.get(each.call))
    const fresh = asked.filter((_, index) => before[index] === undefined)
    const answers = fresh.length > 0 ? await work(inner, fresh, read as Ahead) : []
    const outcomes = new Map(fresh.map((each, index) => [each, sentOf(answers[index], status)]))
    await storeAnswers(
      inner,
      fresh.flatMap((each) => {
        const outcome = outcomes.get(each)
        const answer = outcome instanceof Refusal ? undefined : outcome
        return each.call ? [{ call: each.call, answer }] : []
      }),
    )
    return asked.map(
      (each, index) => before[index] ?? (outcomes.get(each) as StoredAnswer | Refusal),
    )
  })
}

function sentOf(answer: unknown, status: number): StoredAnswer | Refusal {
  if (answer instanceof Refusal) return answer
  return { status, body: answer === undefined ? '' : JSON.stringify(answer) }
}

/**
 * Claims the keys of some calls inside the open transaction, before anything else is locked. For
 * each call it answers undefined where the key is new, the earlier answer where the same call was
 * made before, or a refusal: another body under the same key, or a twin still at work.
 */
export async function claim(
  db: Db,
  calls: readonly KeyedCall[],
): Promise<(StoredAnswer | Refusal | undefined)[]> {
  const made = await rows<{ user_id: number; key: string }>(db, claimKeys, [
    calls.map((call) => call.userId),
    calls.map((call) => call.key),
    calls.map((call) => call.method),
    calls.map((call) => call.path),
    calls.map((call) => call.bodySha256),
  ])
  if (made.length === calls.length) return calls.map(() => undefined)
  const fresh = new Set(made.map((row) => `${row.user_id} ${row.key}`))
  const old = calls.filter((call) => !fresh.has(nameOf(call)))
  const found = await rows<KeyRow>(db, readKeys, [
    old.map((call) => call.userId),
    old.map((call) => call.key),
  ])
  const known = new Map(found.map((row) => [`${row.user_id} ${row.key}`, row]))
  return calls.map((call) => {
    if (fresh.has(nameOf(call))) return undefined
    return answerAgain(call, known.get(nameOf(call)))
  })
}

/** `user key`, by which a call is told from every other. */
export function nameOf(call: Pick<KeyedCall, 'userId' | 'key'>): string {
  return `${call.userId} ${call.key}`
}

function answerAgain(call: KeyedCall, row: KeyRow | undefined): StoredAnswer | Refusal {
  if (!row || row.state !== 'done') {
    return new Refusal('conflict', 'request-in-flight', 'This request is still being worked on')
  }
  const same =
    row.method === call.method && row.path === call.path && row.body_sha256.equals(call.bodySha256)
  if (same) return { status: row.response_status, body: row.response_body, isReplay: true }
  const sentence = 'This Idempotency-Key was used for another request'
  return new Refusal('invalid', 'idempotency-key-reused', sentence)
}

/**
 * Written as an insert that meets the claimed row: that way goes by the key whatever the table's
 * size was when the statement was planned. An update joined with its values was planned on a table
 * still empty and read all of it for every order.
 */
const insertAnswers = {
  name: 'keep_idempotent_answers',
  text: `insert into idempotency_keys
           (user_id, key, method, path, body_sha256, state, response_status, response_body)
         select u, k, m, p, b, 'done', s, r
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::int[],
                     $7::text[]) as t (u, k, m, p, b, s, r)
         on conflict (user_id, key) do update
         set state = excluded.state, response_status = excluded.response_status,
             response_body = excluded.response_body`,
}

const dropKeys = {
  name: 'drop_idempotency_keys',
  text: `delete from idempotency_keys
         where (user_id, key) in (select * from unnest($1::int[], $2::text[]))`,
}

/**
 * Keeps the answers of successes with their effects. The keys of refused calls are given back, so
 * that the same call may be sent again.
 */
export async function storeAnswers(
  ctx: Context,
  outcomes: readonly { call: KeyedCall; answer: StoredAnswer | undefined }[],
): Promise<void> {
  const done = outcomes.flatMap(({ call, answer }) => (answer ? [{ call, answer }] : []))
  const refused = outcomes.filter(({ answer }) => !answer).map(({ call }) => call)
  if (done.length > 0) {
    const values = [
      done.map(({ call }) => call.userId),
      done.map(({ call }) => call.key),
      done.map(({ call }) => call.method),
      done.map(({ call }) => call.path),
      done.map(({ call }) => call.bodySha256),
      done.map(({ answer }) => answer.status),
      done.map(({ answer }) => answer.body),
    ]
    await send(ctx, insertAnswers, values)
  }
  if (refused.length > 0) {
    const values = [refused.map((call) => call.userId), refused.map((call) => call.key)]
    await send(ctx, dropKeys, values)
  }
}

const retentionDays = 7

/** Forgets answers older than seven days. */
export async function forgetOldAnswers(db: Db): Promise<void> {
  const text = `delete from idempotency_keys
    where created_at < now() - interval '${retentionDays} days'`
  await rows(db, { name: 'forget_idempotent_answers', text })
}
