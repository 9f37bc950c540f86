import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'

// DNS rebinding: a page of another site can point its own host name at this server, even on
// loopback or in a private network. The browser then sends that name in the Host header, so the
// server only accepts its own names.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if machines call the route and address the server by its IP. */
    isOfMachines?: boolean
  }
}

/** True if a name or address is loopback. */
export function isLoopbackName(name: string): boolean {
  const withoutBrackets = name.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    withoutBrackets === 'localhost' ||
    withoutBrackets === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(withoutBrackets)
  )
}

/**
 * True if only this machine can reach the server, as in a trial: it listens on loopback, and no
 * proxy forwards requests to it.
 */
export function isForThisMachine(config: Partial<Pick<Config, 'HOST' | 'TRUSTED_PROXY'>>): boolean {
  return isLoopbackName(config.HOST ?? '127.0.0.1') && config.TRUSTED_PROXY === undefined
}

const namesOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * True if a proxy forwarded the request: it has a proxy header, or uses HTTP/1.0 as nginx does by
 * default (`proxy_http_version`).
 */
export function isForwarded({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  return raw.httpVersion === '1.0' || namesOfProxies.some((name) => headers[name] !== undefined)
}

/** The host name of a Host header, without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The settings that define the names of the server. */
type HostConfig = Pick<Config, 'HOST' | 'PUBLIC_URL'>

/**
 * True if the Host header names this server: a loopback name if the server listens on loopback
 * only, else a name in `PUBLIC_URL`. If that is not set, a server in a network does not know its
 * names and accepts those that an attacker cannot point at it: IP addresses, and names without a
 * dot, which no public DNS resolves.
 */
export function isOwnHost(host: string, { HOST, PUBLIC_URL }: HostConfig): boolean {
  const name = nameOf(host)
  const listensHere = isLoopbackName(HOST)
  if (name === '' || (listensHere && isLoopbackName(name))) return true
  if (PUBLIC_URL !== undefined) {
    return PUBLIC_URL.split(',').some((url) => nameOf(new URL(url.trim()).host) === name)
  }
  if (listensHere) return false
  const isOurs = name === nameOf(HOST) || name === hostname().toLowerCase()
  return isOurs || isAddress(name) || !name.includes('.')
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/**
 * Throws 403 if the Host header is not one of the server's names; the message names the setting,
 * and a line of the log names the header and what it should be. Routes for machines, such as
 * monitoring and signed requests, also accept an IP address.
 */
export function refuseOtherHost(request: FastifyRequest, config: HostConfig): void {
  const host = request.host ?? ''
  if (isOwnHost(host, config)) return
  if (!isLoopbackName(config.HOST) && isOfMachines(request) && isAddress(nameOf(host))) return
  request.log.warn(
    { ...senderOf(request), host: truncateHeader(host), expected: expectedHost(config) },
    'refused: the Host is not a name of this server. Correct PUBLIC_URL, or let the proxy pass ' +
      'on the Host (see docs/operations.md)',
  )
  const sentence = 'This server does not accept that host name. Use an address in PUBLIC_URL'
  throw new Refusal('forbidden', 'unknown-host', sentence)
}

/** What the Host header should be, for the log. */
function expectedHost({ HOST, PUBLIC_URL }: HostConfig): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  return isLoopbackName(HOST) ? 'localhost' : 'an IP address, or a name without a dot'
}

/** The request and its sender, for the log. */
export function senderOf({ id, ip }: FastifyRequest): { requestId: string; address: string } {
  return { requestId: id, address: ip }
}

/** Shortens a header for the log. */
export function truncateHeader(header: string): string {
  return header.slice(0, 200)
}

function isOfMachines({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isOfMachines === true
}

/**
 * Throws 403 for a write that a browser sends from another site (OWASP: Fetch metadata with Origin
 * as the fallback). Clients that are not browsers send neither header and have no cookies to abuse.
 * The log names Origin and Host: they also differ if a proxy replaces the Host, as nginx does by
 * default.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const isOwn = site ? site === 'same-origin' : !origin || isSameOrigin(origin, request)
  if (isOwn) return
  logCrossSite(request)
  throw new Refusal('forbidden', 'cross-site', 'Requests from other sites are refused')
}

function logCrossSite(request: FastifyRequest): void {
  const { origin = '', 'sec-fetch-site': site = '' } = request.headers
  request.log.warn(
    {
      ...senderOf(request),
      origin: truncateHeader(origin),
      host: truncateHeader(request.host),
      site: truncateHeader(site),
    },
    'refused: a browser sent this from another site. If the origin is your own site, the proxy ' +
      'must pass on the Host (see docs/operations.md)',
  )
}

function isSameOrigin(origin: string, request: FastifyRequest): boolean {
  try {
    return new URL(origin).host === request.host
  } catch {
    return false
  }
}
