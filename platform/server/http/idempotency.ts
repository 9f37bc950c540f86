// One file: how idempotency keys are claimed, answered and stored is read together.
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, type Db, inTransaction, rows, send } from '../database/db.ts'
import { serverHmac } from '../runtime/server-secret.ts'

/** A write with an Idempotency-Key: its user and its request. */
export type KeyedCall = {
  userId: number
  key: string
  method: string
  path: string
  bodySha256: Buffer
}

/** A response ready to be sent: its status and its body as text. */
export type StoredAnswer = { status: number; body: string; isReplay?: boolean }

/** The answer to a permanent key whose stored body has expired: the record that it created. */
type ExpiredAnswer = { status: number; recordId: number }

/** Permanent keys: a repetition is answered however late it comes, and never executed again. */
type PermanentKeys = {
  /** The record that each result created, in the order of the results; undefined for a refusal. */
  recordIds: readonly (number | undefined)[]
  /** Reads the answer again from its record, because the stored body expires. */
  read: (ctx: Context, recordId: number) => Promise<unknown>
}

/** One request of a batch. */
export type BatchedRequest<Body = unknown> = {
  body: Body
  user: Actor | undefined
  requestId: string
  /** How the request arrived; defaults to the context's channel. */
  channel?: string
  /** The body as it was sent. */
  bodyText?: string
  call: KeyedCall | undefined
}

const maxKeyLength = 255
const printable = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * Validates the Idempotency-Key header. Throws 400 unless it has 1 to 255 visible ASCII characters.
 */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const sentence = 'The Idempotency-Key must be 1 to 255 visible characters'
  if (typeof header !== 'string' || header.length > maxKeyLength || !printable.test(header)) {
    throw new Refusal('unreadable', 'idempotency-key-invalid', sentence)
  }
  return header
}

/**
 * The fingerprint of a request body. It is an HMAC with a secret, because with a plain hash a
 * reader of the table could test guesses of the body.
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
  text: `select user_id, key, method, path, body_sha256, state, response_status, response_body,
                record_id
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
  response_body: string | null
  record_id: number | null
}

/** The requests of a batch whose idempotency keys are claimed in the open transaction. */
export type ClaimedRequests<Request extends BatchedRequest> = {
  requests: readonly Request[]
  /** The requests to execute, in order: those without a key, or with a new one. */
  fresh: readonly Request[]
  /** The stored responses and refusals of the others. */
  settled: ReadonlyMap<Request, StoredAnswer | Refusal>
  /** Those with a permanent key whose stored response has expired. */
  expired: ReadonlyMap<Request, ExpiredAnswer>
}

/**
 * Executes a request at most once. A repeated request returns its stored response; `work` runs in
 * the transaction that stores its response. With `readAgain` its key is permanent, and the response
 * must be a record with an id.
 */
export function executeOnce(
  ctx: Context,
  {
    request,
    status,
    readAgain: read,
  }: { request: BatchedRequest; status: number; readAgain?: PermanentKeys['read'] | undefined },
  work: (inner: Context) => Promise<unknown>,
): Promise<StoredAnswer | Refusal> {
  return inTransaction(ctx, async (inner) => {
    const claimed = await claimRequests(inner, [request])
    const results = claimed.fresh.length > 0 ? [await work(inner)] : []
    // Only routes whose response is a record have permanent keys.
    const recordIds = results.map((result) => (result as { id?: number } | undefined)?.id)
    const permanent = read && { recordIds, read }
    const [answer] = await settleRequests(inner, claimed, { results, status, permanent })
    return answer as StoredAnswer | Refusal
  })
}

/**
 * Claims the keys of a batch in the open transaction. Sent with the statements that follow it, so
 * what the fresh requests lock can be locked in the same round trip. The caller executes the fresh
 * requests and passes their results to `settleRequests`.
 */
export async function claimRequests<Request extends BatchedRequest>(
  ctx: Context,
  requests: readonly Request[],
): Promise<ClaimedRequests<Request>> {
  const keyed = requests.flatMap((request) =>
    request.call ? [{ request, call: request.call }] : [],
  )
  if (keyed.length === 0) {
    return { requests, fresh: requests, settled: new Map(), expired: new Map() }
  }
  const claims = await claim(
    ctx.db,
    keyed.map(({ call }) => call),
  )
  const settled = new Map<Request, StoredAnswer | Refusal>()
  const expired = new Map<Request, ExpiredAnswer>()
  for (const [index, { request }] of keyed.entries()) {
    const answer = claims[index]
    if (!answer) continue
    if ('recordId' in answer) expired.set(request, answer)
    else settled.set(request, answer)
  }
  const isFresh = (request: Request) => !settled.has(request) && !expired.has(request)
  return { requests, fresh: requests.filter(isFresh), settled, expired }
}

/**
 * Stores the results of the fresh requests by key, in the transaction that claimed them, and
 * returns one response or refusal for each request of the batch, in order.
 */
