import * as z from 'zod/mini'
import { BadAnswer, type Exchanged } from './warehouse-adapter.ts'
import { safeFetch } from '../outbound/safe-fetch.ts'

// One call over the JSON-RPC of Tryton. A password costs a fifth of a second to check there, so it
// is said once, and the session that it opens is used until Tryton has forgotten it.

/** Where a Tryton is: its address ends with the name of its database. */
export type TrytonTarget = {
  url: string
  /** `user:password` of the account that Prizm has there. */
  token: string | null
  /** The address comes from the environment: it may be on this machine and without TLS. */
  isTrusted: boolean
  clock: () => Date
}

/** Tryton understood and said no, in a sentence for people. */
export class TrytonRefusal extends Error {
  override name = 'TrytonRefusal'
}

const timeoutMs = 10_000
const maxAnswerBytes = 8 * 1024 * 1024

/** What went over the wire so far. Who we are there is left out. */
export type Wire = { sent: string[]; answers: string[]; started: number }

export function exchangedOf({ sent, answers, started }: Wire, kind: string): Exchanged {
  const tookMs = Math.round(performance.now() - started)
  return { kind, sent: sent.join('\n'), answer: answers.join('\n'), tookMs }
}

type TrytonRequest = { method: string; params: readonly unknown[] }

/** Sessions that are open, by address and account. */
const open = new Map<string, string>()

/**
 * Calls a method of the database. Throws `TrytonRefusal` where Tryton says no, and opens a session
 * where none is open any more.
 */
export async function callTryton(
  target: TrytonTarget,
  wire: Wire,
  asked: TrytonRequest,
): Promise<unknown> {
  const key = `${target.url} ${target.token ?? ''}`
  const known = open.get(key)
  const first = await post(target, asked, known ?? (await signIn(target, wire, key)))
  const isForgotten = known !== undefined && isUnknown(first)
  const answered = isForgotten ? await post(target, asked, await signIn(target, wire, key)) : first
  wire.sent.push(answered.body)
  wire.answers.push(answered.text)
  const said = { status: answered.status, exchanged: exchangedOf(wire, asked.method) }
  if (isUnknown(answered)) throw notAccepted(said)
  return resultOf(answered, said)
}

/** Opens a session with the password of the account. */
async function signIn(target: TrytonTarget, wire: Wire, key: string): Promise<string> {
  const [login = '', ...rest] = (target.token ?? '').split(':')
  const method = 'common.db.login'
  const password = rest.join(':')
  const asked = { method, params: [login, { password }] }
  const answered = await post(target, asked, undefined)
  const parsed = signedIn.safeParse(jsonOf(answered.text))
  // The password and the session stay out of what is kept.
  wire.sent.push(JSON.stringify({ method, params: [login] }))
  wire.answers.push(
    parsed.success ? String(answered.status) : withoutPassword(answered.text, password),
  )
  const said = { status: answered.status, exchanged: exchangedOf(wire, method) }
  if (!parsed.success) throw whyNotSignedIn(answered, said)
  const [userId, session] = parsed.data.result
  const header = `Session ${Buffer.from(`${login}:${userId}:${session}`).toString('base64')}`
  open.set(key, header)
  return header
}

function withoutPassword(text: string, password: string): string {
  return password === '' ? text : text.replaceAll(password, '…')
}

/** No is said by its status, or by an answer of Tryton without a session; all else is no answer. */
function whyNotSignedIn(
  { status, text }: { status: number; text: string },
  said: TrytonReply,
): BadAnswer {
  if (isUnknown({ status })) return notAccepted({ ...said, status: 401 })
  if (status !== 200) return unusable(said)
  const answer = answerShape.safeParse(jsonOf(text))
  const isTryton = answer.success && ('result' in answer.data || answer.data.error !== undefined)
  return isTryton ? notAccepted({ ...said, status: 401 }) : malformed(said)
}

const signedIn = z.object({ result: z.tuple([z.int(), z.string()]) })
const isUnknown = ({ status }: { status: number }) => status === 401 || status === 403

type TrytonReply = { status: number; exchanged: Exchanged }

const notAccepted = (said: TrytonReply) =>
  new BadAnswer('Tryton does not accept our user and password', said)
const unusable = (said: TrytonReply) =>
  new BadAnswer(`Tryton answered with status ${said.status}`, said)
const malformed = (said: TrytonReply) => new BadAnswer('The answer of Tryton makes no sense', said)

async function post(
  { url, isTrusted }: TrytonTarget,
  asked: TrytonRequest,
  authorization: string | undefined,
): Promise<{ status: number; text: string; body: string }> {
  const body = JSON.stringify({ id: 1, ...asked })
  const base = url.endsWith('/') ? url : `${url}/`
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (authorization !== undefined) headers['authorization'] = authorization
  const call = { method: 'POST' as const, headers, body, timeoutMs, maxBytes: maxAnswerBytes }
  const { status, text } = await safeFetch({ url: new URL(base), isTrusted }, call)
  return { status, text, body }
}

const answerShape = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.array(z.unknown())),
})

function resultOf({ status, text }: { status: number; text: string }, said: TrytonReply): unknown {
  if (status !== 200) throw unusable(said)
  const parsed = answerShape.safeParse(jsonOf(text))
  if (!parsed.success) throw malformed(said)
  if (parsed.data.error) throw noOf(parsed.data.error, said)
  return parsed.data.result
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `["UserError", ["sentence", …]]` is a no; anything else is a fault of Tryton or of ours. */
function noOf(error: readonly unknown[], said: { status: number; exchanged: Exchanged }): Error {
  const [kind, told] = error
  const texts = Array.isArray(told) ? told.filter((each) => typeof each === 'string') : []
  // A warning begins with its name, an error with its sentence.
  if (kind === 'UserWarning') return new TrytonRefusal(texts[1] ?? 'Tryton warns')
  if (kind === 'UserError') return new TrytonRefusal(texts[0] ?? 'Tryton says no')
  if (kind === 'ConcurrencyException') return new TrytonRefusal('Somebody else changed it just now')
  return new BadAnswer(`Tryton could not do it: ${String(kind).slice(0, 200)}`, {
    ...said,
    status: 500,
  })
}
