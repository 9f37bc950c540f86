import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { traceCall } from '#platform/server/operations/tracing.ts'

// Outbound HTTP calls, protected against SSRF: the host name is resolved once, all its addresses
// must be public, and the connection uses that resolved address.

const inward = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inward.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inward.addSubnet(network, prefix, 'ipv6')
}

/** True if an address is not on the public internet. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1]
  if (mapped && isIP(mapped) === 4) return isPrivateAddress(mapped)
  if (mapped) return true
  const family = isIP(address)
  if (family === 0) return true
  return inward.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** An external service cannot be called: no answer, a timeout, or a forbidden address. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export type Target = {
  /** How messages about failures call the service, such as `The warehouse`. */
  name: string
  url: URL
  /** True for an address configured by the operator, which may be private. */
  isTrusted: boolean
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Returns why an address may not be called; undefined if it may. */
export async function whyNotCall(
  text: string,
  resolve: Resolve = resolveAll,
): Promise<string | undefined> {
  const url = URL.parse(text)
  if (!url) return 'This is not an address such as https://wms.example.com'
  if (url.protocol !== 'https:') return 'The address must begin with https://'
  if (url.username || url.password) return 'The address must not contain a user name'
  if (url.port !== '' && url.port !== '8443') return 'Only ports 443 and 8443 are allowed'
  const found = await addressOf(url, { isTrusted: false, resolve }).catch((error: unknown) => error)
  return found instanceof Error ? found.message : undefined
}

async function addressOf(
  url: URL,
  { isTrusted, resolve }: { isTrusted: boolean; resolve: Resolve },
): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const found =
    family > 0
      ? [{ address: host, family }]
      : await resolve(host).catch(() => {
          throw new Unreachable(`The host ${host} is unknown`)
        })
  const [first] = found
  if (!first) throw new Unreachable(`The host ${host} is unknown`)
  if (!isTrusted && found.some(({ address }) => isPrivateAddress(address))) {
    throw new Unreachable(`${host} is in a private network, which is not allowed`)
  }
  return first
}

/** Resolves a host to an address. Throws `Unreachable` if it has none or a private one. */
export async function resolvePublicAddress(host: string, isTrusted: boolean): Promise<string> {
  const url = new URL(`sftp://${host.includes(':') ? `[${host}]` : host}`)
  return (await addressOf(url, { isTrusted, resolve: resolveAll })).address
}

export type FetchRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | undefined
  timeoutMs: number
  maxBytes: number
  /** True if a longer answer is cut off at `maxBytes`; otherwise it counts as no answer. */
  cutsAnswer?: boolean
}

export type HttpResponse = {
  status: number
  text: string
  /** The Content-Type of the answer; empty if it has none. */
  mediaType: string
  tookMs: number
}

/**
 * Calls an external service, without redirects, at one resolved address, with limits on time and
 * size. Throws `Unreachable` if there is no answer.
 */
export async function safeFetch(
  target: Target,
  request: FetchRequest,
  resolve: Resolve = resolveAll,
): Promise<HttpResponse> {
  const started = performance.now()
  const { method } = request
  const answer = await traceCall({ method, host: target.url.hostname }, async () => {
    const to = await withinTime(checkedAddress(target, resolve), { ...request, ...target })
    return exchange(target, request, to)
  })
  return { ...answer, tookMs: Math.round(performance.now() - started) }
}

async function checkedAddress({ url, isTrusted }: Target, resolve: Resolve) {
  if (!isTrusted) {
    const whyNot = await whyNotCall(url.href, resolve)
    if (whyNot) throw new Unreachable(whyNot)
  }
  return addressOf(url, { isTrusted, resolve })
}

/** A lookup of a name has no time limit of its own. */
async function withinTime<T>(
  lookups: Promise<T>,
  { timeoutMs, name }: { timeoutMs: number; name: string },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable(noResponse(name, timeoutMs))), timeoutMs)
  })
  try {
    return await Promise.race([lookups, late])
  } finally {
    clearTimeout(timer)
  }
}

function exchange(
  { url, name }: Target,
  { method, headers, body, timeoutMs, maxBytes, cutsAnswer = false }: FetchRequest,
  to: { address: string; family: number },
): Promise<Omit<HttpResponse, 'tookMs'>> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Unreachable(sentenceOf(error, { name, timeoutMs })))
    const signal = AbortSignal.timeout(timeoutMs)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = start(
      url,
      {
        method,
        headers: { ...headers, ...length },
        signal,
        // Connects to the address that was checked, even if the name now resolves to another.
        lookup: (_host, options, done) =>
          options.all ? done(null, [to]) : done(null, to.address, to.family),
      },
      (response) => {
        const pieces: Buffer[] = []
        let size = 0
        const finish = () => {
          const bytes = Buffer.concat(pieces).subarray(0, maxBytes)
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, text: bytes.toString(), mediaType: answered['content-type'] ?? '' })
        }
        response.on('data', (piece: Buffer) => {
          size += piece.length
          if (size <= maxBytes || cutsAnswer) pieces.push(piece)
          if (size <= maxBytes) return
          if (cutsAnswer) finish()
          // A complete response emits no error any more when its request is destroyed.
          else fail(new Error('its answer is too long'))
          request.destroy()
        })
        response.on('end', finish)
        response.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(body)
  })
}

function sentenceOf(error: Error, { name, timeoutMs }: { name: string; timeoutMs: number }) {
  const code = (error as NodeJS.ErrnoException).code
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return noResponse(name, timeoutMs)
  }
  if (code === 'ECONNREFUSED') return `${name} refuses connections`
  if (code === 'ECONNRESET') return `${name} closed the connection`
  return `${name} cannot be reached: ${code ?? error.message}`
}

const noResponse = (name: string, timeoutMs: number) =>
  `${name} did not respond within ${timeoutMs / 1000} s`
