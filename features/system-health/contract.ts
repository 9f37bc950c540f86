// One file: the schemas and endpoints of system health are read together.
import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { momentText, text } from '#platform/kernel/fields.ts'
import { healthStates, retentionDays } from './rules.ts'
import { canaryReasons, canaryStates, levelNames } from './service-levels.ts'

const state = z.enum(healthStates)
const error = z.nullable(z.string())
/** Whole milliseconds; null if nothing was measured. */
const ms = z.nullable(z.int())
const bytes = z.int()

/** The public health summary. `uptime` is in seconds. */
export const health = z.object({
  timestamp: momentText,
  overall: state,
  /** `error` is present only if the database is unavailable. */
  database: z.object({ status: state, responseTime: ms, error: z.optional(z.string()) }),
  /** Problems of this server or of external systems; absent if there are none. */
  warnings: z.optional(z.array(z.string())),
  uptime: z.number(),
  endpoints: z.record(z.string(), z.object({ status: state, responseTime: ms, error })),
})
export type Health = z.infer<typeof health>

/** One test call. `result` is the number of records found, or a short text. */
export const triedOnce = z.object({
  status: state,
  responseTime: ms,
  result: z.nullable(z.union([z.int(), z.string()])),
  error,
})
export type TriedOnce = z.infer<typeof triedOnce>

export const memory = z.object({ rss: bytes, heapTotal: bytes, heapUsed: bytes, external: bytes })

/** Detailed health for users: sizes in bytes, times in milliseconds. */
export const detailedHealth = z.object({
  timestamp: momentText,
  overall: state,
  /** What an administrator should set; absent if there is nothing, and for all other users. */
  notices: z.optional(z.array(z.string())),
  environment: z.string(),
  version: z.string(),
  node: z.string(),
  uptime: z.number(),
  memory,
  /** The heap limit in bytes, and memory use at the latest samples. */
  heapLimit: bytes,
  memoryHistory: z.array(z.object({ at: momentText, rss: bytes, heapUsed: bytes })),
  database: z.object({
    status: state,
    responseTime: ms,
    error: z.optional(z.string()),
    kind: z.string(),
    connections: z.object({ open: z.int(), idle: z.int(), waiting: z.int() }),
    details: z.nullable(
      z.object({ totalCustomers: z.int(), totalVendors: z.int(), totalSkus: z.int() }),
    ),
  }),
  endpoints: z.record(
    z.string(),
    z.object({
      status: state,
      responseTime: ms,
      error,
      totalResponseTime: z.int(),
      tests: z.record(z.string(), triedOnce),
    }),
  ),
})
export type DetailedHealth = z.infer<typeof detailedHealth>

/**
 * One bar of a strip: one check, or the worst check within a time span; `unknown` if the span has
 * no check.
 */
export const bar = z.object({
  at: momentText,
  status: state,
  responseTime: ms,
  checks: z.int(),
  error,
})
export type Bar = z.infer<typeof bar>

/** History of one part: median (`p50`) and 95th percentile (`p95`) of its response times. */
export const partHistory = z.object({ part: z.string(), p50: ms, p95: ms, bars: z.array(bar) })
export type PartHistory = z.infer<typeof partHistory>

export const incident = z.object({
  part: z.string(),
  from: momentText,
  to: z.nullable(momentText),
  status: state,
  cause: z.string(),
  /** An administrator's note on the incident, with its last author and time. */
  note: z.nullable(
    z.object({ text: z.string(), author: z.string(), at: momentText, version: z.int() }),
  ),
})
export type Incident = z.infer<typeof incident>

/** A note on an incident, which is identified by its part and its start as listed. */
export const incidentNote = z.object({
  part: text(200),
  from: z.iso.datetime().check(z.maxLength(40)),
  text: text(1000),
})
export type IncidentNote = z.output<typeof incidentNote>

const hours = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(24 * retentionDays))

export const readHealth = endpoint('GET', '/api/health', {
  permission: 'open',
  returns: health,
  summary: 'The health of the program, its database and its endpoints',
})
export const readDetailedHealth = endpoint('GET', '/api/health/detailed', {
  permission: 'health.read',
  returns: detailedHealth,
  summary: 'Detailed tests of every endpoint, memory, and database statistics',
})
/** A stored field that cannot be parsed, and the value used instead. */
export const unreadableField = z.object({
  entity: z.enum(['customer', 'vendor', 'setting', 'preference', 'view']),
  id: z.int(),
  code: z.string(),
  field: z.string(),
  value: z.string(),
  usedInstead: z.string(),
  /** Why it cannot be parsed, unless the value shows it. */
  reason: z.optional(z.string()),
})
export type UnreadableField = z.infer<typeof unreadableField>

