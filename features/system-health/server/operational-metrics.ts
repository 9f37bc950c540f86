import { dataTypes } from '#features/wms-integration/rules.ts'
import { type Context, maintenancePool, rows } from '#platform/server/database/db.ts'
import type { Measure } from '#platform/server/operations/metric-values.ts'
import { readLevelMeasures } from './service-levels/level-metrics.ts'

// Every column is read from an index that contains only the rows it counts, or from the newest row
// of a table, so that the statement takes about a millisecond however much was sent and solved.
const readStored = {
  name: 'health_measures',
  text: `select
    (select count(*) from outbox where sent_at is null and dead_at is null) as "outboxWaiting",
    (select min(created_at) from outbox where sent_at is null and dead_at is null)
      as "outboxOldest",
    (select count(*) from outbox where dead_at is not null) as "outboxDead",
    (select count(*) from document_sendings where status = 'queued') as "mailQueued",
    (select min(queued_at) from document_sendings where status = 'queued') as "mailOldest",
    (select count(*) from document_sendings
     where status in ('failed', 'uncertain') and set_aside_at is null)
      + (select count(*) from automatic_emails where state = 'refused') as "mailFailed",
    (select count(*) from wms_connection where unreachable_since is not null)
      as "warehouseUnreachable",
    (select count(*) from wms_problems where state = 'open') as "warehouseProblems",
    (select min(first_seen_at) from wms_problems where state = 'open' and kind = 'drift')
      as "driftOldest",
    (select count(*) from outside_troubles) as "outsideServices",
    coalesce((select jsonb_array_length(broken) from data_checks order by id desc limit 1), 0)
      as "dataChecks",
    coalesce((select fault_count from audit_checks order by id desc limit 1), 0)
      as "auditHistory"`,
}

type Stored = {
  outboxWaiting: number
  outboxOldest: string | null
  outboxDead: number
  mailQueued: number
  mailOldest: string | null
  mailFailed: number
  warehouseUnreachable: number
  warehouseProblems: number
  driftOldest: string | null
  outsideServices: number
  dataChecks: number
  auditHistory: number
}

const readLastSyncs = {
  name: 'health_last_syncs',
  text: `select t.type as "dataType", s.ended_at as at
         from unnest($1::text[]) with ordinality as t (type, place)
         cross join lateral (
           select ended_at from wms_run_steps
           where data_type = t.type and is_success
           order by ended_at desc limit 1) s
         order by t.place`,
}

type LastSync = { dataType: string; at: string }

/**
 * Reads what `/metrics` shows of the database: the outbox, the mail queue, the warehouse, open
 * problems, and the service levels. All nodes of a database report the same values. Ages are in
 * seconds, 0 if nothing waits.
 */
export async function readMeasures(ctx: Context): Promise<Measure[]> {
  const db = maintenancePool(ctx.db)
  const [stored] = await rows<Stored>(db, readStored)
  const syncs = await rows<LastSync>(db, readLastSyncs, [dataTypes])
  if (!stored) throw new Error('The measures are one row')
  const levels = await readLevelMeasures(db)
  return [
    ...queueMeasures(ctx, stored),
    ...syncs.map(({ dataType, at }) => ({
      name: 'prizm_warehouse_last_sync_timestamp_seconds',
      help: 'When data of this type was last exchanged with the warehouse without an error',
      labels: { data_type: dataType },
      value: Date.parse(at) / 1000,
    })),
    {
      name: 'prizm_warehouse_unreachable',
      help: '1 while the warehouse cannot be reached, else 0',
      value: stored.warehouseUnreachable,
    },
    {
      name: 'prizm_warehouse_drift_oldest_seconds',
      help: 'Age of the oldest open difference between our stock and that of the warehouse',
      value: ageOf(ctx, stored.driftOldest),
    },
    ...problemMeasures(stored),
    ...levels,
  ]
}

/** Seconds since a time; 0 if there is none. */
function ageOf({ now }: Context, at: string | null): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - Date.parse(at)) / 1000)
}

function queueMeasures(ctx: Context, stored: Stored): Measure[] {
  return [
    {
      name: 'prizm_outbox_waiting',
      help: 'Messages between parts of the program that wait for delivery',
      value: stored.outboxWaiting,
    },
    {
      name: 'prizm_outbox_oldest_seconds',
      help: 'Age of the oldest message that waits for delivery',
      value: ageOf(ctx, stored.outboxOldest),
    },
    {
      name: 'prizm_outbox_dead',
      help: 'Messages that failed ten attempts and are no longer retried',
      value: stored.outboxDead,
    },
    {
      name: 'prizm_mail_queued',
      help: 'Emails waiting to be sent',
      value: stored.mailQueued,
    },
    {
      name: 'prizm_mail_oldest_seconds',
      help: 'Age of the oldest email waiting to be sent',
      value: ageOf(ctx, stored.mailOldest),
    },
    {
      name: 'prizm_mail_failed',
      help: 'Emails that failed or may have been sent, and are waiting for a user',
      value: stored.mailFailed,
    },
  ]
}

/** What system health shows as open, by its kind. */
function problemMeasures(stored: Stored): Measure[] {
  const counts = {
    warehouse: stored.warehouseProblems,
    outside_service: stored.outsideServices,
    data_check: stored.dataChecks,
    audit_history: stored.auditHistory,
  }
  const help =
    'Open problems: of the warehouse, outside services that fail, data rules that the last check ' +
    'found broken, and changes found in the sealed history'
  return Object.entries(counts).map(([kind, value]) => ({
    name: 'prizm_open_problems',
    help,
    labels: { kind },
    value,
  }))
}
