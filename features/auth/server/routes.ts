import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { isForwarded } from '#platform/server/http/host-names.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { createUser, endSessions, updateUser, listUsers } from './accounts.ts'
import * as contract from '../contract.ts'
import type { SignUpRules } from './first-account.ts'
import {
  callerOf,
  invalidateSessionCache,
  setSessionCookie,
  setDeviceCookie,
  clearSessionCookie,
} from './identity.ts'
import * as service from './service.ts'
import { listSessions } from './sessions.ts'

/**
 * Sign-in routes count attempts outside the transaction, so they do not support idempotency keys.
 */
const withoutIdempotency = { ignoresKey: true } as const

/** The routes of accounts and sessions; `rules` is the sign-up policy. */
export function authRoutes(rules: SignUpRules): Route[] {
  return [
    route(contract.currentUser, (ctx) => service.currentUser(ctx)),
    route(contract.changePreferences, (ctx, { body }) => service.changePreferences(ctx, body)),
    route(
      contract.login,
      async (ctx, { body, request, reply }) => {
        const tried = () => service.attemptedAccount(ctx, body.username)
        const { user, token } = await withAuthLog(request, { act: 'sign-in', tried }, () =>
          service.login(ctx, body, callerOf(request)),
        )
        invalidateSessionCache(request, ctx, ctx.user?.id)
        setSessionCookie(request, reply, token)
        setDeviceCookie(request, reply, user.username)
        return user
      },
      withoutIdempotency,
    ),
    route(
      contract.register,
      async (ctx, { body, request, reply }) => {
        const options = { ...rules, caller: callerOf(request), isForwarded: isForwarded(request) }
        const { user, token } = await withAuthLog(request, { act: 'sign-up' }, () =>
          service.register(ctx, body, options),
        )
        invalidateSessionCache(request, ctx, ctx.user?.id)
        setSessionCookie(request, reply, token)
        setDeviceCookie(request, reply, user.username)
        return user
      },
      withoutIdempotency,
    ),
    route(
      contract.logout,
      async (ctx, { request, reply }) => {
        const userId = await service.logout(ctx, callerOf(request).token)
        invalidateSessionCache(request, ctx, userId)
        clearSessionCookie(request, reply)
        return undefined
      },
      withoutIdempotency,
    ),
    route(contract.readSignInFacts, (ctx) => service.readSignInFacts(ctx, rules)),
    route(
      contract.changePassword,
      async (ctx, { body, request, reply }) => {
        const { user, token } = await withAuthLog(request, { act: 'change-password' }, () =>
          service.changePassword(ctx, body, callerOf(request)),
        )
        invalidateSessionCache(request, ctx, user.id)
        setSessionCookie(request, reply, token)
        return undefined
      },
      withoutIdempotency,
    ),
    route(contract.listSessions, (ctx, { request }) =>
      listSessions(ctx.db, ctx.user?.id ?? 0, callerOf(request).token),
    ),
    route(contract.endOtherSessions, (ctx, { request }) => {
      invalidateSessionCache(request, ctx, ctx.user?.id)
      return service.endOtherSessions(ctx, callerOf(request))
    }),
    route(contract.endOwnSession, (ctx, { id, request }) => {
      invalidateSessionCache(request, ctx, ctx.user?.id)
      return service.endOwnSession(ctx, id, callerOf(request))
    }),
    ...accountRoutes,
  ]
}

/** The routes by which administrators manage other accounts. */
const accountRoutes: Route[] = [
  route(contract.endSessions, (ctx, { id, request }) => {
    invalidateSessionCache(request, ctx, id)
    return endSessions(ctx, id)
  }),
  route(contract.listUsers, (ctx, { query }) => listUsers(ctx, query)),
  // Their bodies contain passwords, so no idempotency record is stored.
  route(contract.createUser, (ctx, { body }) => createUser(ctx, body), withoutIdempotency),
  route(
    contract.updateUser,
    (ctx, { id, body, request }, ifMatch) => {
      invalidateSessionCache(request, ctx, id)
      return updateUser(ctx, id, { form: body, ifMatch })
    },
    withoutIdempotency,
  ),
]

/** Logs a sign-in action, or counts and logs its refusal; never logs user input. */
async function withAuthLog(
  request: FastifyRequest,
  {
    act,
    tried: attemptedAccount,
  }: { act: string; tried?: () => Promise<service.AttemptedAccount> },
  run: () => Promise<service.SignedIn>,
): Promise<service.SignedIn> {
  const logFields = { act, requestId: request.id, address: request.ip }
  try {
    const result = await run()
    request.log.info({ ...logFields, userId: result.user.id }, 'signed in')
    return result
  } catch (error) {
    if (error instanceof Refusal) {
      if (act === 'sign-in') request.server.signInFailures.inc({ code: error.code })
      const account = await attemptedAccount?.()
      request.log.warn({ ...logFields, ...account, code: error.code }, 'refused')
    }
    throw error
  }
}
