import { type Context, rows } from '#platform/server/database/db.ts'
import { type Call, loggedCall, loggedRead } from '../adapters/logged-call.ts'
import { countEmptied, guardCount, wasDiscarded } from './count-guard.ts'
import type { CountPage, Warehouse } from '../adapters/warehouse-adapter.ts'
import { type CountResult, importLines, isFromTheFuture } from './import-count-lines.ts'
import { recordOutcome } from '../runs/message-log.ts'
import { Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { raiseProblem, resolveProblemsExcept, reportShortages } from '../problems.ts'

export type CountImport = {
  ctx: Context
  runId: number
  warehouse: Warehouse
  windowMinutes: number
}

type Tick = (done: number, total: number) => Promise<boolean>
type Read = { page: CountPage; messageId: number }
type PartResult = { processed: number; changed: number; failed: number; error?: string | null }
type ImportedPart = PartResult & { awaitsReview?: boolean; isStopped?: boolean }

/**
 * Imports the count of all stock. If the warehouse delivers counts as files, each one is imported
 * separately: one that waits for a user stays unread, and is discarded once a later one is applied.
 */
export async function importCount(work: CountImport, tick: Tick): Promise<PartResult> {
  const total: PartResult = { processed: 0, changed: 0, failed: 0 }
  const waiting: string[] = []
  for (let cursor: string | undefined; ;) {
    const first = await readPage(work, cursor)
    const { deliveredCount } = first.page
    const { awaitsReview, isStopped, error, ...one } = await importOne(work, first, tick)
    total.processed += one.processed
    total.changed += one.changed
    total.failed += one.failed
    total.error ??= error
    if (deliveredCount && awaitsReview) waiting.push(deliveredCount.id)
    else if (deliveredCount)
      await work.warehouse.settleCounts?.([...waiting.splice(0), deliveredCount.id])
    if (deliveredCount?.behind === undefined || isStopped) return total
    cursor = deliveredCount.behind
  }
}

const none = { processed: 0, changed: 0, failed: 0 }

/**
 * Imports one count. All its pages are checked first, so that one that would empty too many SKUs is
 * not applied in part.
 */
async function importOne(work: CountImport, first: Read, tick: Tick): Promise<ImportedPart> {
  const { deliveredCount } = first.page
  if (deliveredCount && (await wasDiscarded(work.ctx, first.page))) {
    const error = 'A user discarded this count'
    await recordOutcome(work.ctx, first.messageId, { status: 'rejected', error })
    return none
  }
  const awaitsReview = await reviewCount(work, first, tick)
  if (awaitsReview !== undefined) {
    const records = first.page.lines.length
    await recordOutcome(work.ctx, first.messageId, {
      status: 'parked',
      error: awaitsReview,
      records,
    })
    return { ...none, failed: 1, error: awaitsReview, awaitsReview: true }
  }
  const { total, unread, unapplied, isStopped } = await importPages(work, first, tick)
  const { isFull, snapshotId, asOf } = first.page
  if (isFull && unread.length === 0 && !isStopped) {
    const count = { snapshotId, asOf, windowMinutes: work.windowMinutes }
    total.changed += await zeroUncounted(work.ctx, count, unapplied)
  }
  const unreadKeys = unread.map((location) => `location:${location}`)
  await resolveProblemsExcept(work.ctx, 'location:', unreadKeys)
  await reportShortages(work.ctx)
  const error = unread.length > 0 ? `Not counted: location ${unread.join(', ')}` : null
  return { ...total, failed: total.failed + unread.length, error, isStopped }
}

async function readPage(work: CountImport, cursor: string | undefined): Promise<Read> {
  const { value: page, messageId } = await loggedRead(work, pageOf(work, cursor))
  if (await isFromTheFuture(work.ctx, page.asOf)) {
    throw new Unreachable('The warehouse count has a future date, so it was not applied')
  }
  return { page, messageId }
}

const pageOf = ({ warehouse }: CountImport, cursor: string | undefined): Call<CountPage> => ({
  kind: 'inventory',
  make: () => warehouse.readInventory(cursor),
  isLast: ({ next }) => !next,
})

/** Returns why the count must wait for a user; undefined if it may be applied. */
async function reviewCount(
  work: CountImport,
  { page: first }: Read,
  tick: Tick,
): Promise<string | undefined> {
  const isFull = first.isFull === true
  if (first.lines.length === 0 && !first.next && !isFull) return undefined
  const sum = { stocked: 0, emptied: 0 }
  const seen = new Set<string>()
  for (let page = first; ;) {
    const { stocked, emptied } = await countEmptied(work.ctx, page.lines, isFull)
    sum.stocked += stocked
    sum.emptied += emptied
    const next = page.next ?? undefined
    if (next === undefined || (await tick(0, first.total ?? 0))) break
    guardNewPage(seen, next)
    page = (await loggedCall(work, pageOf(work, next))).value
  }
  return guardCount(work.ctx, first, { ...sum, isFull })
}

async function importPages(work: CountImport, first: Read, tick: Tick) {
  const { ctx, windowMinutes } = work
  const total = { processed: 0, changed: 0, failed: 0 }
  const unread: string[] = []
  const unapplied: string[] = []
  const seen = new Set<string>()
  let { page, messageId } = first
  for (;;) {
    const { snapshotId, asOf } = page
    const done: CountResult = await importLines(
      ctx,
      { snapshotId, asOf, windowMinutes },
      page.lines,
    )
    total.processed += done.processed
    total.changed += done.changed
    total.failed += done.failed
    unapplied.push(...done.unapplied)
    const status = done.failed > 0 ? 'partial' : 'accepted'
    await recordOutcome(ctx, messageId, { status, records: page.lines.length })
    for (const { location, reason } of page.unavailable ?? []) {
      if (!unread.includes(location)) unread.push(location)
      await reportUnread(ctx, location, reason)
    }
    const isStopped = await tick(total.processed, first.page.total ?? 0)
    const next = page.next ?? undefined
    if (next === undefined || isStopped) return { total, unread, unapplied, isStopped }
    guardNewPage(seen, next)
    const read = await readPage(work, next)
    page = read.page
    messageId = read.messageId
  }
}

/** Throws if the count leads to a page that was read: it would never end. */
function guardNewPage(seen: Set<string>, next: string): void {
  if (seen.has(next)) throw new Unreachable("The warehouse's count repeats the same page")
  seen.add(next)
}

const batchSize = 500

const readUncounted = {
  name: 'read_skus_a_full_count_left_out',
  text: `select sku from skus
         where current_stock <> 0 and deleted_at is null and created_at < $1::timestamptz
           and (last_inventory_update is null or last_inventory_update < $1::timestamptz)
           and lower(sku) <> all($2::text[])
         order by id limit ${batchSize}`,
}

/**
 * Sets the stock of all SKUs that a full count does not list to zero; returns how many changed. The
 * SKUs of its lines that were not applied (`unapplied`) keep their stock. With a line that names no
 * SKU, which may be that of any, all do.
 */
export async function zeroUncounted(
  ctx: Context,
  count: { snapshotId: string; asOf: string; windowMinutes: number },
  unapplied: readonly string[],
): Promise<number> {
  if (unapplied.includes('')) return 0
  let changed = 0
  for (;;) {
    const found = await rows<{ sku: string }>(ctx.db, readUncounted, [count.asOf, unapplied])
    if (found.length === 0) return changed
    const lines = found.map(({ sku }) => ({ sku, onHand: 0 }))
    changed += (await importLines(ctx, count, lines)).changed
  }
}

/** Reports a location that the warehouse could not count, until a count includes it. */
export function reportUnread(ctx: Context, location: string, reason: string): Promise<void> {
  return raiseProblem(ctx, {
    kind: 'connection',
    dataType: 'inventory',
    direction: 'import',
    key: `location:${location}`,
    record: `Location ${location}`,
    title: `${reason} for location ${location}`,
    reason: 'The warehouse could not count it. Its SKUs keep the stock of the last count',
    proposal: 'Import the inventory again when the location can be counted',
  })
}
