import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { listenToChanges } from './change-stream.ts'
import { auditedEntities } from '../audited-entities.ts'
import * as contract from '../contract.ts'
import { listEvents } from './event-feed.ts'
import { listImports } from './past-imports.ts'
import { readPastValues } from './past-values.ts'
import type { ChangeProbe } from './change-poller.ts'
import { type HistoryAccess, listHistory, readHistoryEntry } from './history-list.ts'
import { readActivity } from './service.ts'
import type { HiddenFields } from './visible-changes.ts'

type Guards = {
  isStillSignedIn: (request: FastifyRequest, ctx: Context) => Promise<boolean>
  /** True if a caller may read the history of this kind of record. */
  mayReadHistory: (user: Actor, entity: string) => boolean
  /** True if a user may import into a table, and so undo its imports. */
  mayImport: (user: Context['user'], table: contract.ImportedTable) => boolean
  /** Probes for changes without an audit entry, published like other changes. */
  probes: readonly ChangeProbe[]
  /** The SQL of the business time zone, in which days of the history begin. */
  zone: string
}

/**
 * The routes of the audit feature. Other features define which fields are hidden, who may read
 * which history, and whether a listener's session is still alive.
 */
export function auditRoutes(hidden: HiddenFields, guards: Guards): Route[] {
  const accessOf = ({ user }: Context): HistoryAccess => ({
    entities: auditedEntities.filter(
      (entity) => user !== undefined && guards.mayReadHistory(user, entity),
    ),
    hidden,
    zone: guards.zone,
  })
  const guardHistory = ({ user }: Context, entity: string): void => {
    if (user && guards.mayReadHistory(user, entity)) return
    throw new Refusal('forbidden', 'forbidden', 'Your role does not allow this')
  }
  return [
    route(contract.listHistory, (ctx, { query }) => listHistory(ctx, query, accessOf(ctx))),
    route(contract.readHistoryEntry, (ctx, { id }) => readHistoryEntry(ctx, id, accessOf(ctx))),
    route(contract.readActivity, async (ctx, { id, query }) => {
      guardHistory(ctx, query.entity)
      return readActivity(ctx, { entity: query.entity, id }, hidden)
    }),
    route(contract.readPastValues, async (ctx, { id, query }) => {
      guardHistory(ctx, query.entity)
      const { user } = ctx
      const seesContractPrices = user !== undefined && guards.mayReadHistory(user, 'contract_price')
      return readPastValues(ctx, { id, ...query, seesContractPrices }, guards.zone)
    }),
    route(contract.listEvents, (ctx, { query }) => {
      const { user } = ctx
      const mayRead = (entity: string) => user !== undefined && guards.mayReadHistory(user, entity)
      return listEvents(ctx, query, mayRead)
    }),
    route(contract.listImports, (ctx, { query: { table } }) => {
      const tables = table ? [table] : contract.importedTables
      return listImports(
        ctx,
        tables.filter((each) => guards.mayImport(ctx.user, each)),
      )
    }),
    route(contract.listenToChanges, async (ctx, { query, request, reply }) => {
      // A connection kept alive for further requests would delay the shutdown.
      reply.headers({ 'x-accel-buffering': 'no', connection: 'close' })
      const lastEventId = Number(request.headers['last-event-id'])
      const since = Number.isSafeInteger(lastEventId) && lastEventId > 0 ? lastEventId : query.since
      const isStream = request.headers.accept === 'text/event-stream'
      const isSignedIn = () => guards.isStillSignedIn(request, ctx)
      const { stopping } = request.server
      const { user } = ctx
      const mayReceive = (entity: string) =>
        user !== undefined && guards.mayReadHistory(user, entity)
      const { probes } = guards
      const pieces = listenToChanges(ctx, {
        probes,
        since,
        isStream,
        stopping,
        isSignedIn,
        mayReceive,
      })
      return { mediaType: 'text/event-stream; charset=utf-8', pieces }
    }),
  ]
}
