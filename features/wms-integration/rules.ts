import * as z from 'zod/mini'

// What the exchange with the warehouse decides, without asking anybody.

/** How a warehouse is spoken with: calls, those of a Tryton, files in a folder or on a server. */
export const adapters = ['http', 'tryton', 'folder', 'sftp'] as const
export type Adapter = (typeof adapters)[number]

/** The four types of data on the cards, in the order of a full sync. */
export const dataTypes = ['customers', 'orders', 'inventory', 'purchase_orders'] as const
export type DataType = (typeof dataTypes)[number]

/** What can be run: everything, or one of the four buttons. */
export const jobs = ['full', 'customers', 'orders', 'inventory', 'shipments'] as const
export type Job = (typeof jobs)[number]

export const runStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** How a run is told of: `partial` went through all its parts, and not all of them succeeded. */
export const shownRunStates = [...runStates, 'partial'] as const

/** The documents that leave, in the order they must: an order needs its customer and its items. */
export const documentKinds = [
  'customer',
  'item',
  'movement',
  'order',
  'expected_receipt',
  'expected_return',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The documents that are for one order or return, and can be taken back. */
export const cancellableKinds = ['order', 'expected_receipt', 'expected_return'] as const
export type CancellableKind = (typeof cancellableKinds)[number]

/** Whether a document is one that can be taken back. */
export function isAsked(kind: DocumentKind): kind is CancellableKind {
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

/** Where a document stands: a cancellation is asked for, then acknowledged, or it came too late. */
export const documentStates = [
  'open',
  'cancel_requested',
  'cancelled',
  'too_late',
  'closed',
] as const

/** What became of a message that was exchanged. */
export const messageStatuses = [
  'accepted',
  'partial',
  'rejected',
  'parked',
  'stale',
  'failed',
] as const

export const exportStates = ['waiting', 'sent', 'failed', 'dismissed'] as const

/** What a warehouse said to what it was sent; `pending` where it will say so later. */
export const exportAnswers = ['accepted', 'pending', 'too_late'] as const

export const problemKinds = ['export', 'import', 'drift', 'short', 'connection', 'count'] as const

/** What became of a count that would have emptied too much. */
export const countStates = ['parked', 'confirmed', 'used', 'discarded', 'overtaken'] as const

/** After so many failures the warehouse is left alone, and tried once every so often. */
export const breaker = { failures: 5, probeSeconds: 30 } as const

/** How long a shipment may wait for the release of its order before somebody is told. */
export const parkedHours = 24

const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000]

/** Seconds to the next try of a document: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, ±10 %. */
export function retryAfter(attempts: number, chance = 0.5): number {
  const place = Math.min(Math.max(attempts, 1), retrySeconds.length) - 1
  return Math.round((retrySeconds[place] ?? 0) * (0.9 + 0.2 * chance))
}

/** A document is given up after so many tries; a person may try it again. */
export const maxAttempts = 10

/** A line of a count as the warehouse reports it. */
export type Reported = {
  onHand?: number | undefined
  available?: number | undefined
  reserved?: number | undefined
}

/** What is on hand by a report: said, or what is available and what the warehouse reserved. */
export function onHandOf({ onHand, available, reserved }: Reported): number | undefined {
  if (onHand !== undefined) return onHand
  return available === undefined ? undefined : available + (reserved ?? 0)
}

export type DriftClass = 'ok' | 'timing' | 'drift' | 'big'

export type DriftFacts = {
  expected: number
  reported: number
  /** Units that moved within one sync around the count: they may be in it or not. */
  movedAround: number
  costInCents: number
}

/**
 * What a difference between our books and a count is: nothing, explained by goods that moved
 * meanwhile, a drift, or one that matters: more than 5 % or 10 units, and worth over $500.
 */
export function driftOf({ expected, reported, movedAround, costInCents }: DriftFacts): DriftClass {
  const units = Math.abs(reported - expected)
  if (units === 0) return 'ok'
  if (units <= movedAround) return 'timing'
  const isMuch = units > 10 || units * 20 > Math.abs(expected)
  return isMuch && units * costInCents > 50_000 ? 'big' : 'drift'
}

/** Whether a difference is told at once or only where the count before was off as well. */
export function isProblem(kind: DriftClass, before: DriftClass | undefined): boolean {
  if (kind === 'big') return true
  return kind === 'drift' && (before === 'drift' || before === 'big')
}

/** A document that may be the cause of a difference: one that was booked, or one that is open. */
export type DriftCause = {
  kind: 'booked' | 'order' | 'purchase'
  document: string
  units: number
}

/**
 * Why a count was off, in a sentence, and what to do. The causes are documents whose units are just
 * the difference: what we booked and the count has not seen, or what the warehouse did and has not
 * told.
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
    const explanation = `${what}: just what was booked for ${list}, which the count has not seen`
    return { explanation, proposal: 'Ask whether the warehouse has booked it as well' }
  }
  if (causes.length > 0) {
    const explanation = `${what}: just what is open of ${list}, which may have moved untold`
    return { explanation, proposal: 'Import the shipment updates, then look at that document' }
  }
  if (kind === 'timing') {
    const explanation = `${what}: about as many moved while it was counted. The count was taken`
    return { explanation, proposal: 'Nothing: the next count heals it' }
  }
  const explanation = `${what}: no document of ours explains it`
  return { explanation, proposal: 'Have the SKU counted again; adjust it where the count is wrong' }
}

/** `2 of 4 · Inventory 640/1,240`. */
export type Progress = { step: number; of: number; label: string; done: number; total: number }

export function progressText({ step, of, label, done, total }: Progress): string {
  const counted = total > 0 ? ` ${count(done)}/${count(total)}` : ''
  return `${step} of ${of} · ${label}${counted}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** `Every 15 minutes`, `Every hour`, `Every 2 hours`. */
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
 * How the exchange stands, in a sentence: that everything is synced is said only where the
 * warehouse answers, nothing waits to be sent and no problem is open. `since` is in words.
 */
export function standingText({ connection, openProblems }: WmsFacts, since: string): string {
  const { url, unreachableSince, waiting } = connection
  if (url === null) return 'No warehouse is connected yet'
  const documents = waiting === 1 ? 'document waits' : 'documents wait'
  const waits = `${count(waiting)} ${documents} to be sent`
  const problems =
    openProblems === 1 ? '1 problem is open' : `${count(openProblems)} problems are open`
  const rest = [waiting > 0 ? waits : '', openProblems > 0 ? problems : ''].filter(Boolean)
  if (unreachableSince !== null) {
    return [`The warehouse connection has been down since ${since}`, ...rest].join(', ')
  }
  return rest.length === 0 ? 'Everything is synced' : rest.join(', ')
}

type Synced = {
  lastSync: string | null
  success: boolean
  errors: readonly string[]
  day: readonly unknown[]
}

/**
 * The badge of a type: `Error` where its last run failed or anything of it is open. Before its
 * first run nothing has failed.
 */
export function badgeOf({ lastSync, success, errors, day }: Synced) {
  if (errors.length > 0) return 'error'
  if (lastSync === null && day.length === 0) return 'not synced'
  return success ? 'synced' : 'error'
}

// What the screen is told of differences, and of what the warehouse knows.

/** A count that was not what we expected. */
export const wmsDriftRow = z.object({
  id: z.int(),
  snapshotId: z.string(),
  asOf: z.string(),
  skuId: z.int(),
  sku: z.string(),
  name: z.string(),
  class: z.enum(['timing', 'drift', 'big']),
  expected: z.int(),
  reported: z.int(),
  committedExpected: z.int(),
  committedReported: z.nullable(z.int()),
  onOrderExpected: z.int(),
  onOrderReported: z.nullable(z.int()),
})

/** One difference, what may have caused it, and how the SKU was counted before. */
export const wmsDriftWhole = z.object({
  ...wmsDriftRow.shape,
  explanation: z.string(),
  proposal: z.string(),
  causes: z.array(
    z.object({
      kind: z.enum(['booked', 'order', 'purchase']),
      document: z.string(),
      units: z.int(),
      at: z.nullable(z.string()),
    }),
  ),
  history: z.array(wmsDriftRow),
})
export type WmsDriftRow = z.infer<typeof wmsDriftRow>

/** What the warehouse knows of one record, and how a cancellation of it went. */
export const wmsDocument = z.object({
  state: z.enum(documentStates),
  version: z.int(),
  updatedAt: z.string(),
  /** The versions of it, the latest first. */
  exports: z.array(
    z.object({
      version: z.int(),
      action: z.string(),
      state: z.enum(exportStates),
      createdAt: z.string(),
      sentAt: z.nullable(z.string()),
      error: z.nullable(z.string()),
      answer: z.nullable(z.enum(exportAnswers)),
    }),
  ),
})
export type WmsDocument = z.infer<typeof wmsDocument>
