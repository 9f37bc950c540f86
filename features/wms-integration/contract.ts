// One file: the schemas and endpoints of WMS integration are read together.
import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { freeText, momentText, webhookSecret } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { driftNames, jobNames } from './labels.ts'
import {
  adapters,
  cancellableKinds,
  dataTypes,
  jobs,
  messageStatuses,
  problemKinds,
  displayedRunStates,
  wmsDocument,
  wmsDriftRow,
  wmsDriftDetails,
  driftClasses,
  problemStates,
} from './rules.ts'

const job = z.enum(jobs)
const dataType = z.enum(dataTypes)
const int = z.int()
export const progress = z.object({ step: int, of: int, label: z.string(), done: int, total: int })

/** A run of a job, with its result for each type of data. */
export const wmsRun = z.object({
  id: z.int(),
  job,
  startedFrom: z.enum(['person', 'schedule', 'webhook']),
  by: z.string(),
  state: z.enum(displayedRunStates),
  progress: z.nullable(progress),
  error: z.nullable(z.string()),
  isCancelAsked: z.boolean(),
  createdAt: momentText,
  startedAt: z.nullable(momentText),
  endedAt: z.nullable(momentText),
  steps: z.array(
    z.object({
      dataType,
      isSuccess: z.boolean(),
      ...z.object({ processed: int, changed: int, failed: int }).shape,
      error: z.nullable(z.string()),
    }),
  ),
  /** The last exchanged message, so that the UI can show it. */
  lastMessageId: z.nullable(z.int()),
})
export type WmsRun = z.infer<typeof wmsRun>

/** The connection settings and the state of the connection. */
export const wmsConnection = z.object({
  adapter: z.enum(adapters),
  url: z.nullable(z.string()),
  /** For X12 files: the identifiers of both sides, and the host key of the SFTP server. */
  x12Identifier: z.nullable(z.string()),
  x12OwnIdentifier: z.nullable(z.string()),
  x12Usage: z.enum(['P', 'T']),
  hostKey: z.nullable(z.string()),
  isFromEnvironment: z.boolean(),
  hasToken: z.boolean(),
  hasWebhookSecret: z.boolean(),
  scheduleMinutes: z.int(),
  isPaused: z.boolean(),
  nextRunAt: z.nullable(momentText),
  /** When the last scheduled full sync succeeded. */
  lastScheduleAt: z.nullable(momentText),
  /**
   * When a worker last checked whether a sync is due; isScheduleAlive is true if that was recent.
   */
  scheduleLookedAt: z.nullable(momentText),
  isScheduleAlive: z.boolean(),
  unreachableSince: z.nullable(momentText),
  lastFailure: z.nullable(z.string()),
  lastApiAt: z.nullable(momentText),
  lastWebhookAt: z.nullable(momentText),
  /** After repeated failures it is tried only every 30 seconds. */
  isLeftAlone: z.boolean(),
  /** The number of documents waiting to be sent. */
  waiting: z.int(),
  version: z.int(),
})
export type WmsConnection = z.infer<typeof wmsConnection>

/** The sync status of one type of data. */
export const typeStatus = z.object({
  dataType,
  lastSync: z.nullable(momentText),
  success: z.boolean(),
  recordsProcessed: z.int(),
  errors: z.array(z.string()),
  changed: z.int(),
  durationMs: z.nullable(z.int()),
  /** The runs of the last 24 hours, oldest first. */
  day: z.array(z.object({ at: momentText, isSuccess: z.boolean(), processed: z.int() })),
})
export type TypeStatus = z.infer<typeof typeStatus>

export const wmsStatus = z.object({
  types: z.array(typeStatus),
  /** The waiting or running run. */
  run: z.nullable(wmsRun),
  connection: wmsConnection,
  openProblems: z.int(),
  retryableProblems: z.int(),
})
export type WmsStatus = z.infer<typeof wmsStatus>

export const wmsMessage = z.object({
  id: z.int(),
  runId: z.nullable(z.int()),
  direction: z.enum(['in', 'out']),
  channel: z.enum(['api', 'webhook']),
  kind: z.string(),
  externalId: z.nullable(z.string()),
  status: z.enum(messageStatuses),
  records: z.int(),
  sha256: z.string(),
  error: z.nullable(z.string()),
  tookMs: z.nullable(z.int()),
  size: z.int(),
  createdAt: momentText,
})
export type WmsMessage = z.infer<typeof wmsMessage>

export const wmsMessageDetails = z.object({
  ...wmsMessage.shape,
  body: z.string(),
  answer: z.nullable(z.string()),
})

export const wmsProblem = z.object({
  id: z.int(),
  kind: z.enum(problemKinds),
  dataType,
  direction: z.enum(['export', 'import']),
  record: z.string(),
  link: z.nullable(z.string()),
  title: z.string(),
  reason: z.string(),
  proposal: z.nullable(z.string()),
  attempts: z.int(),
  state: z.enum(problemStates),
  firstSeenAt: momentText,
  lastSeenAt: momentText,
  endedAt: z.nullable(momentText),
  note: z.nullable(z.string()),
  canRetry: z.boolean(),
  version: z.int(),
})
export type WmsProblem = z.infer<typeof wmsProblem>

