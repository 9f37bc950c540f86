import { type Context, rows, send } from '#platform/server/database/db.ts'
import type { DataType } from '../rules.ts'

/** A problem to report; its key identifies what is wrong. */
export type ProblemReport = {
  kind: 'export' | 'import' | 'drift' | 'short' | 'connection' | 'count'
  dataType: DataType
  direction: 'export' | 'import'
  key: string
  record: string
  link?: string | null
  title: string
  reason: string
  proposal?: string | null
  exportId?: number | null
  importId?: number | null
  attempts?: number
}

const upsertProblem = {
  name: 'raise_wms_problem',
  text: `insert into wms_problems
           (kind, data_type, direction, key, record, link, title, reason, proposal, export_id,
            import_id, attempts)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (key) where state = 'open' do update
           set title = excluded.title, reason = excluded.reason, proposal = excluded.proposal,
               attempts = greatest(wms_problems.attempts + 1, excluded.attempts),
               last_seen_at = now(), version = wms_problems.version + 1`,
}

/** Raises a problem; if one with the same key is open, updates it and counts another attempt. */
export function raiseProblem(ctx: Context, problem: ProblemReport): Promise<void> {
  const cut = (text: string) => text.replaceAll('\u0000', '\uFFFD').slice(0, 500)
  return send(ctx, upsertProblem, [
    problem.kind,
    problem.dataType,
    problem.direction,
    cut(problem.key),
    cut(problem.record),
    problem.link ?? null,
    cut(problem.title),
    cut(problem.reason),
    problem.proposal ?? null,
    problem.exportId ?? null,
    problem.importId ?? null,
    problem.attempts ?? 1,
  ])
}

/** Raises a problem for a malformed message, with its ID and the hash of its content. */
export function reportMalformed(
  ctx: Context,
  { id, hash, reason }: { id: string; hash?: string; reason: string },
): Promise<void> {
  return raiseProblem(ctx, {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `message:${hash ?? id}`,
    record: `Message ${id}`,
    title: 'A message from the warehouse is not valid',
    reason: hash === undefined ? reason : `${reason} (SHA-256 ${hash})`,
    proposal: 'Check the message in the log, and ask the warehouse',
  })
}

const solveProblems = {
  name: 'solve_wms_problems',
  text: `update wms_problems
         set state = 'solved', ended_at = now(), version = version + 1
         where state = 'open' and key = any($1::text[])`,
}

/** Solves the open problems with these keys. */
export function resolveProblems(ctx: Context, keys: readonly string[]): Promise<void> {
  return keys.length === 0 ? Promise.resolve() : send(ctx, solveProblems, [keys])
}

const readOpen = {
  name: 'read_open_keys_of_wms_counts',
  text: `select key from wms_problems where state = 'open' and data_type = 'inventory'`,
}

/** Returns the keys of the open inventory problems, which are few compared with a count. */
export async function openKeys(ctx: Context): Promise<string[]> {
  const open = await rows<{ key: string }>(ctx.db, readOpen)
  return open.map(({ key }) => key)
}

const solveUnreported = {
  name: 'solve_other_wms_problems',
  text: `update wms_problems
         set state = 'solved', ended_at = now(), version = version + 1
         where state = 'open' and starts_with(key, $1) and key <> all($2::text[])`,
}

/** Solves the open problems whose key has this prefix, except those seen again. */
export function resolveProblemsExcept(
  ctx: Context,
  beginning: string,
  reportedKeys: readonly string[],
): Promise<void> {
  return send(ctx, solveUnreported, [beginning, reportedKeys])
}

const readShort = {
  name: 'read_stock_shortages',
  text: `select h.sku_id as "skuId", s.sku, h.units
         from stock_shortages h join skus s on s.id = h.sku_id order by s.sku`,
}

/** Raises and solves the problems of SKUs with less stock on hand than is reserved. */
export async function reportShortages(ctx: Context): Promise<void> {
  const short = await rows<{ skuId: number; sku: string; units: number }>(ctx.db, readShort)
  for (const { skuId, sku, units } of short) {
    await raiseProblem(ctx, {
      kind: 'short',
      dataType: 'inventory',
      direction: 'import',
      key: `short:${skuId}`,
      record: sku,
      link: `/skus?open=${encodeURIComponent(sku)}`,
      title: `${sku} is ${units} short`,
      reason: `Orders at the warehouse reserve ${units} more than is in stock`,
      proposal: 'Order more, or recall an order from the warehouse',
    })
  }
  await resolveProblemsExcept(
    ctx,
    'short:',
    short.map(({ skuId }) => `short:${skuId}`),
  )
}
