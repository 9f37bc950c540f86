// One file: the rules of the exchange with the warehouse
import * as z from 'zod/mini'
import { momentText } from '#platform/kernel/fields.ts'

// Warehouse rules that need no database or I/O.

/**
 * The ways to reach a warehouse: its HTTP API, the API of a Tryton, files in a folder or over SFTP.
 */
export const adapters = ['http', 'tryton', 'folder', 'sftp'] as const
export type Adapter = (typeof adapters)[number]

/** The four types of data on the cards, in the order of a full sync. */
export const dataTypes = ['customers', 'orders', 'inventory', 'purchase_orders'] as const
export type DataType = (typeof dataTypes)[number]

/** The jobs a user can run: the full sync, or one of the four parts. */
export const jobs = ['full', 'customers', 'orders', 'inventory', 'shipments'] as const
export type Job = (typeof jobs)[number]

export const runStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** The states shown to users: a `partial` run completed, but not all of its steps succeeded. */
export const displayedRunStates = [...runStates, 'partial'] as const

/** The outbound documents in the order they are sent: an order needs its customer and its items. */
export const documentKinds = [
  'customer',
  'item',
  'movement',
  'order',
  'expected_receipt',
  'expected_return',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The documents that belong to one order or return and can be cancelled. */
export const cancellableKinds = ['order', 'expected_receipt', 'expected_return'] as const
export type CancellableKind = (typeof cancellableKinds)[number]

/** True for a kind of document that can be cancelled. */
export function isCancellable(kind: DocumentKind): kind is CancellableKind {
  return cancellableKinds.some((each) => each === kind)
}

export const typeOfKind: Readonly<Record<DocumentKind, DataType>> = {
  customer: 'customers',
  item: 'inventory',
  movement: 'inventory',
  order: 'orders',
  expected_receipt: 'purchase_orders',
  expected_return: 'orders',
}

/** The states of a document: its cancellation is requested, then confirmed, or was too late. */
export const documentStates = [
  'open',
  'cancel_requested',
  'cancelled',
  'too_late',
  'closed',
] as const

/** The outcome of an exchanged message. */
export const messageStatuses = [
  'accepted',
  'partial',
  'rejected',
  'parked',
  'stale',
  'failed',
] as const

export const exportStates = ['waiting', 'sent', 'failed', 'dismissed'] as const

/** The warehouse's answer to a document; with `pending` it decides later. */
export const problemStates = ['open', 'solved', 'dismissed'] as const
export const exportAnswers = ['accepted', 'pending', 'too_late'] as const

export const problemKinds = ['export', 'import', 'drift', 'short', 'connection', 'count'] as const

/** The states of a count that would empty too many SKUs. */
export const countStates = ['parked', 'confirmed', 'used', 'discarded', 'overtaken'] as const

/**
 * Circuit breaker: after this many failures the warehouse is tried only once per probe interval.
 */
export const breaker = { failures: 5, probeSeconds: 30 } as const

/** Hours a shipment may wait for the release of its order before users are notified. */
export const parkedHours = 24

const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000]

/** Seconds until the next try of a document: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, ±10 %. */
export function retryAfter(attempts: number, chance = 0.5): number {
  const retryIndex = Math.min(Math.max(attempts, 1), retrySeconds.length) - 1
  return Math.round((retrySeconds[retryIndex] ?? 0) * (0.9 + 0.2 * chance))
}

/** A document fails after this many attempts; a user may retry it. */
export const maxAttempts = 10

/** A line of a count as the warehouse reports it. */
export type CountLine = {
  onHand?: number | undefined
  available?: number | undefined
  reserved?: number | undefined
}

/** Returns the reported units on hand, or else the available plus the reserved units. */
export function onHandOf({ onHand, available, reserved }: CountLine): number | undefined {
  if (onHand !== undefined) return onHand
  return available === undefined ? undefined : available + (reserved ?? 0)
}

/** What a difference between counted and expected units may be. */
export const driftClasses = ['timing', 'drift', 'big'] as const
export type DriftClass = 'ok' | (typeof driftClasses)[number]

export type DriftFacts = {
  expected: number
  reported: number
  /** Units that moved close to the time of the count: it may or may not include them. */
  movedAround: number
  costInCents: number
}

/**
 * Classifies the difference between our stock and a count: none, explained by movements around the
 * count, a drift, or a big one: more than 5 % or 10 units, and worth over $500.
 */
export function driftOf({ expected, reported, movedAround, costInCents }: DriftFacts): DriftClass {
  const units = Math.abs(reported - expected)
  if (units === 0) return 'ok'
  if (units <= movedAround) return 'timing'
  const isLargeDrift = units > 10 || units * 20 > Math.abs(expected)
  return isLargeDrift && units * costInCents > 50_000 ? 'big' : 'drift'
}

/**
 * True if a difference is reported: a big one at once, a drift only after a previous difference.
 */
export function isProblem(kind: DriftClass, before: DriftClass | undefined): boolean {
  if (kind === 'big') return true
  return kind === 'drift' && (before === 'drift' || before === 'big')
}

/** A document that may have caused a difference: a posted one, or an open one. */
export type DriftCause = {
  kind: 'booked' | 'order' | 'purchase'
  document: string
  units: number
}

