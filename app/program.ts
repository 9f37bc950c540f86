import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { hasKey, identifyKey } from '#features/api-keys/server/identify-key.ts'
import { backtestJobs } from '#features/backtests/server/run-backtests.ts'
import { ediJobs } from '#features/edi/server/mailbox/jobs.ts'
import { accountJobs } from '#features/auth/server/background-jobs.ts'
import { linkBaseOf } from '#features/auth/server/links/queue-account-emails.ts'
import { setTokenSecret } from '#features/auth/server/sessions.ts'
import type { SignInWith } from '#db/demo/user-accounts.ts'
import { loadDemo, prepareDemo } from '#db/demo.ts'
import { digestReceipts } from '#features/decisions/server/service.ts'
import { automaticEmailJobs } from '#features/documents/server/automatic/create-messages.ts'
import { emailJobs } from '#features/documents/server/send-queued-emails.ts'
import { notificationEmailJobs } from '#features/notifications/server/notification-emails.ts'
import { notificationJobs } from '#features/notifications/server/background-jobs.ts'
import { reportJobs } from '#features/reports/server/background-reports.ts'
import {
  backordersEveryMs,
  fillRemainingBackorders,
} from '#features/sales-orders/server/reservations/backorders.ts'
import {
  cancelAfterEveryMs,
  notifyOfPastCancelAfterDays,
} from '#features/sales-orders/server/cancellations/cancel-after-notifications.ts'
import {
  expiredApprovalsEveryMs,
  releaseExpiredApprovals,
} from '#features/order-entry/server/approvals/release-approvals.ts'
import { releaseExpiredHolds, holdsEveryMs } from '#features/sales-orders/server/holds/hold.ts'
import {
  releasePaymentHolds,
  salesOrderSubscribers,
} from '#features/sales-orders/server/holds/release-payment-holds.ts'
import { readSettings } from '#features/settings/server/service.ts'
import {
  certificatesEveryMs,
  notifyExpiringCertificates,
} from '#features/sourcing/server/certificates.ts'
import { sampleEveryMs } from '#features/system-health/rules.ts'
import { checkDataNightly, dataCheckEveryMs } from '#features/system-health/server/data-checks.ts'
import {
  runHistoryVerification,
  verifyEveryMs,
} from '#features/system-health/server/sealed-history/verifications.ts'
import {
  sealAndCheckHistory,
  sealEveryMs,
} from '#features/system-health/server/sealed-history/seal-and-check.ts'
import { canaryJobs } from '#features/system-health/server/service-levels/run-canary.ts'
import { readMeasures } from '#features/system-health/server/operational-metrics.ts'
import { describeSecretsAsText } from '#features/system-health/server/secrets-as-text.ts'
import { recordSamples } from '#features/system-health/server/service.ts'
import { monitorOf } from '#features/system-health/server/health-monitor.ts'
import { webhookJobs } from '#features/webhooks/server/send-due-deliveries.ts'
import { wmsJobs, wmsSubscribers } from '#features/wms-integration/server/runs/background-jobs.ts'
import { mailboxJobs } from '#features/intake/server/email/poll-mailbox.ts'
import { type Config, projectRoot } from '#platform/server/runtime/config.ts'
import { type Context, type Database, openDatabase } from '#platform/server/database/db.ts'
import { vacuumJobs } from '#platform/server/embedded/vacuum.ts'
import { createLog } from '#platform/server/runtime/log.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { createNodeCheck } from '#platform/server/runtime/clock-and-version-check.ts'
import type { JobRecords } from '#platform/server/jobs/job-outcomes.ts'
import { startWorker, type WorkerParts } from '#platform/server/jobs/worker.ts'
import { startTracing } from '#platform/server/operations/tracing.ts'
import type { Route } from '#platform/server/http/route.ts'
import { loadServerSecret } from '#platform/server/runtime/server-secret.ts'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import { buildServer } from '#platform/server/http/serve.ts'
import { openFeed } from '#platform/server/lists/change-feed.ts'
import { readFilesIn } from '#platform/server/imports/file-parsing-thread.ts'
import { readApiText } from './api-text-thread.ts'
import { openFileThread } from './open-file-thread.ts'
import { permissionChecks } from './permission-checks.ts'
import { retentionRules } from './jobs/retention-rules.ts'
import { documentSources, rooms } from './rooms.ts'
import { demoLoadEveryMs, loadQueuedDemoData } from '#features/dashboard/server/load-demo-data.ts'
import {
  applyPlannedPrices,
  plannedPricesEveryMs,
} from '#features/skus/server/prices/apply-planned-prices.ts'
import { identify } from '#features/auth/server/identify.ts'

