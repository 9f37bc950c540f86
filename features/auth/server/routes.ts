// One file: the routes of accounts and of every way to sign in are read as one list
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { isForwarded } from '#platform/server/http/host-and-origin-checks.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { Day } from '#platform/kernel/days.ts'
import { createUser, declineUser, endSessions, updateUser, listUsers } from './accounts.ts'
import * as contract from '../contract.ts'
import type { User } from '../contract.ts'
import {
  createDelegation,
  endDelegation,
  listDelegations,
  readDelegates,
} from './delegation/delegations.ts'
import type { SignUpRules } from './sign-up-policy.ts'
import {
  callerOf,
  challengeOf,
  setChallengeCookie,
  setSessionCookie,
  setSignOnCookie,
  setDeviceCookie,
  signOnOf,
  clearSessionCookie,
} from './sign-in-cookies.ts'
import { acceptInvitation, inviteUser, sendInvitation } from './links/invitations.ts'
import { requestPasswordReset, resetPassword, sendResetLink } from './links/password-reset.ts'
import { ownOrigin } from './sign-in/own-origin.ts'
import {
  addPasskey,
  readPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './passkeys/passkeys.ts'
import {
  loginWithPasskey,
  type NotifyAdministrators,
  startPasskeySignIn,
} from './passkeys/sign-in.ts'
import {
  confirmSecondFactor,
  createRecoveryCodes,
  enrollSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  turnOffSecondFactor,
} from './second-factor/second-factor.ts'
import { accountOfChallenge, loginWithSecondFactor } from './second-factor/second-step.ts'
import { readOfflineKey } from './offline/offline-key.ts'
import { createRole, deleteRole, listRoles, updateRole } from './roles/manage-roles.ts'
import * as service from './service.ts'
import { listSessions } from './sessions.ts'
import type { SignOnConfig } from './single-sign-on/provider.ts'
import { changeSingleSignOn, readSingleSignOn } from './single-sign-on/settings.ts'
import {
  completeSingleSignOn,
  readSignOutAddress,
  startSingleSignOn,
} from './single-sign-on/sign-on.ts'
import { unlinkSingleSignOn } from './single-sign-on/unlink.ts'
import { readSlowedUsers, unlockUser } from './users/slowed-accounts.ts'
import { readUserLimits, updateUserLimits } from './roles/user-limits.ts'
import { invalidateSessionCache } from './identify.ts'

/**
 * Sign-in routes count attempts outside the transaction, so they do not support idempotency keys.
 */
const withoutIdempotency = { ignoresKey: true } as const

export type AuthParts = {
  /** The sign-up policy. */
  rules: SignUpRules
  /** What links in email begin with; undefined if no email can be sent. */
  linkBase: string | undefined
  config: SignOnConfig
  /** The business day, on which a delegation is active or not. */
  dayOf: (ctx: Context) => Promise<Day>
  notifyAdministrators: NotifyAdministrators
}

/** The routes of accounts and sessions. */
export function authRoutes(parts: AuthParts): Route[] {
  const { rules, linkBase, config, dayOf, notifyAdministrators } = parts
  return [
    route(contract.readSignInFacts, (ctx) => service.readSignInFacts(ctx, rules, linkBase)),
    ...signInRoutes(rules),
    ...singleSignOnRoutes(config),
    ...passkeyRoutes(config, notifyAdministrators),
    ...profileRoutes,
    ...secondFactorRoutes,
    ...accountRoutes,
    ...roleRoutes,
    ...delegationRoutes(dayOf),
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
        beginSession(ctx, { request, reply, ...signedIn })
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
        setChallengeCookie(request, reply, undefined)
        beginSession(ctx, { request, reply, user, token })
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
        beginSession(ctx, { request, reply, user, token })
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

/** The routes of single sign-on, and of its settings. */
function singleSignOnRoutes(config: SignOnConfig): Route[] {
  const fromOf = (request: FastifyRequest) => {
    return { caller: callerOf(request), origin: ownOrigin(request, config), config }
  }
  return [
    route(
      contract.startSingleSignOn,
      async (ctx, { request, reply }) => {
        const { address, browser } = await startSingleSignOn(ctx, fromOf(request))
        setSignOnCookie(request, reply, browser)
        return { address }
      },
      withoutIdempotency,
    ),
    route(
      contract.completeSingleSignOn,
      async (ctx, { body, request, reply }) => {
        const from = { ...fromOf(request), browser: signOnOf(request) }
        setSignOnCookie(request, reply, undefined)
        const { user, token } = await withAuthLog(request, { act: 'single-sign-on' }, () =>
          completeSingleSignOn(ctx, body, from),
        )
        beginSession(ctx, { request, reply, user, token })
        return user
      },
      withoutIdempotency,
    ),
    route(contract.readSignOutAddress, (ctx, { request }) =>
      readSignOutAddress(ctx, fromOf(request)),
    ),
    route(contract.readSingleSignOn, (ctx, { request }) =>
      readSingleSignOn(ctx, ownOrigin(request, config)),
    ),
    route(
      contract.changeSingleSignOn,
      (ctx, { body, request }, ifMatch) =>
        changeSingleSignOn(ctx, { form: body, ifMatch, ...fromOf(request) }),
      withoutIdempotency,
    ),
  ]
}

/** The routes of passkeys: the sign-in, and those of the signed-in user. */
function passkeyRoutes(config: SignOnConfig, notifyAdministrators: NotifyAdministrators): Route[] {
  const fromOf = (request: FastifyRequest) => {
    return { caller: callerOf(request), origin: ownOrigin(request, config) }
  }
  return [
    route(
      contract.startPasskeySignIn,
      (ctx, { request }) => startPasskeySignIn(ctx, fromOf(request)),
      withoutIdempotency,
    ),
    route(
      contract.loginWithPasskey,
      async (ctx, { body, request, reply }) => {
        const from = { ...fromOf(request), notifyAdministrators }
        const { user, token } = await withAuthLog(request, { act: 'passkey' }, () =>
          loginWithPasskey(ctx, body, from),
        )
        beginSession(ctx, { request, reply, user, token })
        return user
      },
      withoutIdempotency,
    ),
    route(contract.readPasskeys, (ctx) => readPasskeys(ctx)),
    route(
      contract.startPasskey,
      (ctx, { body, request }) => startPasskey(ctx, body, ownOrigin(request, config)),
      withoutIdempotency,
    ),
    route(
      contract.addPasskey,
      async (ctx, { body, request }) => {
        const added = await addPasskey(ctx, body, fromOf(request))
        invalidateSessionCache(request, ctx, ctx.user?.id)
        return added
      },
      withoutIdempotency,
    ),
    route(contract.renamePasskey, (ctx, { id, body }) => renamePasskey(ctx, id, body)),
    route(
      contract.removePasskey,
      async (ctx, { id, body, request }) => {
        await removePasskey(ctx, id, body)
        invalidateSessionCache(request, ctx, ctx.user?.id)
      },
      withoutIdempotency,
    ),
  ]
}

type NewSession = { request: FastifyRequest; reply: FastifyReply; user: User; token: string }

/** Gives a browser its new session, and marks it as one that this user has signed in with. */
function beginSession(ctx: Context, { request, reply, user, token }: NewSession): void {
  invalidateSessionCache(request, ctx, ctx.user?.id)
  setSessionCookie(request, reply, token)
  setDeviceCookie(request, reply, user.username)
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
  route(contract.readOfflineKey, (ctx, { request }) =>
    readOfflineKey(ctx, callerOf(request).token),
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

/** The routes of the company's own roles. */
const roleRoutes: Route[] = [
  route(contract.listRoles, (ctx, { query }) => listRoles(ctx, query)),
  route(contract.createRole, (ctx, { body }) => createRole(ctx, body)),
  route(contract.updateRole, (ctx, { id, body, request }, ifMatch) => {
    invalidateSessionCache(request, ctx, 'all')
    return updateRole(ctx, id, { form: body, ifMatch })
  }),
  route(contract.deleteRole, (ctx, { id }) => deleteRole(ctx, id)),
]

/** The routes of delegations. Whether one is active depends on the business day. */
function delegationRoutes(dayOf: (ctx: Context) => Promise<Day>): Route[] {
  return [
    route(contract.listDelegations, async (ctx, { query }) =>
      listDelegations(ctx, { query, date: await dayOf(ctx) }),
    ),
    route(contract.readDelegates, (ctx) => readDelegates(ctx)),
    route(contract.createDelegation, async (ctx, { body }) =>
      createDelegation(ctx, body, await dayOf(ctx)),
    ),
    route(contract.endDelegation, (ctx, { id }) => endDelegation(ctx, id)),
  ]
}

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
  route(contract.unlinkSingleSignOn, (ctx, { id, request }) => {
    invalidateSessionCache(request, ctx, id)
    return unlinkSingleSignOn(ctx, id)
  }),
  route(contract.readSlowedUsers, (ctx) => readSlowedUsers(ctx)),
  route(contract.declineUser, (ctx, { id }) => declineUser(ctx, id)),
  route(contract.readUserLimits, (ctx, { id }) => readUserLimits(ctx, id)),
  route(contract.updateUserLimits, (ctx, { id, body }, ifMatch) =>
    updateUserLimits(ctx, id, { form: body, ifMatch }),
  ),
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
      if (signInActs.includes(act)) request.server.signInFailures.inc({ code: error.code })
      const account = await attemptedAccount?.()
      const because = reasonsOf(error)
      const more = because.length > 0 && { because }
      request.log.warn({ ...logFields, ...account, code: error.code, ...more }, 'refused')
    }
    throw error
  }
}

const signInActs = ['sign-in', 'second-factor', 'single-sign-on', 'passkey']

/** The messages of the errors that caused a refusal; those of the provider have no user input. */
function reasonsOf({ cause }: Error): string[] {
  return cause instanceof Error ? [cause.message, ...reasonsOf(cause)] : []
}

/** The answer to the right password of an account with a second factor. */
function secondFactorRequired(): Refusal {
  const sentence = 'Enter the code from your authenticator app'
  return new Refusal('signedOut', 'second-factor-required', sentence)
}
