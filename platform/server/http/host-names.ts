import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '../runtime/config.ts'

// A page of another site can have its own name lead to this program (DNS rebinding), also where
// it listens on loopback or in a private network. Its browser then says that name as the host, so
// only the names that the program is reached by are served.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether machines make the call, and know the program by its address. */
    isOfMachines?: boolean
  }
}

/** Whether a name or an address is this machine alone. */
export function isLoopbackName(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
}

/**
 * Whether the program is reached from this machine alone, as by who tries it out: it listens on
 * loopback, and no proxy passes on to it what comes from elsewhere.
 */
export function isForThisMachine(config: Partial<Pick<Config, 'HOST' | 'TRUSTED_PROXY'>>): boolean {
  return isLoopbackName(config.HOST ?? '127.0.0.1') && config.TRUSTED_PROXY === undefined
}

const namesOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a proxy passed a request on: it says so, or speaks HTTP/1.0 as nginx does unless it is
 * told otherwise (`proxy_http_version`).
 */
export function isPassedOn({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  return raw.httpVersion === '1.0' || namesOfProxies.some((name) => headers[name] !== undefined)
}

/** The name in a Host header, without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The settings that say by which names the program is reached. */
type Reached = Pick<Config, 'HOST' | 'PUBLIC_URL'>

/**
 * Whether a host is one of ours: a name of this machine while the program listens there only, else
 * a name of `PUBLIC_URL` and no other. Where that is not set, a program in a network knows none of
 * its names, and serves what no stranger can have lead here: addresses, and names without a full
 * stop, which no public DNS answers.
 */
export function isOwnHost(host: string, { HOST, PUBLIC_URL }: Reached): boolean {
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
 * Refuses a request that came by a name that is not ours, and says which setting names it. A
 * machine that looks after the program or signs what it sends may call its address, which is no
 * name.
 */
export function refuseOtherHost(request: FastifyRequest, config: Reached): void {
  const host = request.host ?? ''
  if (isOwnHost(host, config)) return
  if (!isLoopbackName(config.HOST) && isOfMachines(request) && isAddress(nameOf(host))) return
  const sentence = 'This server is not reached by that name. PUBLIC_URL says by which it is'
  throw new Refusal('forbidden', 'unknown-host', sentence)
}

function isOfMachines({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isOfMachines === true
}
