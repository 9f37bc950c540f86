import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '#platform/server/runtime/config.ts'

/**
 * The origin that the sender of a request has open, such as `https://orders.example.com`. The Host
 * was checked against the names of this server before; `PUBLIC_URL` gives the scheme, because a
 * proxy may end TLS without saying so. Throws 403 if neither tells a host.
 */
export function ownOrigin(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  { PUBLIC_URL }: Partial<Pick<Config, 'PUBLIC_URL'>>,
): string {
  const { host, protocol } = request
  const known = PUBLIC_URL?.split(',').map((url) => new URL(url.trim())) ?? []
  // A default port that a proxy writes is none: it is read with the scheme of the known address.
  const own = known.find((url) => urlOf(`${url.protocol}//${host}`)?.host === url.host)
  const origin = (own ?? urlOf(`${protocol}://${host}`) ?? known[0])?.origin
  if (origin === undefined) throw new Refusal('forbidden', 'unknown-host', 'Send a Host header')
  return origin
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** The host name of an origin; undefined for an IP address, for which browsers make no passkeys. */
export function hostNameOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined
}
