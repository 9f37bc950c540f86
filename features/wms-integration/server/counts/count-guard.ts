import { readSettings } from '#features/settings/server/service.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { raiseProblem, resolveProblems } from '../problems.ts'
import { snapshotLine } from '../../protocol.ts'
import { onHandOf } from '../../rules.ts'

// A count that would empty many SKUs at once is usually a mistake, so it is not applied until a
// user confirms it.

const countStocked = {
  name: 'count_stocked_skus',
  text: 'select count(*) as count from skus where current_stock > 0 and deleted_at is null',
}
const countOfThese = {
  name: '',
  text: `select count(*) as count from skus
         where lower(sku) = any($1::text[]) and current_stock > 0 and deleted_at is null`,
}

/** SKUs with stock that a count lists, and those of them it reports as empty. */
export type EmptiedSkus = { stocked: number; emptied: number }

/** Counts the SKUs a page would empty; with `isFull` also the SKUs with stock that it lists. */
export async function countEmptied(
  ctx: Context,
  lines: readonly unknown[],
  isFull: boolean,
): Promise<EmptiedSkus> {
  const codes: string[] = []
  const empty: string[] = []
  for (const line of lines) {
    if (!isFull && hasStock(line)) continue
    const parsed = snapshotLine.safeParse(line)
    if (!parsed.success) continue
    const code = parsed.data.sku.toLowerCase()
    codes.push(code)
    if ((onHandOf(parsed.data) ?? 1) <= 0) empty.push(code)
  }
  const emptied = empty.length === 0 ? 0 : await countIn(ctx, empty)
  return { emptied, stocked: isFull ? await countIn(ctx, codes) : 0 }
}

/** Fast path for the majority of lines: no parsing needed. */
function hasStock(line: unknown): boolean {
  const { onHand } = (line ?? {}) as { onHand?: unknown }
  return typeof onHand === 'number' && onHand > 0
}

async function countIn(ctx: Context, codes: readonly string[]): Promise<number> {
  const [found] = await rows<{ count: number }>(ctx.db, countOfThese, [codes])
  return found?.count ?? 0
}

const useConfirmed = {
  name: 'use_confirmed_wms_count',
  text: `update wms_count_checks set state = 'used'
         where state = 'confirmed' and emptied >= $1
           and decided_at > now() - interval '1 hour'
         returning id`,
}
const overtake = {
  name: 'overtake_parked_wms_counts',
  text: `update wms_count_checks set state = 'overtaken' where state = 'parked'`,
}
const park = {
  name: 'park_wms_count',
  text: `insert into wms_count_checks (snapshot_id, as_of, stocked, emptied)
         values ($1, $2::timestamptz, $3, $4)`,
}

const key = 'count-guard'

/**
 * Returns why a count must wait for a user; undefined if it may be applied. `emptied` is the number
 * of SKUs with stock that it reports as empty. A full count also empties the SKUs it does not list:
 * all SKUs with stock minus `stocked`.
 */
export function guardCount(
  ctx: Context,
  { snapshotId, asOf }: { snapshotId: string; asOf: string },
  { stocked: listed, emptied: reportedEmpty, isFull }: EmptiedSkus & { isFull: boolean },
): Promise<string | undefined> {
  return inTransaction(ctx, async (inner) => {
    const { countGuardPercent } = await readSettings(inner)
    const [found] = await rows<{ count: number }>(inner.db, countStocked)
    const stocked = found?.count ?? 0
    const emptied = reportedEmpty + (isFull ? Math.max(0, stocked - listed) : 0)
    const isAboveGuardPercent = emptied > 1 && emptied * 100 > stocked * countGuardPercent
    const [confirmed] = isAboveGuardPercent ? await rows(inner.db, useConfirmed, [emptied]) : []
    await send(inner, overtake, [])
    if (!isAboveGuardPercent || confirmed) {
      await resolveProblems(inner, [key])
      return undefined
    }
    await send(inner, park, [snapshotId, asOf, stocked, emptied])
    const share = Math.floor((100 * emptied) / stocked)
    const [zero, all] = [emptied, stocked].map((units) => units.toLocaleString('en-US'))
    const sentence = `This count would set ${zero} of ${all} SKUs in stock to zero (${share}%)`
    await raiseProblem(inner, {
      kind: 'count',
      dataType: 'inventory',
      direction: 'import',
      key,
      record: `Count ${snapshotId}`,
      title: 'Stock count on hold: it would set many SKUs to zero',
      reason: `${sentence}; a change above ${countGuardPercent}% must be confirmed`,
      proposal:
        'Ask the warehouse. If the count is correct, confirm it. It will be read again and applied',
    })
    return sentence
  })
}

const findDiscarded = {
  name: 'find_discarded_wms_count',
  text: `select from wms_count_checks
         where state = 'discarded' and snapshot_id = $1 and as_of = $2::timestamptz limit 1`,
}

/** True if a user has rejected this count. */
export async function wasDiscarded(
  ctx: Context,
  { snapshotId, asOf }: { snapshotId: string; asOf: string },
): Promise<boolean> {
  return (await rows(ctx.db, findDiscarded, [snapshotId, asOf])).length > 0
}

const readParkedSince = {
  name: 'read_since_when_a_wms_count_waits',
  text: `select max(created_at) as since from wms_count_checks where state = 'parked'`,
}

/** Returns when the waiting count arrived; null if none waits. */
export async function parkedSince(ctx: Context): Promise<string | null> {
  const [found] = await rows<{ since: string | null }>(ctx.db, readParkedSince)
  return found?.since ?? null
}

const confirmParked = {
  name: 'confirm_parked_wms_count',
  text: `update wms_count_checks set state = 'confirmed', decided_by = $1, decided_at = now()
         where state = 'parked' returning emptied`,
}
const discardParked = {
  name: 'discard_parked_wms_count',
  text: `update wms_count_checks set state = 'discarded', decided_by = $1, decided_at = now()
         where state = 'parked' returning emptied`,
}

/** Allows the next count to empty as many SKUs as the waiting one. Returns false if none waits. */
export async function confirmCount(ctx: Context): Promise<boolean> {
  const found = await rows(ctx.db, confirmParked, [ctx.user?.id ?? null])
  return found.length > 0
}

/** Rejects the waiting count. */
export async function discardCount(ctx: Context): Promise<void> {
  await rows(ctx.db, discardParked, [ctx.user?.id ?? null])
}
