import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/runtime/config.ts'

/**
 * The origin that the sender of a request has open, such as `https://orders.example.com`. The Host
 * was checked against the names of this server before; `PUBLIC_URL` gives the scheme, because a
 * proxy may end TLS without saying so.
 */
export function ownOrigin(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  { PUBLIC_URL }: Partial<Pick<Config, 'PUBLIC_URL'>>,
): string {
  const opened = new URL(`${request.protocol}://${request.host}`)
  const known = PUBLIC_URL?.split(',').map((url) => new URL(url.trim()))
  return (known?.find(({ host }) => host === opened.host) ?? opened).origin
}

/** The host name of an origin; undefined for an IP address, for which browsers make no passkeys. */
export function hostNameOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined
}
