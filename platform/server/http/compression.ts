import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCrowdTurns } from '../jobs/turns.ts'

const gzipped = promisify(gzip)
const brotli = promisify(brotliCompress)

/** Smaller answers travel in a few packets as they are. */
const worthBytes = 4096
/** A fast level: answers are made once and sent once. */
const level = 3
const text = /^(?:application\/(?:problem\+)?json|application\/edi-x12|text\/(?!event-stream))/

/** Whether a caller takes an encoding: named, and not with `q=0`. */
export function accepts(header: string | undefined, encoding: 'gzip' | 'br'): boolean {
  const said = (header ?? '').toLowerCase().split(',')
  return said.some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
  })
}

/**
 * Compresses the text that calls answer, for who takes it. What fails on its way ends the
 * connection: a part is never sent as if it were the whole.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!text.test(String(reply.getHeader('content-type') ?? ''))) return payload
    if (reply.hasHeader('content-encoding') || !isWorth(payload)) return payload
    vary(reply)
    const isTaken = accepts(request.headers['accept-encoding'], 'gzip')
    if (request.method === 'HEAD' || !isTaken) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (!(payload instanceof Readable)) return gzipped(payload as string | Buffer, { level })
    const compressed = createGzip({ level })
    pipeline(payload, compressed, () => undefined)
    return compressed
  })
}

function isWorth(payload: unknown): boolean {
  if (payload instanceof Readable) return true
  if (typeof payload === 'string') return payload.length >= worthBytes
  return Buffer.isBuffer(payload) && payload.length >= worthBytes
}

function vary(reply: FastifyReply): void {
  reply.header('vary', 'accept-encoding')
}

const waitersEachTurn = 4

type Fixed = { plain: Buffer; gzip: Buffer; br: Buffer; etag: string }

/**
 * An answer that never changes while the program runs: made once, at the latest when first asked
 * for, compressed once, and sent to everybody from the same memory, however many ask and do not
 * read.
 */
export function fixedAnswer(mediaType: string, make: () => string | Promise<string>) {
  const inTurn = createCrowdTurns(waitersEachTurn)
  let made: Promise<Fixed> | undefined
  let ready: Fixed | undefined
  const prepare = async () => (ready = await (made ??= fixed(make())))
  // All who waited for it go on in turns.
  const wait = async () => {
    const answer = await prepare()
    await new Promise<void>(inTurn)
    return answer
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = ready ?? (await wait())
    const { headers } = request
    vary(reply)
    reply.header('cache-control', 'no-cache').header('etag', answer.etag).type(mediaType)
    if (headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send()
    const encoding = (['br', 'gzip'] as const).find((each) =>
      accepts(headers['accept-encoding'], each),
    )
    if (!encoding) return reply.send(answer.plain)
    return reply.header('content-encoding', encoding).send(answer[encoding])
  }
  return { handler, prepare }
}

async function fixed(whole: string | Promise<string>): Promise<Fixed> {
  const plain = Buffer.from(await whole)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    plain,
    gzip: await gzipped(plain, { level: 9 }),
    br: await brotli(plain, quality),
    etag: `W/"${digest}"`,
  }
}
