import { type Route, route } from '#platform/server/http/route.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import * as contract from '../contract.ts'
import { checkData, listDataChecks } from './data-checks.ts'
import { listDeadMessages, retryDeadMessage } from './dead-messages.ts'
import {
  checkSealedHistory,
  downloadHistoryVerification,
  readSealedHistory,
  verifyHistory,
} from './sealed-history/verifications.ts'
import { noteIncident } from './incident-notes.ts'
import { previewRetention } from './retention-preview.ts'
import * as service from './service.ts'
import { listTableSizes } from './table-sizes.ts'
import { listUnreadableFields } from './unreadable-fields.ts'
import { monitorOf } from './health-monitor.ts'
import { readServiceLevels } from './service-levels/read-levels.ts'

/**
 * The health routes, which monitor all other routes of the program and count what the cleanups of
 * all features would delete.
 */
export function systemHealthRoutes(
  watched: readonly Route[],
  rules: readonly RetentionRule[],
): Route[] {
  const watch = monitorOf(watched)
  return [
    route(contract.readHealth, (ctx) => service.readHealth(ctx, watch), { needsNoSignIn: true }),
    route(contract.readDetailedHealth, (ctx) => service.readDetailedHealth(ctx, watch)),
    route(contract.listUnreadableFields, (ctx) => listUnreadableFields(ctx)),
    route(contract.readHealthHistory, (ctx, { query }) =>
      service.readHealthHistory(ctx, watch, query),
    ),
    route(contract.listIncidents, (ctx, { query }) => service.listIncidents(ctx, query.hours)),
    route(contract.noteIncident, (ctx, { body }, ifMatch) => noteIncident(ctx, body, ifMatch)),
    route(contract.readSealedHistory, (ctx) => readSealedHistory(ctx)),
    route(contract.checkSealedHistory, (ctx) => checkSealedHistory(ctx)),
    route(contract.verifyHistory, (ctx) => verifyHistory(ctx)),
    route(contract.downloadHistoryVerification, (ctx, { id }) =>
      downloadHistoryVerification(ctx, id),
    ),
    route(contract.previewRetention, (ctx) => previewRetention(ctx, rules)),
    route(contract.readServiceLevels, (ctx) => readServiceLevels(ctx)),
    route(contract.listTableSizes, (ctx) => listTableSizes(ctx, rules)),
    route(contract.listDataChecks, (ctx) => listDataChecks(ctx)),
    // An idempotency key would make it one transaction that blocks the single connection of the
    // embedded database.
    route(contract.checkData, (ctx) => checkData(ctx), { ignoresKey: true }),
    route(contract.listDeadMessages, (ctx) => listDeadMessages(ctx)),
    route(contract.retryDeadMessage, (ctx, { id }) => retryDeadMessage(ctx, id)),
  ]
}
