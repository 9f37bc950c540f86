// What the exchange with the warehouse decides, without asking anybody.

/** The four types of data on the cards, in the order of a full sync. */
export const dataTypes = ['customers', 'orders', 'inventory', 'purchase_orders'] as const
export type DataType = (typeof dataTypes)[number]

/** What can be run: everything, or one of the four buttons. */
export const jobs = ['full', 'customers', 'orders', 'inventory', 'shipments'] as const
export type Job = (typeof jobs)[number]

export const runStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** The documents that leave, in the order they must: an order needs its customer and its items. */
export const documentKinds = ['customer', 'item', 'movement', 'order', 'expected_receipt'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const typeOfKind: Readonly<Record<DocumentKind, DataType>> = {
  customer: 'customers',
  item: 'inventory',
  movement: 'inventory',
  order: 'orders',
  expected_receipt: 'purchase_orders',
}

export const exportStates = ['waiting', 'sent', 'failed', 'dismissed'] as const

export const problemKinds = ['export', 'import', 'drift', 'short', 'connection'] as const

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

/** The badge of a type: `Error` where its last run failed or anything of it is open. */
export function badgeOf({ success, errors }: { success: boolean; errors: readonly string[] }) {
  return success && errors.length === 0 ? 'synced' : 'error'
}
