import type { FastifyRequest } from 'fastify'
import type { Permission } from '#features/auth/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/db.ts'
import { type Route, route } from '#platform/server/route.ts'
import { changesFor } from './changes.ts'
import * as contract from './contract.ts'
import type { Look } from './look-out.ts'
import { historyPermissionOf } from './rules.ts'
import { activityOf, type HiddenFields } from './service.ts'

type Guards = {
  isStillSignedIn: (request: FastifyRequest, ctx: Context) => Promise<boolean>
  /** Whether a caller holds a permission to read, within the scopes of an API key. */
  mayRead: (user: Actor, permission: Permission) => boolean
  /** What changes without an act of anybody, and is told like one. */
  looks: readonly Look[]
}

/**
 * The calls of the audit room; the rooms of the records say which fields and which records are not
 * for everybody, and the one of the accounts whether who listens is signed in still.
 */
export function auditRoutes(hidden: HiddenFields, guards: Guards): Route[] {
  return [
    route(contract.readActivity, async (ctx, { id, query }) => {
      if (!mayReadHistory(guards, ctx.user, query.entity)) {
        throw new Refusal('forbidden', 'forbidden', 'Your role does not allow this')
      }
      return activityOf(ctx, { entity: query.entity, id }, hidden)
    }),
    route(contract.listenToChanges, async (ctx, { query, request, reply }) => {
      // A line that is kept for another call after this one would hold up the stop of the program.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      const last = Number(request.headers['last-event-id'])
      const since = Number.isSafeInteger(last) && last > 0 ? last : query.since
      const isStream = request.headers.accept === 'text/event-stream'
      const isSignedIn = () => guards.isStillSignedIn(request, ctx)
      const { stopping } = request.server
      const mayHear = (entity: string) => mayReadHistory(guards, ctx.user, entity)
      const { looks } = guards
      const pieces = changesFor(ctx, { looks, since, isStream, stopping, isSignedIn, mayHear })
      return { mediaType: 'text/event-stream; charset=utf-8', pieces }
    }),
  ]
}

/** Whether a caller may read the history of records of a kind; of an unknown kind nobody may. */
function mayReadHistory({ mayRead }: Guards, user: Context['user'], entity: string): boolean {
  const permission = historyPermissionOf(entity)
  return user !== undefined && permission !== undefined && mayRead(user, permission)
}
