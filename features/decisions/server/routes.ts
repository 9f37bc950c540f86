import type { AnswerOf, BodyOf } from '#platform/kernel/endpoint.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { readDecision, readDecisionsOfOrder } from './service.ts'

/** What Order Entry decides again. */
type OrderEntryCalls = {
  replayDecision: (
    ctx: Context,
    id: number,
    body: BodyOf<typeof contract.replayDecision>,
  ) => Promise<AnswerOf<typeof contract.replayDecision>>
}

/**
 * The routes of decisions. The replay is injected, because the rules that decide are in a feature
 * that depends on this one.
 */
export function decisionRoutes({ replayDecision }: OrderEntryCalls): Route[] {
  return [
    route(contract.readDecision, (ctx, { id }) => readDecision(ctx, id)),
    route(contract.replayDecision, (ctx, { id, body }) => replayDecision(ctx, id, body)),
    route(contract.readDecisionsOfOrder, (ctx, { id }) => readDecisionsOfOrder(ctx, id)),
  ]
}