export const listUnreadableFields = endpoint('GET', '/api/health/unreadable-fields', {
  permission: 'health.read',
  isDerived: true,
  returns: z.array(unreadableField),
  summary:
    'Payment terms and tax places of existing records, settings, and your own preferences and ' +
    'views that cannot be read; the first 100 of each',
})
export const readHealthHistory = endpoint('GET', '/api/health/history', {
  permission: 'health.read',
  query: z.object({
    part: z.optional(z.string().check(z.maxLength(200))),
    hours: z.optional(hours),
  }),
  returns: z.array(partHistory),
  summary:
    'The health history of each component: the last 60 checks, or intervals of the last hours',
})
export const listIncidents = endpoint('GET', '/api/health/incidents', {
  permission: 'health.read',
  query: z.object({ hours: z.optional(hours) }),
  returns: z.array(incident),
  summary: 'The incidents of the last hours (24), with their cause, newest first',
})
export const noteIncident = endpoint('POST', '/api/health/incidents/note', {
  permission: 'health.note',
  checksVersion: true,
  body: incidentNote,
  summary: 'Writes or changes the note on an incident',
})

/**
 * A verification of the sealed history that somebody requested. It runs in the background:
 * `sealsVerified` of `sealCount` seals so far. `rowCount` are the entries under the verified seals.
 */
export const historyVerification = z.object({
  id: z.int(),
  state: z.enum(['waiting', 'done', 'failed']),
  requestedBy: z.string(),
  createdAt: momentText,
  doneAt: z.nullable(momentText),
  sealCount: z.int(),
  sealsVerified: z.int(),
  rowCount: z.nullable(z.int()),
  faultCount: z.nullable(z.int()),
  /** The first fault as a sentence; null if there is none. */
  firstFault: z.nullable(z.string()),
  /** The hash of the last verified seal, which covers all entries up to `lastEntryId`. */
  lastHash: z.nullable(z.string()),
  lastEntryId: z.nullable(z.int()),
  /** Why the verification ended without a result. */
  failure: z.nullable(z.string()),
})
export type HistoryVerification = z.infer<typeof historyVerification>

/** State of the hash chain over the audit log; times are ISO 8601. */
export const sealedHistory = z.object({
  /** The last verification that somebody requested; null if there is none. */
  verification: z.nullable(historyVerification),
  sealCount: z.int(),
  waiting: z.int(),
  lastSealedAt: z.nullable(momentText),
  lastHash: z.nullable(z.string()),
  lastCheck: z.nullable(
    z.object({
      checkedAt: momentText,
      sealCount: z.int(),
      rowCount: z.int(),
      faultCount: z.int(),
      firstFault: z.nullable(z.string()),
    }),
  ),
})
export type SealedHistory = z.infer<typeof sealedHistory>

export const readSealedHistory = endpoint('GET', '/api/health/sealed-history', {
  permission: 'audit.read',
  returns: sealedHistory,
  summary: 'The state of the sealed history, and the result of its last check',
})
export const checkSealedHistory = endpoint('POST', '/api/health/sealed-history/check', {
  permission: 'audit.read',
  returns: sealedHistory,
  summary: 'Checks the whole history for altered, missing or inserted entries',
})

export const verifyHistory = endpoint('POST', '/api/health/sealed-history/verifications', {
  permission: 'audit.read',
  returns: historyVerification,
  summary:
    'Starts a verification of the whole history in the background; if one waits or runs, returns ' +
    'that one',
})
export const downloadHistoryVerification = endpoint(
  'GET',
  '/api/health/sealed-history/verifications/:id/file',
  {
    permission: 'audit.read',
    file: 'application/json',
    summary: 'The result of a verification with the hashes of all seals, to keep outside',
  },
)

/**
 * A violated data rule: `says` is what should be true, `count` the number of violations, or null if
 * the rule could not be checked. `records` names those that violate it, at most 20, if they are
 * known.
 */
export const brokenRule = z.object({
  name: z.string(),
  says: z.string(),
  count: z.nullable(z.int()),
  records: z.optional(z.array(z.string())),
})
export type BrokenRule = z.infer<typeof brokenRule>

