import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { isPassedOn } from '#platform/server/http/host-names.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { createUser, endSessions, updateUser, listUsers } from './accounts.ts'
import * as contract from '../contract.ts'
import type { SignUpRules } from './first-account.ts'
import {
  callerOf,
  forget,
  setSessionCookie,
  setDeviceCookie,
  clearSessionCookie,
} from './identity.ts'
import * as service from './service.ts'
import { listSessions } from './sessions.ts'

/**
 * Sign-in routes count attempts outside the transaction, so they do not support idempotency keys.
 */
const keyless = { ignoresKey: true } as const

/** The routes of accounts and sessions; `rules` is the sign-up policy. */
export function authRoutes(rules: SignUpRules): Route[] {
  return [
    route(contract.currentUser, (ctx) => service.currentUser(ctx)),
    route(contract.changePreferences, (ctx, { body }) => service.changePreferences(ctx, body)),
    route(
      contract.login,
      async (ctx, { body, request, reply }) => {
        const who = { act: 'sign-in', tried: () => service.accountTried(ctx, body.username) }
        const { user, token } = await logged(request, who, () =>
          service.login(ctx, body, callerOf(request)),
        )
        forget(request, ctx, ctx.user?.id)
        setSessionCookie(request, reply, token)
        setDeviceCookie(request, reply, user.username)
        return user
      },
      keyless,
    ),
    route(
      contract.register,
      async (ctx, { body, request, reply }) => {
        const where = { ...rules, caller: callerOf(request), isPassedOn: isPassedOn(request) }
        const { user, token } = await logged(request, { act: 'sign-up' }, () =>
          service.register(ctx, body, where),
        )
        forget(request, ctx, ctx.user?.id)
        setSessionCookie(request, reply, token)
        setDeviceCookie(request, reply, user.username)
        return user
      },
      keyless,
    ),
    route(
      contract.logout,
      async (ctx, { request, reply }) => {
        const userId = await service.logout(ctx, callerOf(request).token)
        forget(request, ctx, userId)
        clearSessionCookie(request, reply)
        return undefined
      },
      keyless,
    ),
    route(contract.readSignInFacts, (ctx) => service.readSignInFacts(ctx, rules)),
    route(
      contract.changePassword,
      async (ctx, { body, request, reply }) => {
        const { user, token } = await logged(request, { act: 'change-password' }, () =>
          service.changePassword(ctx, body, callerOf(request)),
        )
        forget(request, ctx, user.id)
        setSessionCookie(request, reply, token)
        return undefined
      },
      keyless,
    ),
    route(contract.listSessions, (ctx, { request }) =>
      listSessions(ctx.db, ctx.user?.id ?? 0, callerOf(request).token),
    ),
    route(contract.endOtherSessions, (ctx, { request }) => {
      forget(request, ctx, ctx.user?.id)
      return service.endOtherSessions(ctx, callerOf(request))
    }),
    route(contract.endOwnSession, (ctx, { id, request }) => {
      forget(request, ctx, ctx.user?.id)
      return service.endOwnSession(ctx, id, callerOf(request))
    }),
    ...accountRoutes,
  ]
}

/** The routes by which administrators manage other accounts. */
const accountRoutes: Route[] = [
  route(contract.endSessions, (ctx, { id, request }) => {
    forget(request, ctx, id)
    return endSessions(ctx, id)
  }),
  route(contract.listUsers, (ctx, { query }) => listUsers(ctx, query)),
  // Their bodies contain passwords, so no idempotency record is stored.
  route(contract.createUser, (ctx, { body }) => createUser(ctx, body), keyless),
  route(
    contract.updateUser,
    (ctx, { id, body, ifMatch, request }) => {
      forget(request, ctx, id)
      return updateUser(ctx, id, { form: body, ifMatch })
    },
    keyless,
  ),
]

/** Logs a sign-in action, or counts and logs its refusal; never logs user input. */
async function logged(
  request: FastifyRequest,
  { act, tried }: { act: string; tried?: () => Promise<service.TriedAccount> },
  work: () => Promise<service.SignedUp>,
): Promise<service.SignedUp> {
  const where = { act, requestId: request.id, address: request.ip }
  try {
    const made = await work()
    request.log.info({ ...where, userId: made.user.id }, 'signed in')
    return made
  } catch (error) {
    if (error instanceof Refusal) {
      if (act === 'sign-in') request.server.signInFailures.inc({ code: error.code })
      const who = await tried?.()
      request.log.warn({ ...where, ...who, code: error.code }, 'refused')
    }
    throw error
  }
}