export const readWmsDocument = endpoint('GET', '/api/wms/documents/:id', {
  permission: 'wms.read',
  query: z.object({ kind: z.enum(cancellableKinds) }),
  returns: z.object({ document: z.nullable(wmsDocument) }),
  summary: 'The state of a sales order, purchase order or return at the warehouse, by its id',
})
export const readWmsDrift = endpoint('GET', '/api/wms/drift/:id', {
  permission: 'wms.read',
  returns: wmsDriftDetails,
  summary: 'One count variance, with the documents that may have caused it',
})
export const readWmsStatus = endpoint('GET', '/api/wms/status', {
  permission: 'wms.read',
  returns: wmsStatus,
  summary: 'The last sync of each type of data, the run under way, and the connection',
})

/** The list of runs. */
export const wmsRunList = defineList({
  name: 'wms-runs',
  row: wmsRun,
  defaultSort: '-id',
  fields: {
    job: field.only(jobs, {
      label: 'Run',
      valueLabels: jobNames,
      filterable: true,
      column: { width: 200 },
    }),
    state: field.only(displayedRunStates, {
      label: 'State',
      filterable: true,
      column: { width: 170, phone: 'badge' },
    }),
    startedAt: field.moment({ label: 'Started', column: { width: 150, phone: 'date' } }),
    by: field.text({ label: 'Started by', column: { width: 150 } }),
    steps: field.text({ label: 'Result', column: { width: 400, phone: 'line' } }),
    id: field.reference({ sortable: true }),
  },
  chips: ['job', 'state'],
})

export const listWmsRuns = endpoint('GET', '/api/wms/runs', {
  permission: 'wms.read',
  query: wmsRunList.query,
  returns: z.array(wmsRun),
  summary: 'The runs of the data exchange with the warehouse, newest first',
})
export const readWmsRun = endpoint('GET', '/api/wms/runs/:id', {
  permission: 'wms.read',
  returns: wmsRun,
  summary: 'One run with its progress',
})
export const startWmsRun = endpoint('POST', '/api/wms/runs', {
  permission: 'wms.run',
  body: z.object({ job }),
  returns: wmsRun,
  status: 201,
  summary: 'Starts a full sync, or one export or import. Returns a run that is already waiting',
})
export const cancelWmsRun = endpoint('POST', '/api/wms/runs/:id/cancel', {
  permission: 'wms.run',
  returns: wmsRun,
  summary: 'Cancels a run after its current batch; exchanged data is kept',
})

/** The list of messages. */
export const wmsMessageList = defineList({
  name: 'wms-messages',
  row: wmsMessage,
  defaultSort: '-id',
  fields: {
    kind: field.text({ label: 'Message', filterable: true, column: { width: 190 } }),
    direction: field.only(['in', 'out'], {
      label: 'Direction',
      valueLabels: { in: 'Import', out: 'Export' },
      filterable: true,
      column: { width: 100 },
    }),
    status: field.choice(messageStatuses, {
      label: 'Status',
      filterable: true,
      column: { width: 110, phone: 'line' },
    }),
    records: field.units({ label: 'Records', column: { width: 90, phone: 'amount' } }),
    createdAt: field.moment({ label: 'Time', column: { width: 140, phone: 'date' } }),
    id: field.reference({ sortable: true }),
    runId: field.references({ filterable: true }),
  },
  chips: ['direction'],
})

export const listWmsMessages = endpoint('GET', '/api/wms/messages', {
  permission: 'wms.read',
  query: wmsMessageList.query,
  returns: z.array(wmsMessage),
  summary: 'The messages exchanged with the warehouse, newest first',
})
export const readWmsMessage = endpoint('GET', '/api/wms/messages/:id', {
  permission: 'wms.read',
  returns: wmsMessageDetails,
  summary: 'One message as it was transmitted',
})
export const downloadWmsMessage = endpoint('GET', '/api/wms/messages/:id/file', {
  permission: 'wms.read',
  file: 'application/json',
  summary: 'The body of one message as a file',
})
/** A message as an example of its kind. */
export const wmsSample = z.object({
  id: z.int(),
  kind: z.string(),
  direction: z.enum(['in', 'out']),
  createdAt: momentText,
  body: z.string(),
})
export const readWmsSamples = endpoint('GET', '/api/wms/samples', {
  permission: 'wms.read',
  returns: z.array(wmsSample),
  summary: 'The last message of each kind, shortened',
})