export async function settleRequests<Request extends BatchedRequest>(
  ctx: Context,
  { requests, fresh, settled, expired }: ClaimedRequests<Request>,
  { results, status, permanent }: Results,
): Promise<(StoredAnswer | Refusal)[]> {
  const outcomes = new Map(settled)
  const answers = fresh.flatMap((request, index) => {
    const outcome = sentOf(results[index], status)
    outcomes.set(request, outcome)
    const answer = outcome instanceof Refusal ? undefined : outcome
    const recordId = permanent?.recordIds[index]
    return request.call ? [{ call: request.call, answer, recordId }] : []
  })
  await storeAnswers(ctx, answers)
  const again = await Promise.all(
    [...expired].map(async ([request, each]) => {
      const asUser = { ...ctx, user: request.user }
      return [request, await answerFromRecord(asUser, each, permanent)] as const
    }),
  )
  for (const [request, answer] of again) outcomes.set(request, answer)
  return requests.map((request) => outcomes.get(request) as StoredAnswer | Refusal)
}

type Results = {
  results: readonly unknown[]
  status: number
  permanent?: PermanentKeys | undefined
}

/** The answer to a permanent key, from its record; the refusal if it does not exist anymore. */
async function answerFromRecord(
  ctx: Context,
  { status, recordId }: ExpiredAnswer,
  permanent: PermanentKeys | undefined,
): Promise<StoredAnswer | Refusal> {
  if (!permanent) throw new Error('A permanent key was used for a call that has none')
  const answer = await permanent.read(ctx, recordId).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (answer instanceof Refusal) return answer
  return { status, body: JSON.stringify(answer), isReplay: true }
}

function sentOf(answer: unknown, status: number): StoredAnswer | Refusal {
  if (answer instanceof Refusal) return answer
  return { status, body: answer === undefined ? '' : JSON.stringify(answer) }
}

/**
 * Claims the keys of several requests inside the open transaction, before anything else is locked.
 * Returns for each request: undefined if the key is new, the stored response if the same request
 * was made before, or a refusal if the key was used for another request (422) or the same request
 * is still in progress (409). If the stored response of a permanent key has expired, returns the
 * record that it created.
 */
async function claim(
  db: Db,
  calls: readonly KeyedCall[],
): Promise<(StoredAnswer | ExpiredAnswer | Refusal | undefined)[]> {
  const claimed = await rows<{ user_id: number; key: string }>(db, claimKeys, [
    calls.map((call) => call.userId),
    calls.map((call) => call.key),
    calls.map((call) => call.method),
    calls.map((call) => call.path),
    calls.map((call) => call.bodySha256),
  ])
  if (claimed.length === calls.length) return calls.map(() => undefined)
  const fresh = new Set(claimed.map((row) => `${row.user_id} ${row.key}`))
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

/** The identity of a request: `user key`. */
function nameOf(call: Pick<KeyedCall, 'userId' | 'key'>): string {
  return `${call.userId} ${call.key}`
}

function answerAgain(
  call: KeyedCall,
  row: KeyRow | undefined,
): StoredAnswer | ExpiredAnswer | Refusal {
  if (!row || row.state !== 'done') {
    return new Refusal('conflict', 'request-in-flight', 'This request is still being processed')
  }
  const same =
    row.method === call.method && row.path === call.path && row.body_sha256.equals(call.bodySha256)
  const { response_status: status, response_body: body, record_id: recordId } = row
  if (same && body !== null) return { status, body, isReplay: true }
  if (same && recordId !== null) return { status, recordId }
  const sentence =
    'The first attempt with this Idempotency-Key had other content and may be saved. ' +
    'Check it before you send this as well'
  return new Refusal('invalid', 'idempotency-key-reused', sentence)
}

/**
 * Written as an upsert on the claimed row, so that it uses the primary key whatever the table's
 * size was at planning time. An update with a join was planned on the empty table and scanned all
 * of it for every order.
 */
const insertAnswers = {
  name: 'keep_idempotent_answers',
  text: `insert into idempotency_keys
           (user_id, key, method, path, body_sha256, state, response_status, response_body,
            record_id)
         select u, k, m, p, b, 'done', s, r, i
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::int[],
                     $7::text[], $8::int[]) as t (u, k, m, p, b, s, r, i)
         on conflict (user_id, key) do update
         set state = excluded.state, response_status = excluded.response_status,
             response_body = excluded.response_body, record_id = excluded.record_id`,
}

const dropKeys = {
  name: 'drop_idempotency_keys',
  text: `delete from idempotency_keys
         where (user_id, key) in (select * from unnest($1::int[], $2::text[]))`,
}

/**
 * Stores the responses of successful requests in the transaction. Deletes the keys of rejected
 * ones, so that the same request can be retried.
 */
async function storeAnswers(
  ctx: Context,
  outcomes: readonly {
    call: KeyedCall
    answer: StoredAnswer | undefined
    recordId: number | undefined
  }[],
): Promise<void> {
  const done = outcomes.flatMap(({ answer, ...each }) => (answer ? [{ ...each, answer }] : []))
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
      done.map(({ recordId }) => recordId ?? null),
    ]
    await send(ctx, insertAnswers, values)
  }
  if (refused.length > 0) {
    const values = [refused.map((call) => call.userId), refused.map((call) => call.key)]
    await send(ctx, dropKeys, values)
  }
}
