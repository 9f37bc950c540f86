import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import {
  type Answer,
  UnusableResponse,
  type ExchangeLog,
  type OutboundDocument,
  type Warehouse,
} from './warehouse-adapter.ts'
import { type HttpResponse, safeFetch, Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { webhookSecretsIn } from '#platform/kernel/fields.ts'
import * as protocol from '../../protocol.ts'
import type { DocumentKind } from '../../rules.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'

export type HttpTarget = {
  url: string
  token: string | null
  secret: string | null
  /** True if the address comes from the environment: it may then be local and without TLS. */
  isTrusted: boolean
  clock: () => Date
}

const timeoutMs = 10_000
const maxAnswerBytes = 64 * 1024
const maxPageBytes = 4 * 1024 * 1024

const pathOfKind: Readonly<Record<DocumentKind, string>> = {
  customer: 'v1/customers',
  item: 'v1/items',
  movement: 'v1/movements',
  order: 'v1/orders',
  expected_receipt: 'v1/expected-receipts',
  expected_return: 'v1/expected-returns',
}

/** A warehouse with the JSON API of docs/wms-protocol.md. */
export function httpWarehouse(target: HttpTarget): Warehouse {
  return {
    status: () => postJson(target, { path: 'v1/status', schema: protocol.warehouseStatus }),
    send: (kind, documents) => sendDocuments(target, kind, documents),
    readInventory: (cursor) =>
      postJson(target, { path: withCursor('v1/inventory', cursor), schema: protocol.snapshotPage }),
    readEvents: (cursor) =>
      postJson(target, { path: withCursor('v1/events', cursor), schema: protocol.eventPage }),
    askForWebhook: () => postJson(target, { path: 'v1/webhook-test', body: '{}' }),
  }
}

function withCursor(path: string, cursor: string | undefined): string {
  return cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`
}

async function sendDocuments(
  target: HttpTarget,
  kind: DocumentKind,
  documents: readonly OutboundDocument[],
): Promise<Answer<protocol.SentResult[]>> {
  const body = JSON.stringify({
    documents: documents.map(({ messageId, code, version, action, payload }) => {
      return { id: messageId, code, version, action, data: payload }
    }),
  })
  const answer = await postJson(target, {
    path: pathOfKind[kind],
    body,
    schema: protocol.sentResults,
  })
  return { ...answer, value: answer.value.results }
}

type HttpCall<S> = { path: string; body?: string; schema?: S }

async function postJson<S extends z.ZodMiniType>(
  target: HttpTarget,
  { path, body, schema }: HttpCall<S>,
): Promise<Answer<z.output<S>>> {
  const base = target.url.endsWith('/') ? target.url : `${target.url}/`
  const url = URL.parse(path, base)
  if (!url) throw new Unreachable('The address of the warehouse is not valid')
  const answered = await safeFetch(
    { name: 'The warehouse', url, isTrusted: target.isTrusted },
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: headersOf(target, body),
      body,
      timeoutMs,
      maxBytes: body === undefined ? maxPageBytes : maxAnswerBytes,
    },
  )
  const sent = body ?? `GET ${path}`
  const exchanged = { kind: path, sent, answer: answered.text, tookMs: answered.tookMs }
  return { value: valueOf(answered, { schema, exchanged }) as z.output<S>, exchanged }
}

function headersOf({ token, secret, clock }: HttpTarget, body: string | undefined) {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(secret && signedHeaders(secret, body ?? '', clock())),
  }
}

/** While the secret is replaced, the call has a signature by the new and by the old one. */
function signedHeaders(secret: string, body: string, now: Date) {
  return sign(webhookSecretsIn(secret), { id: `msg_${randomUUID()}`, body }, now)
}

function valueOf(
  { status, text }: HttpResponse,
  { schema, exchanged }: { schema: z.ZodMiniType | undefined; exchanged: ExchangeLog },
): unknown {
  if (status === 401 || status === 403) {
    throw new UnusableResponse('The warehouse rejects our token', { status, exchanged })
  }
  if (status < 200 || status >= 300) {
    throw new UnusableResponse(`The warehouse answered with status ${status}`, {
      status,
      exchanged,
    })
  }
  const parsed = schema?.safeParse(jsonOf(text))
  if (parsed?.success === false) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.map(String).join('.') || 'the answer'
    const sentence = `The answer of the warehouse is not valid at ${where}`
    throw new UnusableResponse(sentence, { status, exchanged })
  }
  return parsed?.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