/** The list of problems. */
export const wmsProblemList = defineList({
  name: 'wms-problems',
  row: wmsProblem,
  defaultSort: '-id',
  fields: {
    record: field.text({ label: 'Record', sortable: true, column: { width: 130 } }),
    direction: field.only(['export', 'import'], {
      label: 'Direction',
      valueLabels: { export: 'Export', import: 'Import' },
      filterable: true,
      column: { width: 90 },
    }),
    reason: field.text({ label: 'Problem', column: { width: 330, phone: 'line' } }),
    firstSeenAt: field.moment({ label: 'First seen', column: { width: 130 } }),
    lastSeenAt: field.moment({
      label: 'Last seen',
      sortable: true,
      column: { width: 130, phone: 'date' },
    }),
    attempts: field.units({
      label: 'Attempts',
      sortable: true,
      column: { width: 90, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    state: field.only(problemStates, { filterable: true }),
    dataType: field.only(dataTypes, { filterable: true }),
  },
  chips: ['direction', 'state'],
})

export const listWmsProblems = endpoint('GET', '/api/wms/problems', {
  permission: 'wms.read',
  query: wmsProblemList.query,
  returns: z.array(wmsProblem),
  summary: 'The problems of the data exchange with the warehouse, newest first',
})
export const retryWmsProblem = endpoint('POST', '/api/wms/problems/:id/retry', {
  permission: 'wms.mend',
  returns: wmsProblem,
  summary: 'Retries the export or import of a problem; success resolves the problem',
})
export const retryWmsProblems = endpoint('POST', '/api/wms/problems/retry-all', {
  permission: 'wms.mend',
  returns: z.object({ retried: z.int() }),
  summary: 'Retries everything that failed and can be retried',
})
export const dismissWmsProblem = endpoint('POST', '/api/wms/problems/:id/dismiss', {
  permission: 'wms.mend',
  body: z.object({ note: z.optional(freeText(200)) }),
  returns: wmsProblem,
  summary: 'Dismisses a problem. Its unsent document will not be sent',
})
export const confirmWmsProblem = endpoint('POST', '/api/wms/problems/:id/confirm', {
  permission: 'wms.mend',
  returns: wmsProblem,
  summary: 'Confirms a count on hold. A new count is requested, which may set as many SKUs to zero',
})

/** The list of count variances. */
export const wmsDriftList = defineList({
  name: 'wms-drift',
  row: wmsDriftRow,
  defaultSort: '-id',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { width: 150 } }),
    asOf: field.moment({ label: 'Counted', column: { width: 140, phone: 'date' } }),
    expected: field.units({ label: 'Expected', column: { width: 100 } }),
    reported: field.units({ label: 'Counted units', column: { width: 120 } }),
    difference: field.units({ label: 'Difference', column: { width: 110, phone: 'amount' } }),
    class: field.only(driftClasses, {
      label: 'Cause',
      valueLabels: driftNames,
      filterable: true,
      column: { width: 220, phone: 'line' },
    }),
    id: field.reference({ sortable: true }),
    skuId: field.references({ filterable: true }),
  },
  chips: ['class'],
})

export const listWmsDrift = endpoint('GET', '/api/wms/drift', {
  permission: 'wms.read',
  query: wmsDriftList.query,
  returns: z.array(wmsDriftRow),
  summary: 'Count variances, newest first',
})

const secretText = z.optional(z.nullable(freeText(500)))

const x12Text = freeText(15).check(
  z.regex(/^[A-Z0-9 &.-]*$/, { error: 'Capital letters and digits' }),
)
const x12Name = z.optional(z.nullable(x12Text))
const keyPrint = freeText(60).check(
  z.regex(/^(?:SHA256:[A-Za-z0-9+/]{43})?$/, {
    error: 'SHA256: and 43 characters, as ssh shows it',
  }),
)

export const connectionForm = z.object({
  url: z.optional(z.nullable(freeText(500))),
  x12Identifier: x12Name,
  x12OwnIdentifier: x12Name,
  x12Usage: z.optional(z.enum(['P', 'T'])),
  hostKey: z.optional(z.nullable(keyPrint)),
  token: secretText,
  webhookSecret: z.optional(z.nullable(webhookSecret)),
  scheduleMinutes: z.optional(
    z
      .int({ error: 'Must be a whole number of minutes' })
      .check(z.minimum(1, 'Must be at least 1 minute'), z.maximum(1440, 'Must be at most a day')),
  ),
  isPaused: z.optional(z.boolean()),
})
export type ConnectionForm = z.output<typeof connectionForm>

export const changeWmsConnection = endpoint('PUT', '/api/wms/connection', {
  permission: 'wms.manage',
  checksVersion: true,
  body: connectionForm,
  returns: wmsConnection,
  summary: 'Changes the connection to the warehouse and its schedule',
})
export const receiveWmsWebhook = endpoint('POST', '/api/wms/webhook', {
  permission: 'open',
  returns: z.object({ status: z.string(), reason: z.optional(z.string()) }),
  summary: 'Receives a signed event of the warehouse (Standard Webhooks)',
})

// Tests of the connection, and reopening a dismissed problem.

export const testWmsConnection = endpoint('POST', '/api/wms/connection/test', {
  permission: 'wms.run',
  body: z.object({ part: z.enum(['api', 'schedule', 'webhook']) }),
  returns: z.object({ isOk: z.boolean(), sentence: z.string(), tookMs: z.nullable(z.int()) }),
  summary: 'Tests the connection, the schedule or the webhook, and returns the result',
})

export const reopenWmsProblem = endpoint('POST', '/api/wms/problems/:id/reopen', {
  permission: 'wms.mend',
  returns: wmsProblem,
  summary: 'Reopens a dismissed problem, so that it can be retried',
})
