import { record } from '#features/audit/server/service.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'

// Receipts of validations and of what was refused belong to no record, so no history entry has
// their hash. A digest of them is written into the history, which is sealed. Each digest covers a
// period of decision times that begins where the one before ended.

/** What the history entry of a digest says; the times are in UTC, to the microsecond. */
type ReceiptDigest = {
  /** The period: after `from`, up to and including `until`. */
  from: string
  until: string
  /** The time of the oldest receipt, which is the first that the retention deletes. */
  firstAt: string
  count: number
  firstId: number
  lastId: number
  /** Over one line for each receipt, by id: id, kind, user, key, channel, time and hash. */
  sha256: string
}

const mostReceipts = 10_000

const tryLock = {
  name: 'digest_take_turn',
  text: 'select pg_try_advisory_xact_lock(727279) as "isMine"',
}

const readLast = {
  name: 'digest_read_last',
  text: `select changes -> 'digest' -> 'to' ->> 'until' as until
         from audit_log where entity = 'decision' and entity_id = 1 and action = 'digest'
         order by id desc limit 1`,
}

const digest = `encode(sha256(convert_to(string_agg(
    concat_ws(' ', r.id, r.kind, coalesce(r.actor_id, 0), coalesce(r.api_key_id, 0), r.channel,
              extract(epoch from r.decided_at), encode(r.sha256, 'hex')),
    chr(10) order by r.id), 'UTF8')), 'hex')`

const utc = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

/**
 * The receipts without an order after `$1`, the oldest first. A receipt has the time at which its
 * transaction began, so those of the last five minutes, and those since the oldest transaction that
 * still runs, may not all be there yet.
 */
const readNext = {
  name: 'digest_read_next',
  text: `select to_char(b.starts at time zone 'UTC', ${utc}) as "from",
                to_char(b.ends at time zone 'UTC', ${utc}) as until,
                to_char(min(r.decided_at) at time zone 'UTC', ${utc}) as "firstAt",
                count(*)::int as count, min(r.id) as "firstId", max(r.id) as "lastId",
                ${digest} as sha256
         from (select max(t.decided_at) as ends,
                      case when $1::timestamptz = '-infinity'
                           then min(t.decided_at) - interval '1 microsecond'
                           else $1::timestamptz end as starts
               from (select decided_at from decision_receipts
                     where sales_order_id is null and decided_at > $1::timestamptz
                       and decided_at <= (
                         select least(now() - interval '5 minutes',
                                      min(xact_start) - interval '1 microsecond')
                         from pg_stat_activity
                         where datname = current_database() and backend_type = 'client backend')
                     order by decided_at limit ${mostReceipts}) t) b
         join decision_receipts r
           on r.sales_order_id is null and r.decided_at > b.starts and r.decided_at <= b.ends
         group by b.starts, b.ends`,
}

/**
 * Writes a digest of the receipts without an order that no digest covers yet into the history, of
 * at most 10,000 receipts each. With several nodes, only one does. Called every minute; the next
 * sealing covers it.
 */
export async function digestReceipts(ctx: Context): Promise<void> {
  while (await digestNext(ctx));
}

/** Writes one digest in its own transaction. Returns true if more receipts may be left. */
function digestNext(ctx: Context): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const [lock] = await rows<{ isMine: boolean }>(inner.db, tryLock)
    if (!lock?.isMine) return false
    const [last] = await rows<{ until: string }>(inner.db, readLast)
    const since = last?.until ?? '-infinity'
    const [next] = await rows<ReceiptDigest>(inner.db, readNext, [since])
    if (!next) return false
    const changes = { digest: { from: null, to: next } }
    await record(inner, [{ entity: 'decision', entityId: 1, action: 'digest', changes }])
    return next.count >= mostReceipts
  })
}

/**
 * The entries of digests whose receipts are not as they were. Receipts that the retention may have
 * deleted, by any number of days that was set since, are no fault: their digests are left out.
 */
const readAltered = {
  name: 'digest_read_altered',
  text: `with periods as (
           select known_from as starts, coalesce(known_until, now()) as ends,
                  case when jsonb_typeof(value) = 'number' then (value #>> '{}')::numeric::int
                       else $1::int end as days
           from setting_versions where name = 'decisionDays'),
         defaults as (
           select p.starts as ends from periods p
           where not exists (select from periods q where q.ends = p.starts)
           union all
           select now() where not exists (
             select from setting_versions where name = 'decisionDays' and known_until is null)),
         retention as (
           select greatest((select max(ends - make_interval(days => days)) from periods),
                           (select max(ends) - make_interval(days => $1::int) from defaults))
                    + interval '1 minute' as cutoff)
         select a.id
         from retention t
         cross join audit_log a
         cross join lateral (select a.changes -> 'digest' -> 'to' as digest) d
         cross join lateral (
           select count(*)::int as count, ${digest} as sha256
           from decision_receipts r
           where r.sales_order_id is null
             and r.decided_at > (d.digest ->> 'from')::timestamptz
             and r.decided_at <= (d.digest ->> 'until')::timestamptz) found
         where a.entity = 'decision' and a.entity_id = 1 and a.action = 'digest'
           and (d.digest ->> 'firstAt')::timestamptz >= t.cutoff
           and (found.count <> (d.digest ->> 'count')::int
                or found.sha256 is distinct from d.digest ->> 'sha256')
         order by a.id limit 1000`,
}

/**
 * The ids of the history entries of digests that do not match their receipts any more: one was
 * changed, deleted before its time, or inserted later.
 */
export async function findAlteredDigests({ db }: Context): Promise<number[]> {
  const values = [defaultSettings.decisionDays]
  return (await rows<{ id: number }>(db, readAltered, values)).map(({ id }) => id)
}
