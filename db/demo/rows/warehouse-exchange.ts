import { type Context, rows } from '#platform/server/database/db.ts'
import { insertRows, momentOf } from './insert-rows.ts'

const everyMinutes = 15
/** Minutes since the last sync. */
const lastMinutesAgo = 9
/** These syncs, counted from the last, failed: the warehouse was briefly unreachable. */
const failedRuns = [22, 251, 505]

const addRuns = {
  name: 'demo_add_wms_runs',
  text: `insert into wms_runs (job, started_from, state, error, created_at, started_at, ended_at)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[],
                              $6::timestamptz[], $7::timestamptz[])
         returning id`,
}

const addSteps = {
  name: 'demo_add_wms_run_steps',
  text: `insert into wms_run_steps
           (run_id, data_type, is_success, processed, changed, failed, error, started_at, ended_at)
         select * from unnest($1::int[], $2::text[], $3::boolean[], $4::int[], $5::int[], $6::int[],
                              $7::text[], $8::timestamptz[], $9::timestamptz[])`,
}

type Size = {
  customers: number
  inWarehouse: number
  skus: number
  awaited: number
  hours: number
}

/**
 * Syncs with the warehouse over the last hours, every quarter of an hour, and the two problems
 * raised by its last count.
 */
export async function writeWarehouse(ctx: Context, size: Size): Promise<void> {
  const last = ctx.now.getTime() - lastMinutesAgo * 60_000
  const count = (size.hours * 60) / everyMinutes
  const runs = Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * everyMinutes * 60_000
    const isFailed = failedRuns.includes(count - index)
    const error = isFailed ? 'The warehouse did not answer within 10 s' : null
    return { at, isFailed, error, start: momentOf(at), end: momentOf(at + tookMs(isFailed)) }
  })
  const ids = await insertRows<{ id: number }>(
    ctx.db,
    addRuns,
    runs.map(({ isFailed, error, start, end }) => {
      return ['full', 'schedule', isFailed ? 'failed' : 'done', error, start, start, end]
    }),
  )
  const steps = runs.flatMap(({ at, isFailed, error, start, end }, index) => {
    const { id = 0 } = ids[index] ?? {}
    const failed = [id, 'customers', false, 0, 0, 0, error, start, end]
    return isFailed ? [failed] : stepsOf(id, at, size)
  })
  await insertRows(ctx.db, addSteps, steps)
  await rows(ctx.db, addProblems, [momentOf(last)])
}

const tookMs = (isFailed: boolean) => (isFailed ? 10_000 : 6_400)

const findExchange = {
  name: 'demo_look_for_exchange',
  text: `select exists (select from wms_runs) or exists (select from wms_problems)
                  or exists (select from wms_messages) as "isThere"`,
}

/** Whether any data was exchanged with a warehouse before. */
export async function hasExchanged({ db }: Context): Promise<boolean> {
  const [found] = await rows<{ isThere: boolean }>(db, findExchange)
  return found?.isThere === true
}

function stepsOf(runId: number, at: number, size: Size): unknown[][] {
  const parts = [
    ['customers', size.customers, 1400],
    ['orders', size.inWarehouse, 1100],
    ['inventory', size.skus, 3200],
    ['purchase_orders', size.awaited, 700],
  ] as const
  let from = at
  return parts.map(([dataType, processed, tookMs]) => {
    const start = momentOf(from)
    from += tookMs
    return [runId, dataType, true, processed, 0, 0, null, start, momentOf(from)]
  })
}

const addProblems = {
  name: 'demo_add_wms_problems',
  text: `with counted as (
           select id, sku, current_stock as reported, current_stock + 12 as expected
           from skus where id = (select min(id) + 46 from skus)
         )
         insert into wms_problems
           (kind, data_type, direction, key, record, link, title, reason, proposal,
            first_seen_at, last_seen_at)
         select 'drift', 'inventory', 'import', 'drift:' || id, sku, '/skus?open=' || sku,
                'Stock level mismatch for ' || sku,
                'The warehouse counts ' || reported || ', we expected ' || expected
                  || ': 12 fewer. Its count was taken',
                'Find the unreported movement. The next matching count resolves this',
                $1::timestamptz, $1::timestamptz
         from counted
         union all
         select 'connection', 'inventory', 'import', 'location:B', 'Location B', null,
                'Connection timeout for location B',
                'The warehouse could not count it. Its SKUs keep the stock of the last count',
                'Import the inventory again when the location can be counted',
                $1::timestamptz, $1::timestamptz`,
}
