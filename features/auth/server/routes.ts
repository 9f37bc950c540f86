import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import { isForwarded } from '#platform/server/http/host-and-origin-checks.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { createUser, declineUser, endSessions, updateUser, listUsers } from './accounts.ts'
import * as contract from '../contract.ts'
import type { SignUpRules } from './sign-up-policy.ts'
import {
  callerOf,
  challengeOf,
  setChallengeCookie,
  setSessionCookie,
  setDeviceCookie,
  clearSessionCookie,
} from './sign-in-cookies.ts'
import { acceptInvitation, inviteUser, sendInvitation } from './links/invitations.ts'
import { requestPasswordReset, resetPassword, sendResetLink } from './links/password-reset.ts'
import {
  confirmSecondFactor,
  createRecoveryCodes,
  enrollSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  turnOffSecondFactor,
} from './second-factor/second-factor.ts'
import { accountOfChallenge, loginWithSecondFactor } from './second-factor/second-step.ts'
import * as service from './service.ts'
import { listSessions } from './sessions.ts'
import { readSlowedUsers, unlockUser } from './users/slowed-accounts.ts'
import { invalidateSessionCache } from './identify.ts'

/**
 * Sign-in routes count attempts outside the transaction, so they do not support idempotency keys.
 */
const withoutIdempotency = { ignoresKey: true } as const

/**
 * The routes of accounts and sessions. `rules` is the sign-up policy; links in email begin with
 * `linkBase`, which is undefined if no email can be sent.
 */
export function authRoutes(rules: SignUpRules, linkBase: string | undefined): Route[] {
  return [
    route(contract.readSignInFacts, (ctx) => service.readSignInFacts(ctx, rules, linkBase)),
    ...signInRoutes(rules),
    ...profileRoutes,
    ...secondFactorRoutes,
    ...accountRoutes,
    ...linkRoutes(linkBase),
  ]
}

/** The routes that begin and end a session. */
function signInRoutes(rules: SignUpRules): Route[] {
  return [
    route(
      contract.login,
      async (ctx, { body, request, reply }) => {
        const tried = () => service.attemptedAccount(ctx, body.username)
        const signedIn = await withAuthLog(request, { act: 'sign-in', tried }, () =>
          service.login(ctx, body, callerOf(request)),
        )
        if ('challenge' in signedIn) {
          setChallengeCookie(request, reply, signedIn.challenge)
          throw secondFactorRequired()
        }
        invalidateSessionCache(request, ctx, ctx.user?.id)
        setSessionCookie(request, reply, signedIn.token)
        setDeviceCookie(request, reply, signedIn.user.username)
        return signedIn.user
      },
      withoutIdempotency,
    ),
    route(
      contract.loginWithSecondFactor,
      async (ctx, { body, request, reply }) => {
        const from = { caller: callerOf(request), challenge: challengeOf(request) }
        const tried = () => accountOfChallenge(ctx, from.challenge)
        const { user, token } = await withAuthLog(request, { act: 'second-factor', tried }, () =>
          loginWithSecondFactor(ctx, body, from),
        )
        invalidateSessionCache(request, ctx, ctx.user?.id)
        setChallengeCookie(request, reply, undefined)
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
  ]
}

/** The routes of the signed-in user. */
const profileRoutes: Route[] = [
  route(contract.currentUser, (ctx) => service.currentUser(ctx)),
  route(contract.changePreferences, (ctx, { body }) => service.changePreferences(ctx, body)),
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
]

/** The routes of links by email. */
function linkRoutes(linkBase: string | undefined): Route[] {
  return [
    route(
      contract.requestPasswordReset,
      (ctx, { body, request }) =>
        requestPasswordReset(ctx, body, { caller: callerOf(request), linkBase }),
      withoutIdempotency,
    ),
    route(
      contract.resetPassword,
      async (ctx, { body, request }) => {
        const userId = await resetPassword(ctx, body, callerOf(request))
        invalidateSessionCache(request, ctx, userId)
        request.log.info({ act: 'reset-password', requestId: request.id, userId }, 'done')
      },
      withoutIdempotency,
    ),
    route(
      contract.acceptInvitation,
      (ctx, { body, request }) => acceptInvitation(ctx, body, callerOf(request)),
      withoutIdempotency,
    ),
    route(contract.inviteUser, (ctx, { body }) => inviteUser(ctx, body, linkBase)),
    route(contract.sendInvitation, (ctx, { id }) => sendInvitation(ctx, id, linkBase)),
    route(contract.sendResetLink, (ctx, { id }) => sendResetLink(ctx, id, linkBase)),
  ]
}

/**
 * The routes of the own second factor. Their bodies and answers contain secrets, so no idempotency
 * record is stored.
 */
const secondFactorRoutes: Route[] = [
  route(contract.readSecondFactor, (ctx) => readSecondFactor(ctx)),
  route(
    contract.enrollSecondFactor,
    (ctx, { body }) => enrollSecondFactor(ctx, body),
    withoutIdempotency,
  ),
  route(
    contract.confirmSecondFactor,
    async (ctx, { body, request }) => {
      const codes = await confirmSecondFactor(ctx, body, callerOf(request))
      invalidateSessionCache(request, ctx, ctx.user?.id)
      return codes
    },
    withoutIdempotency,
  ),
  route(
    contract.createRecoveryCodes,
    (ctx, { body }) => createRecoveryCodes(ctx, body),
    withoutIdempotency,
  ),
  route(
    contract.turnOffSecondFactor,
    async (ctx, { body, request }) => {
      await turnOffSecondFactor(ctx, body)
      invalidateSessionCache(request, ctx, ctx.user?.id)
    },
    withoutIdempotency,
  ),
]

/** The routes by which administrators manage other accounts. */
const accountRoutes: Route[] = [
  route(contract.endSessions, (ctx, { id, request }) => {
    invalidateSessionCache(request, ctx, id)
    return endSessions(ctx, id)
  }),
  route(contract.removeSecondFactor, (ctx, { id, request }) => {
    invalidateSessionCache(request, ctx, id)
    return removeSecondFactor(ctx, id)
  }),
  route(contract.readSlowedUsers, (ctx) => readSlowedUsers(ctx)),
  route(contract.declineUser, (ctx, { id }) => declineUser(ctx, id)),
  route(contract.unlockUser, (ctx, { id }) => unlockUser(ctx, id)),
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
async function withAuthLog<R extends service.SignedIn | service.HalfSignedIn>(
  request: FastifyRequest,
  {
    act,
    tried: attemptedAccount,
  }: { act: string; tried?: () => Promise<service.AttemptedAccount | undefined> },
  run: () => Promise<R>,
): Promise<R> {
  const logFields = { act, requestId: request.id, address: request.ip }
  try {
    const result = await run()
    const isHalf = 'challenge' in result
    const sentence = isHalf ? 'the password was right' : 'signed in'
    request.log.info({ ...logFields, userId: result.user.id }, sentence)
    return result
  } catch (error) {
    if (error instanceof Refusal) {
      const isSignIn = act === 'sign-in' || act === 'second-factor'
      if (isSignIn) request.server.signInFailures.inc({ code: error.code })
      const account = await attemptedAccount?.()
      request.log.warn({ ...logFields, ...account, code: error.code }, 'refused')
    }
    throw error
  }
}

/** The answer to the right password of an account with a second factor. */
function secondFactorRequired(): Refusal {
  const sentence = 'Enter the code from your authenticator app'
  return new Refusal('signedOut', 'second-factor-required', sentence)
}