/** One check of all data rules; `tookMs` is in milliseconds. */
export const dataCheck = z.object({
  id: z.int(),
  checkedAt: momentText,
  tookMs: z.int(),
  ruleCount: z.int(),
  broken: z.array(brokenRule),
})
export type DataCheckRun = z.infer<typeof dataCheck>

/**
 * The size of a table with its indexes. `rows` is an estimate, null before the database has made
 * one; `keptDays` is after how many days rows are deleted, null if they remain.
 */
export const tableSize = z.object({
  name: z.string(),
  says: z.string(),
  bytes,
  rows: z.nullable(z.int()),
  keptDays: z.nullable(z.int()),
})
export type TableSize = z.infer<typeof tableSize>

export const listTableSizes = endpoint('GET', '/api/health/tables', {
  permission: 'health.check',
  returns: z.array(tableSize),
  summary: 'The size of each database table, largest first',
})

/**
 * What the hourly cleanup would delete from a table now. `keptDays` is null for rows that are
 * deleted as soon as a later one replaces them; `oldest` is null if nothing is due.
 */
export const dueDeletion = z.object({
  table: z.string(),
  keptDays: z.nullable(z.int()),
  count: z.int(),
  oldest: z.nullable(momentText),
})
export type DueDeletion = z.infer<typeof dueDeletion>
export const retentionPreview = z.object({ tables: z.array(dueDeletion) })

export const previewRetention = endpoint('GET', '/api/health/retention', {
  permission: 'health.check',
  isDerived: true,
  returns: retentionPreview,
  summary: 'What the hourly cleanup would delete now, by table, without deleting it',
})

export const listDataChecks = endpoint('GET', '/api/health/data-checks', {
  permission: 'health.check',
  returns: z.array(dataCheck),
  summary: 'The results of the last 30 data checks, newest first',
})
export const checkData = endpoint('POST', '/api/health/data-checks', {
  permission: 'health.check',
  returns: dataCheck,
  status: 201,
  summary: 'Runs all data checks now and stores the result; one run at a time',
})

/** A message that was not delivered after the most attempts; `error` is that of the last one. */
export const deadMessage = z.object({
  id: z.int(),
  topic: z.string(),
  aggregate: z.string(),
  aggregateId: z.int(),
  attempts: z.int(),
  error: z.nullable(z.string()),
  createdAt: momentText,
  deadAt: momentText,
})
export type DeadMessage = z.infer<typeof deadMessage>

export const listDeadMessages = endpoint('GET', '/api/health/dead-messages', {
  permission: 'health.check',
  isDerived: true,
  returns: z.array(deadMessage),
  summary: 'Messages that were not delivered after ten attempts, newest first; the first 100',
})
export const retryDeadMessage = endpoint('POST', '/api/health/dead-messages/:id/retry', {
  permission: 'health.check',
  summary: 'Delivers a message again, with ten new attempts',
})

/** A whole number of minutes. */
const minutes = z.int()

/**
 * A service level over 28 days: its measured and bad minutes. `targetPercent` of the measured
 * minutes should be good. `budgetLeft` is 1 while no minute was bad, 0 if as many were bad as the
 * target allows, less if more were. A burn rate of 1 uses exactly the budget.
 */
export const serviceLevel = z.object({
  level: z.enum(levelNames),
  says: z.string(),
  state,
  targetPercent: z.number(),
  measured: minutes,
  bad: minutes,
  budgetLeft: z.number(),
  burnRates: z.object({ hour: z.number(), sixHours: z.number() }),
})
export type ServiceLevelReport = z.infer<typeof serviceLevel>

/**
 * The last canary order, an order that is validated and created every minute and rolled back.
 * `reason` is why it failed or was not run, `code` that of the refusal or of the database's error.
 * A time is null if its step was not run, or was refused.
 */
export const canaryOrder = z.object({
  at: z.nullable(momentText),
  state: z.enum(canaryStates),
  reason: z.nullable(z.enum(canaryReasons)),
  code: z.nullable(z.string()),
  validationMs: ms,
  creationMs: ms,
})

export const serviceLevelsReport = z.object({
  canary: canaryOrder,
  /** Minutes of the window with a measurement, and without one since the first of them. */
  measuredMinutes: minutes,
  unmeasuredMinutes: minutes,
  levels: z.array(serviceLevel),
})
export type ServiceLevelsReport = z.infer<typeof serviceLevelsReport>

export const readServiceLevels = endpoint('GET', '/api/health/service-levels', {
  permission: 'health.read',
  returns: serviceLevelsReport,
  summary: 'The last test order, and the service levels with their error budgets over 28 days',
})
