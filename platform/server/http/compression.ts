import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCrowdTurns } from '../jobs/per-user-queue.ts'

const gzipped = promisify(gzip)
const brotli = promisify(brotliCompress)

/** Smaller responses are sent uncompressed; they fit in a few packets. */
const worthBytes = 4096
/** A fast level, because each response is sent only once. */
const level = 3
const text = /^(?:application\/(?:problem\+)?json|application\/edi-x12|text\/(?!event-stream))/

/** True if Accept-Encoding names the encoding without `q=0`. */
export function accepts(header: string | undefined, encoding: 'gzip' | 'br'): boolean {
  const sentences = (header ?? '').toLowerCase().split(',')
  return sentences.some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
  })
}

/**
 * Compresses text responses for clients that accept it. If a stream fails, the connection is
 * closed, so that a partial response is never taken for a complete one.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!text.test(String(reply.getHeader('content-type') ?? ''))) return payload
    if (reply.hasHeader('content-encoding') || !isLargeEnough(payload)) return payload
    addVaryHeader(reply)
    const acceptsGzip = accepts(request.headers['accept-encoding'], 'gzip')
    if (request.method === 'HEAD' || !acceptsGzip) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    if (!(payload instanceof Readable)) return gzipped(payload as string | Buffer, { level })
    const compressed = createGzip({ level })
    pipeline(payload, compressed, () => undefined)
    return compressed
  })
}

function isLargeEnough(payload: unknown): boolean {
  if (payload instanceof Readable) return true
  if (typeof payload === 'string') return payload.length >= worthBytes
  return Buffer.isBuffer(payload) && payload.length >= worthBytes
}

function addVaryHeader(reply: FastifyReply): void {
  reply.header('vary', 'accept-encoding')
}

const waitersEachTurn = 4

type Fixed = { plain: Buffer; gzip: Buffer; br: Buffer; etag: string }

/**
 * A response that never changes while the program runs. It is built and compressed once, on the
 * first request, and every client is served from the same memory, even if many connect and do not
 * read. If building it fails, the next request builds it again.
 */
export function fixedAnswer(mediaType: string, make: () => string | Promise<string>) {
  const inTurn = createCrowdTurns(waitersEachTurn)
  let building: Promise<Fixed> | undefined
  let ready: Fixed | undefined
  const build = async () => {
    try {
      return (ready = await fixed(make()))
    } finally {
      building = undefined
    }
  }
  // Releases the requests that waited for it a few at a time.
  const wait = async () => {
    const answer = await (building ??= build())
    await new Promise<void>(inTurn)
    return answer
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = ready ?? (await wait())
    const { headers } = request
    addVaryHeader(reply)
    reply.header('cache-control', 'no-cache').header('etag', answer.etag).type(mediaType)
    if (headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send()
    const encoding = (['br', 'gzip'] as const).find((each) =>
      accepts(headers['accept-encoding'], each),
    )
    if (!encoding) return reply.send(answer.plain)
    return reply.header('content-encoding', encoding).send(answer[encoding])
  }
}

async function fixed(content: string | Promise<string>): Promise<Fixed> {
  const plain = Buffer.from(await content)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    plain,
    gzip: await gzipped(plain, { level: 9 }),
    br: await brotli(plain, quality),
    etag: `W/"${digest}"`,
  }
}
