import * as z from 'zod/mini'
import { UnusableResponse, type ExchangeLog } from './warehouse-adapter.ts'
import { safeFetch } from '#platform/server/outbound/safe-fetch.ts'

// A call over Tryton's JSON-RPC. Tryton needs 0.2 s to check a password, so the session of one
// sign-in is reused until Tryton has dropped it.

/** The address of a Tryton, which ends with the name of its database. */
export type TrytonTarget = {
  url: string
  /** `user:password` of Prizm's account. */
  token: string | null
  /** True if the address comes from the environment: it may then be local and without TLS. */
  isTrusted: boolean
  clock: () => Date
}

/** Tryton refused a valid call, with a message for users. */
export class TrytonRefusal extends Error {
  override name = 'TrytonRefusal'
}

const timeoutMs = 10_000
const maxAnswerBytes = 8 * 1024 * 1024

/** The exchanged messages so far, without credentials. */
export type Wire = { sent: string[]; answers: string[]; started: number }

export function exchangedOf({ sent, answers, started }: Wire, kind: string): ExchangeLog {
  const tookMs = Math.round(performance.now() - started)
  return { kind, sent: sent.join('\n'), answer: answers.join('\n'), tookMs }
}

type TrytonRequest = { method: string; params: readonly unknown[] }

/** Open sessions, by address and account. */
const open = new Map<string, string>()

/**
 * Calls a method of the database, signing in if there is no valid session. Throws `TrytonRefusal`
 * if Tryton refuses the call.
 */
export async function callTryton(
  target: TrytonTarget,
  wire: Wire,
  request: TrytonRequest,
): Promise<unknown> {
  const key = `${target.url} ${target.token ?? ''}`
  const known = open.get(key)
  const first = await post(target, request, known ?? (await signIn(target, wire, key)))
  const isForgotten = known !== undefined && isUnknown(first)
  const answered = isForgotten
    ? await post(target, request, await signIn(target, wire, key))
    : first
  wire.sent.push(answered.body)
  wire.answers.push(answered.text)
  const reply = { status: answered.status, exchanged: exchangedOf(wire, request.method) }
  if (isUnknown(answered)) throw notAccepted(reply)
  return resultOf(answered, reply)
}

/** Opens a session with the account's password. */
async function signIn(target: TrytonTarget, wire: Wire, key: string): Promise<string> {
  const [login = '', ...rest] = (target.token ?? '').split(':')
  const method = 'common.db.login'
  const password = rest.join(':')
  const rpcCall = { method, params: [login, { password }] }
  const answered = await post(target, rpcCall, undefined)
  const parsed = signedIn.safeParse(jsonOf(answered.text))
  // The password and the session are not logged.
  wire.sent.push(JSON.stringify({ method, params: [login] }))
  wire.answers.push(
    parsed.success ? String(answered.status) : withoutPassword(answered.text, password),
  )
  const reply = { status: answered.status, exchanged: exchangedOf(wire, method) }
  if (!parsed.success) throw whyNotSignedIn(answered, reply)
  const [userId, session] = parsed.data.result
  const header = `Session ${Buffer.from(`${login}:${userId}:${session}`).toString('base64')}`
  open.set(key, header)
  return header
}

function withoutPassword(text: string, password: string): string {
  return password === '' ? text : text.replaceAll(password, '…')
}

/**
 * Rejected credentials have their own status or an answer without a session; the rest is unusable.
 */
function whyNotSignedIn(
  { status, text }: { status: number; text: string },
  reply: TrytonReply,
): UnusableResponse {
  if (isUnknown({ status })) return notAccepted({ ...reply, status: 401 })
  if (status !== 200) return unusable(reply)
  const answer = answerShape.safeParse(jsonOf(text))
  const isTryton = answer.success && ('result' in answer.data || answer.data.error !== undefined)
  return isTryton ? notAccepted({ ...reply, status: 401 }) : malformed(reply)
}

const signedIn = z.object({ result: z.tuple([z.int(), z.string()]) })
const isUnknown = ({ status }: { status: number }) => status === 401 || status === 403

type TrytonReply = { status: number; exchanged: ExchangeLog }

const notAccepted = (reply: TrytonReply) =>
  new UnusableResponse('Tryton rejects our user and password', reply)
const unusable = (reply: TrytonReply) =>
  new UnusableResponse(`Tryton answered with status ${reply.status}`, reply)
const malformed = (reply: TrytonReply) =>
  new UnusableResponse('Tryton’s response is not valid', reply)

async function post(
  { url, isTrusted }: TrytonTarget,
  request: TrytonRequest,
  authorization: string | undefined,
): Promise<{ status: number; text: string; body: string }> {
  const body = JSON.stringify({ id: 1, ...request })
  const base = url.endsWith('/') ? url : `${url}/`
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (authorization !== undefined) headers['authorization'] = authorization
  const call = { method: 'POST' as const, headers, body, timeoutMs, maxBytes: maxAnswerBytes }
  const target = { name: 'The warehouse', url: new URL(base), isTrusted }
  const { status, text } = await safeFetch(target, call)
  return { status, text, body }
}

const answerShape = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.array(z.unknown())),
})

function resultOf({ status, text }: { status: number; text: string }, reply: TrytonReply): unknown {
  if (status !== 200) throw unusable(reply)
  const parsed = answerShape.safeParse(jsonOf(text))
  if (!parsed.success) throw malformed(reply)
  if (parsed.data.error) throw trytonErrorOf(parsed.data.error, reply)
  return parsed.data.result
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `["UserError", ["sentence", …]]` is a refusal; anything else is a fault of Tryton or ours. */
function trytonErrorOf(
  error: readonly unknown[],
  reply: { status: number; exchanged: ExchangeLog },
): Error {
  const [kind, details] = error
  const texts = Array.isArray(details) ? details.filter((each) => typeof each === 'string') : []
  // A warning starts with its name, an error with its message.
  if (kind === 'UserWarning') return new TrytonRefusal(texts[1] ?? 'Tryton warns')
  if (kind === 'UserError') return new TrytonRefusal(texts[0] ?? 'Tryton refused')
  if (kind === 'ConcurrencyException')
    return new TrytonRefusal('Someone else is changing this record')
  return new UnusableResponse(`Tryton failed: ${String(kind).slice(0, 200)}`, {
    ...reply,
    status: 500,
  })
}
