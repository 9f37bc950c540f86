import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { DocumentKind } from '../../rules.ts'
import { exportQueries } from './export-queries.ts'

// Plans the exports: compares the current records with what was exported last. Planning is
// idempotent, also on two nodes or after a crash, because each version is planned once.

// Plans run in turn. Otherwise a plan that began earlier and waits for the row of a document would
// overwrite the newer content of another plan with what it read before.
const lockPlanning = {
  name: 'lock_planning_of_wms_exports',
  text: 'select pg_advisory_xact_lock(727292)',
}

/**
 * Waits until no other plan is running; the next one waits for the end of the transaction. A
 * transaction calls it before it locks rows of `wms_documents`, so that none holds such a row and
 * waits for its turn.
 */
export function lockPlans(ctx: Context): Promise<void> {
  return send(ctx, lockPlanning, [])
}

// Answers of the warehouse change the state of a document without a plan. The next statement sees
// them, because it begins when they are committed.
const lockDocuments = {
  name: 'lock_planned_wms_documents',
  text: `select id from wms_documents where kind = $1 and record_id = any($2::int[])
         order by record_id for no key update`,
}

const queueChanged = `changed as (
    insert into wms_documents as d (kind, record_id, code, fingerprint, state)
    select $3::text, record_id, code, md5(fingerprinted), state from wanted
    on conflict (kind, record_id) do update
      set code = excluded.code, fingerprint = excluded.fingerprint,
          state = excluded.state, version = d.version + 1, updated_at = now()
      where d.fingerprint <> excluded.fingerprint
    returning record_id, version
  )
  insert into wms_exports (kind, record_id, code, version, action, payload)
  select $3::text, w.record_id, w.code, c.version, w.action, w.payload
  from changed c join wanted w using (record_id)
  order by w.record_id`

// Without a name, so that it is planned for its ids: a plan for any list of ids, which may be null,
// would scan all records.
const planOf = (query: string) => ({ name: '', text: `${query}, ${queueChanged}` })

const plans = {
  customer: planOf(exportQueries.customer),
  item: planOf(exportQueries.item),
  movement: planOf(exportQueries.movement),
  order: planOf(exportQueries.order),
  expected_receipt: planOf(exportQueries.expected_receipt),
  expected_return: planOf(exportQueries.expected_return),
}

const selectChanged = `select w.record_id as id
  from wanted w left join wms_documents d on d.kind = $3::text and d.record_id = w.record_id
  where d.fingerprint is distinct from md5(w.fingerprinted)
  order by w.record_id`

const searchOf = (query: string) => ({ name: '', text: `${query} ${selectChanged}` })

const searches = {
  customer: searchOf(exportQueries.customer),
  item: searchOf(exportQueries.item),
  movement: searchOf(exportQueries.movement),
  order: searchOf(exportQueries.order),
  expected_receipt: searchOf(exportQueries.expected_receipt),
  expected_return: searchOf(exportQueries.expected_return),
}

/** A plan of more records lets the plans of single ones run in between. */
const planSize = 500

type PlanOptions = { ids?: readonly number[]; withOpeningStock?: boolean }

/**
 * Queues exports of changed records: all records of a kind, or only those with the given ids. All
 * records are first searched for changes, without a lock. What was found is read again and planned
 * in portions, each after all earlier plans. A record that changes after the search is planned by
 * its own message, or by the next sync.
 */
export async function planExports(
  ctx: Context,
  kind: DocumentKind,
  { ids, withOpeningStock = false }: PlanOptions = {},
): Promise<void> {
  const toPlan = ids ?? (await findChanged(ctx, kind, withOpeningStock))
  for (let from = 0; from < toPlan.length; from += planSize) {
    const portion = toPlan.slice(from, from + planSize)
    await inTransaction(ctx, async (inner) => {
      await lockPlans(inner)
      await send(inner, lockDocuments, [kind, portion])
      await send(inner, plans[kind], [portion, withOpeningStock, kind])
    })
  }
}

async function findChanged(
  ctx: Context,
  kind: DocumentKind,
  withOpeningStock: boolean,
): Promise<number[]> {
  const found = await rows<{ id: number }>(ctx.db, searches[kind], [null, withOpeningStock, kind])
  return found.map(({ id }) => id)
}

const scopes: Readonly<Record<DocumentKind, string>> = {
  customer: 'select count(*) as count from customers where deleted_at is null',
  item: 'select count(*) as count from skus where deleted_at is null',
  movement: `select count(*) as count from wms_exports where kind = 'movement'`,
  order: `select count(*) as count from sales_orders
          where status = 'processing' and not header_only`,
  expected_receipt: `select count(*) as count from purchase_orders
                     where status = 'approved' and not header_only`,
  expected_return: `select count(*) as count from returns
                    where status = 'approved' and type = 'rma'`,
}

/** Counts the records of a kind that the warehouse should have. */
export async function countInScope(ctx: Context, kind: DocumentKind): Promise<number> {
  const statement = { name: `count_${kind}_in_scope`, text: scopes[kind] }
  const [found] = await rows<{ count: number }>(ctx.db, statement)
  return found?.count ?? 0
}

// Waiting documents were not sent yet, so they are sent unchanged.
const forget = {
  name: 'forget_what_the_warehouse_knows',
  text: `update wms_documents d
         set fingerprint = '', updated_at = now(),
             state = case when state = 'open' then 'cancelled' else state end
         where kind = 'item'
            or state = 'open' and not exists (
                 select from wms_exports e
                 where e.kind = d.kind and e.record_id = d.record_id and e.version = d.version
                   and e.state = 'waiting')`,
}

const setMovementsStart = {
  name: 'begin_telling_movements',
  text: `update wms_connection
         set movements_from = (select coalesce(max(id), 0) from stock_moves),
             events_cursor = case when $1 then null else events_cursor end
         where movements_from is null or $1`,
}

/**
 * Exports return movements from now on; earlier ones are included in the warehouse's initial stock.
 */
export function exportMovementsFromNow(ctx: Context, resetsStart: boolean): Promise<void> {
  return send(ctx, setMovementsStart, [resetsStart])
}

const setAcceptsReturns = {
  name: 'keep_whether_warehouse_takes_returns',
  text: `update wms_connection set takes_returns = $1 where takes_returns <> $1`,
}

// A warehouse without returns expects none, so open requests count as answered.
const forgetReturns = {
  name: 'forget_expected_returns',
  text: `update wms_documents set state = 'cancelled', updated_at = now()
         where kind = 'expected_return' and state in ('open', 'cancel_requested') and not $1`,
}

/** Stores whether the warehouse receives customer returns; if not, they are received here. */
export async function recordAcceptsReturns(ctx: Context, canAcceptReturns: boolean): Promise<void> {
  await send(ctx, setAcceptsReturns, [canAcceptReturns])
  await send(ctx, forgetReturns, [canAcceptReturns])
}

/** Marks all documents to be exported again, for a warehouse that starts without data. */
export function forgetDocuments(ctx: Context): Promise<void> {
  return send(ctx, forget, [])
}