readFilesIn(openFileThread)

export type Program = {
  app: FastifyInstance
  database: Database
  /**
   * Shuts down gracefully: keeps serving for `SHUTDOWN_DELAY`, finishes requests and jobs, closes
   * the database and logs the last line.
   */
  close(): Promise<void>
}

export type ProgramOptions = {
  config: Config
  clock?: () => Date
  /** Where log lines go; defaults to standard output. */
  logStream?: { write(line: string): void }
  /** Validates each response against the schema of its endpoint; for tests. */
  validateResponses?: boolean
  /** Runs the background worker: periodic jobs, message delivery and cleanup of old data. */
  hasWorker?: boolean
  /** Compares this node's clock and schema version with the database's, now and periodically. */
  watchesNode?: boolean
  /** Interval of that check, which also runs at the start. Default: 5 seconds. */
  checkEveryMs?: number
  /** Called with a message before a slow step of the start. */
  announce?: (sentence: string) => void
  /** Called with the demo sign-ins as soon as they are committed, whatever fails later. */
  onDemoSignIns?: (signIns: SignInWith[]) => void
  /** An open database to use; otherwise the program opens and migrates its own. */
  database?: Database
}

/** Assembles the database, migrations, features and HTTP server. It does not listen yet. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config } = options
  setTokenSecret(config.SESSION_SECRET)
  loadSecretsKeys(config.SECRETS_KEY)
  const stopTracing = await startTracing(config)
  const clock = options.clock ?? (() => new Date())
  const routes = rooms(config)
  const database =
    options.database ?? (await open(options, { now: clock(), watched: monitorOf(routes).paths }))
  await loadServerSecret(database.db, config.SESSION_SECRET)
  const log = createLog(config.LOG_LEVEL, options.logStream)
  const { checkEveryMs } = options
  const own = { database, clock, log, checkEveryMs }
  const watched = options.watchesNode ? await watchThisNode(own) : undefined
  const node = watched && { node: watched.node }
  const webRoot = join(projectRoot, 'dist/web')
  const jobRecords: JobRecords = new Map()
  let mustMatch = false
  const app = await buildServer({
    ...(config.ROLE === 'worker' ? { routes: [] } : { routes, readApiText }),
    database,
    config,
    log,
    clock,
    identify: async (request, ctx) => {
      mustMatch = (await readSettings(ctx)).requireIfMatch
      return hasKey(request) ? identifyKey(request, ctx) : identify(request, ctx)
    },
    permissions: permissionChecks,
    requireIfMatch: () => mustMatch,
    jobRecords,
    measures: readMeasures,
    ...node,
    ...(options.validateResponses && { validateResponses: true }),
    ...(existsSync(webRoot) && { webRoot }),
  })
  if (watched) app.addHook('onClose', async () => watched.stop())
  const stopWorker = options.hasWorker
    ? startWorker({
        database,
        log,
        clock,
        records: jobRecords,
        ...node,
        ...jobsOf(routes, { config, clock, database }),
        ...subscribersOf(database, clock),
      })
    : undefined
  const close = async () => {
    await Promise.all([app.close(), stopWorker?.()])
    await database.close()
    await stopTracing()
    log.info({ uptimeSeconds: Math.round(process.uptime()) }, 'stopped')
  }
  return { app, database, close }
}

/** Compares the clock and version with the database's, now and periodically. */
async function watchThisNode({
  database,
  clock,
  log,
  checkEveryMs,
}: Pick<WorkerParts, 'database' | 'clock' | 'log'> & { checkEveryMs: number | undefined }) {
  const node = createNodeCheck(database, { clock })
  await node.check()
  for (const warning of node.warnings()) log.warn(warning)
  const secretsAsText = await describeSecretsAsText(database.db)
  if (secretsAsText !== undefined) log.warn(secretsAsText)
  return { node, stop: node.start(log, checkEveryMs) }
}