/**
 * Explains a difference in a sentence, with a proposed action. The causes are documents whose units
 * equal the difference: posted here but not included in the count, or processed by the warehouse
 * but not reported.
 */
export function explainDrift(
  { class: kind, expected, reported }: { class: string; expected: number; reported: number },
  causes: readonly DriftCause[],
): { explanation: string; proposal: string } {
  const units = Math.abs(reported - expected)
  const what = `${count(units)} ${reported > expected ? 'more' : 'fewer'} than expected`
  const names = causes.slice(0, 3).map(({ document }) => document)
  const list = names.join(', ')
  if (causes.some((cause) => cause.kind === 'booked')) {
    const explanation = `${what}: the count lacks the units recorded for ${list}`
    return { explanation, proposal: 'Ask the warehouse whether it has recorded this document' }
  }
  if (causes.length > 0) {
    const explanation = `${what}: equal to the open units of ${list}, which may have moved`
    return { explanation, proposal: 'Import the shipment updates, then check that document' }
  }
  if (kind === 'timing') {
    const explanation = `${what}: a similar number moved during the count. The count was applied`
    return { explanation, proposal: 'No action: the next count corrects it' }
  }
  const explanation = `${what}: no document accounts for the difference`
  return {
    explanation,
    proposal: 'Have the SKU counted again. Adjust the stock if the count is wrong',
  }
}

/** Shown as `2 of 4 · Inventory 640/1,240`. */
export type Progress = { step: number; of: number; label: string; done: number; total: number }

export function progressText({ step, of, label, done, total }: Progress): string {
  const counted = total > 0 ? ` ${count(done)}/${count(total)}` : ''
  return `${step} of ${of} · ${label}${counted}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Formats a schedule: `Every 15 minutes`, `Every hour`, `Every 2 hours`. */
export function scheduleText(minutes: number): string {
  if (minutes === 1) return 'Every minute'
  if (minutes % 60 !== 0) return `Every ${minutes} minutes`
  return minutes === 60 ? 'Every hour' : `Every ${minutes / 60} hours`
}

type WmsFacts = {
  connection: { url: string | null; unreachableSince: string | null; waiting: number }
  openProblems: number
}

/**
 * Summarizes the state of the exchange in a sentence: `Everything is synced` only if the warehouse
 * is reachable, nothing waits to be sent and no problem is open. `since` is the formatted time of
 * the outage.
 */
export function statusSentence({ connection, openProblems }: WmsFacts, since: string): string {
  const { url, unreachableSince, waiting } = connection
  if (url === null) return 'No warehouse is connected yet'
  const documents = waiting === 1 ? 'document waits' : 'documents wait'
  const waits = `${count(waiting)} ${documents} to be sent`
  const problems =
    openProblems === 1 ? '1 problem is open' : `${count(openProblems)} problems are open`
  const clauses = [waiting > 0 ? waits : '', openProblems > 0 ? problems : ''].filter(Boolean)
  if (unreachableSince !== null) {
    return [`The warehouse connection has been down since ${since}`, ...clauses].join(', ')
  }
  return clauses.length === 0 ? 'Everything is synced' : clauses.join(', ')
}

type Synced = {
  lastSync: string | null
  success: boolean
  errors: readonly string[]
  day: readonly unknown[]
}

/**
 * Returns the badge of a data type: `error` if its last run failed or it has errors, `not synced`
 * before the first run.
 */
export function badgeOf({ lastSync, success, errors, day }: Synced) {
  if (errors.length > 0) return 'error'
  if (lastSync === null && day.length === 0) return 'not synced'
  return success ? 'synced' : 'error'
}

// Schemas for the UI: count differences, and the warehouse's state of a document.

/** A count that differs from our stock. */
export const wmsDriftRow = z.object({
  id: z.int(),
  snapshotId: z.string(),
  asOf: momentText,
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  class: z.enum(driftClasses),
  expected: z.int(),
  reported: z.int(),
  committedExpected: z.int(),
  committedReported: z.nullable(z.int()),
  onOrderExpected: z.int(),
  onOrderReported: z.nullable(z.int()),
})

/** One difference with its possible causes and the earlier counts of the SKU. */
export const wmsDriftDetails = z.object({
  ...wmsDriftRow.shape,
  explanation: z.string(),
  proposal: z.string(),
  causes: z.array(
    z.object({
      kind: z.enum(['booked', 'order', 'purchase']),
      document: z.string(),
      units: z.int(),
      at: z.nullable(momentText),
    }),
  ),
  history: z.array(wmsDriftRow),
})
export type WmsDriftRow = z.infer<typeof wmsDriftRow>

/** The warehouse's state of one record, including its cancellation. */
export const wmsDocument = z.object({
  state: z.enum(documentStates),
  version: z.int(),
  updatedAt: momentText,
  /** The exported versions of the record, latest first. */
  exports: z.array(
    z.object({
      version: z.int(),
      action: z.string(),
      state: z.enum(exportStates),
      createdAt: momentText,
      sentAt: z.nullable(momentText),
      error: z.nullable(z.string()),
      answer: z.nullable(z.enum(exportAnswers)),
    }),
  ),
})
export type WmsDocument = z.infer<typeof wmsDocument>
