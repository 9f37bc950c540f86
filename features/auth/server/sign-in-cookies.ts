import type { FastifyReply, FastifyRequest } from 'fastify'
import { verifyDeviceToken, createDeviceToken } from './sign-in/device-tokens.ts'
import { networkOf } from '../attempt-limits.ts'
import { foldCase } from '../rules.ts'
import { challengeMinutes } from '../second-factor-rules.ts'
import { attemptMinutes } from '../single-sign-on-rules.ts'
import type { Caller } from './sessions.ts'

/** Over TLS the `__Host-` prefix prevents other hosts from setting the cookie. */
function nameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-sid' : 'sid'
}

/** The session token of a request; undefined without one, or if it is too long to be one. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[nameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/** The request data that sign-in uses. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    address: networkOf(request.ip),
    userAgent: request.headers['user-agent'],
    token: tokenOf(request),
    device: request.cookies[deviceNameOf(request)],
  }
}

const deviceSeconds = 400 * 24 * 60 * 60

function deviceNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-did' : 'did'
}

/** Sets the known-device cookie for this user unless the browser has one. It survives sign-out. */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): void {
  const account = foldCase(username)
  const name = deviceNameOf(request)
  if (verifyDeviceToken(account, request.cookies[name]) !== undefined) return
  const attributes = { ...attributesOf(request), maxAge: deviceSeconds }
  reply.setCookie(name, createDeviceToken(account), attributes)
}

/** Sets the session cookie: HttpOnly, and not sent with cross-site requests. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(nameOf(request), token, attributesOf(request))
}

const challengeSeconds = challengeMinutes * 60

function challengeNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-challenge' : 'challenge'
}

/** The token of the second step of a sign-in, if the browser has one. */
export function challengeOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[challengeNameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/** Sets the cookie of the second step of a sign-in, or clears it without a token. */
export function setChallengeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const attributes = { ...attributesOf(request), sameSite: 'strict' } as const
  const name = challengeNameOf(request)
  if (token === undefined) reply.clearCookie(name, attributes)
  else reply.setCookie(name, token, { ...attributes, maxAge: challengeSeconds })
}

const signOnSeconds = attemptMinutes * 60

function signOnNameOf(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-sign-on' : 'sign-on'
}

/** The token of a sign-in at the provider, if this browser began one. */
export function signOnOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[signOnNameOf(request)]
  return token && token.length <= 100 ? token : undefined
}

/**
 * Sets the cookie of a sign-in at the provider, or clears it without a token. The page that the
 * provider opens sends it itself, so it can be strict.
 */
export function setSignOnCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
): void {
  const attributes = { ...attributesOf(request), sameSite: 'strict' } as const
  const name = signOnNameOf(request)
  if (token === undefined) reply.clearCookie(name, attributes)
  else reply.setCookie(name, token, { ...attributes, maxAge: signOnSeconds })
}

/** Clears the session cookie and, by Clear-Site-Data, the browser's cache and storage. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameOf(request), attributesOf(request))
  reply.header('clear-site-data', '"cache", "storage"')
}

function attributesOf(request: FastifyRequest) {
  const secure = request.protocol === 'https'
  return { httpOnly: true, secure, sameSite: 'lax', path: '/' } as const
}