/** The periodic jobs of all features and the cleanup of their old data. */
function jobsOf(
  routes: readonly Route[],
  { config, clock, database }: { config: Config; clock: () => Date; database: Database },
): Pick<WorkerParts, 'jobs' | 'housekeeping'> {
  const watch = monitorOf(routes)
  const run = (ctx: Context) => recordSamples(ctx, watch)
  return {
    jobs: [
      { name: 'health samples', everyMs: sampleEveryMs, run },
      ...notificationJobs(),
      {
        name: 'planned prices',
        everyMs: plannedPricesEveryMs,
        run: (ctx) => applyPlannedPrices(ctx),
      },
      { name: 'backorders', everyMs: backordersEveryMs, run: fillRemainingBackorders },
      { name: 'expired holds', everyMs: holdsEveryMs, run: releaseExpiredHolds },
      {
        name: 'expired approvals',
        everyMs: expiredApprovalsEveryMs,
        run: releaseExpiredApprovals,
      },
      { name: 'cancel-after days', everyMs: cancelAfterEveryMs, run: notifyOfPastCancelAfterDays },
      { name: 'payment holds', everyMs: holdsEveryMs, run: (ctx) => releasePaymentHolds(ctx) },
      { name: 'certificates', everyMs: certificatesEveryMs, run: notifyExpiringCertificates },
      { name: 'receipt digests', everyMs: sealEveryMs, run: digestReceipts },
      { name: 'sealed history', everyMs: sealEveryMs, run: sealAndCheckHistory },
      { name: 'history verification', everyMs: verifyEveryMs, run: runHistoryVerification },
      { name: 'data checks', everyMs: dataCheckEveryMs, run: (ctx) => checkDataNightly(ctx) },
      { name: 'demo data', everyMs: demoLoadEveryMs, run: demoLoader(config) },
      ...vacuumJobs(database),
      ...canaryJobs(),
      ...ediJobs(config),
      ...wmsJobs(config),
      ...mailboxJobs(config),
      ...emailJobs(config),
      ...automaticEmailJobs({ sources: documentSources, hasServer: !!config.SMTP_URL }),
      ...notificationEmailJobs({ ...config, linkBase: linkBaseOf(config) }),
      ...accountJobs(config),
      ...reportJobs(routes),
      ...backtestJobs(),
      ...webhookJobs(config, clock),
    ],
    housekeeping: retentionRules,
  }
}

/** Loads the demo data when an administrator has requested it on the setup screen. */
export function demoLoader({ SEED: seed }: Pick<Config, 'SEED'>) {
  return (ctx: Context) =>
    loadQueuedDemoData(ctx, (inner, reach) => loadDemo(inner, { seed, reach }))
}

/** Subscribers to domain events. */
function subscribersOf({ db }: Database, clock: () => Date): Pick<WorkerParts, 'subscribers'> {
  const contextOf = () => {
    return { db, user: undefined, now: clock(), requestId: 'worker', channel: 'worker' }
  }
  return { subscribers: { ...salesOrderSubscribers(contextOf), ...wmsSubscribers(contextOf) } }
}

async function open(
  { config, announce, onDemoSignIns }: ProgramOptions,
  { now, watched }: { now: Date; watched: readonly string[] },
): Promise<Database> {
  const database = await openDatabase(config, join(config.DATA_DIR, 'database'))
  await migrate(database.pool, undefined, announce)
  await openFeed(database.db)
  const demo = { mode: config.DEMO_DATA, seed: config.SEED, now, announce, onDemoSignIns, watched }
  await prepareDemo(database, demo)
  return database
}
