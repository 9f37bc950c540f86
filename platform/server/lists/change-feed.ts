import { createHash } from 'node:crypto'
import { changeCursorStart } from '#platform/kernel/endpoint.ts'
import { maxInteger } from '#platform/kernel/fields.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Db, rows } from '../database/db.ts'
import type { Page } from '../http/route.ts'
import { byIdsText, type Shape } from './list-page.ts'

// What changed since (docs/decisions/0067-*). Triggers note each changed record with the number of
// its transaction. Only numbers below those of all running transactions are read, so a transaction
// that commits late is read later and never missed.

/** The part of a list that changes are read with. */
export type ChangesSpec = Shape & {
  where: string
  values?: readonly unknown[]
  /** The kind of record in `record_changes`; a list without one does not list changes. */
  kind?: string
}

type Query = { updatedSince?: string | undefined; limit?: number | undefined }

/** A place in the feed: after this record in this transaction. */
type Place = { position: number; recordId: number }

/** A cursor: a place, the kind and database it belongs to, and when it was issued. */
type Cursor = Place & { database: string; kind: string; issuedAt: string }

type Feed = { database: string; finalPosition: number; readAt: string }

const mostChanges = 1000
/** The ids are sent in a header, which proxies limit to a few kilobytes. */
const mostDeleted = 200
/** A moment begins this much earlier, for transactions that were under way. */
const momentOverlap = '1 minute'
/** How much the clock of the database may be set back without cursors becoming invalid. */
const clockTolerance = '10 seconds'

/**
 * The rows of a list whose records changed since a cursor or a moment, each once and as it is now,
 * with the ids of the records that are no longer in the list. The last change comes last. Throws
 * 422 beside filters and for a cursor of another list, and 410 for a cursor of another database.
 */
export async function readChanges<Row extends object>(
  db: Db,
  spec: ChangesSpec,
  query: Query,
): Promise<Page<Row>> {
  const { kind } = spec
  const { updatedSince = '', limit = mostChanges } = query
  if (kind === undefined) throw new Error('This list has no kind, so its changes are not known')
  refuseFilters(query)
  const feed = await openFeed(db)
  const place = await placeOf(db, { since: updatedSince, kind, feed })
  const found = await rows<Place>(db, readNext, [
    kind,
    place.position,
    place.recordId,
    feed.finalPosition,
    limit + 1,
  ])
  const { read, deleted, changed } = await splitChanges<Row>(db, spec, found.slice(0, limit))
  const hasMore = read.length < found.length
  // Everything below the final position is read, so the cursor moves on even without changes.
  const end = hasMore ? (read.at(-1) ?? place) : endOf(feed)
  const { database, readAt: issuedAt } = feed
  const cursor = writeCursor({ ...end, database, kind, issuedAt })
  return { rows: changed, total: changed.length, changes: { deleted, cursor, hasMore } }
}

/**
 * Throws 422 for parameters that would select rows: a record that leaves the selection would go
 * unnoticed. `with` only adds fields.
 */
export function refuseFilters(query: Query & Record<string, unknown>): void {
  if (query.updatedSince === undefined) return
  const known = ['updatedSince', 'limit', 'with']
  const sentNames = Object.keys(query).filter((name) => query[name] !== undefined)
  const other = sentNames.find((name) => !known.includes(name))
  if (other === undefined) return
  const message = `Send updatedSince without ${other}: it lists the changes of all records`
  throw invalid([{ path: other, message }])
}

/** The changed rows in the order of their changes, up to as many deletions as fit in a header. */
async function splitChanges<Row extends object>(
  db: Db,
  spec: ChangesSpec,
  changes: readonly Place[],
): Promise<{ read: Place[]; deleted: number[]; changed: Row[] }> {
  const byId = new Map<number, Row>()
  if (changes.length > 0) {
    const values = [...(spec.values ?? []), changes.map(({ recordId }) => recordId)]
    const text = byIdsText(spec, `$${values.length}`)
    const found = await rows<Row & { id: number }>(db, { name: '', text }, values)
    for (const row of found) byId.set(row.id, row)
  }
  const read: Place[] = []
  const deleted: number[] = []
  const changed: Row[] = []
  for (const change of changes) {
    const row = byId.get(change.recordId)
    if (!row && deleted.length === mostDeleted) break
    read.push(change)
    if (row) changed.push(row)
    else deleted.push(change.recordId)
  }
  return { read, deleted, changed }
}

const readFeed = {
  name: 'open_change_feed',
  text: `select f.database_identity as identity, f.final_position as "finalPosition",
           f.read_at as "readAt"
         from open_change_feed() f`,
}

/**
 * Opens the feed: below its final position every transaction has ended. In a database that was
 * restored elsewhere, this begins a new feed.
 */
export async function openFeed(db: Db): Promise<Feed> {
  type Opened = { identity: string; finalPosition: number; readAt: string }
  const [opened] = await rows<Opened>(db, readFeed)
  if (!opened) throw new Error('The change feed did not open')
  const { identity, ...feed } = opened
  const database = createHash('sha256').update(identity).digest('hex').slice(0, 12)
  return { ...feed, database }
}

const endOf = ({ finalPosition }: Feed): Place => {
  return { position: finalPosition - 1, recordId: maxInteger }
}

// A record that changed again later is only listed there.
const readNext = {
  name: 'read_next_changes',
  text: `select c.feed_position as position, c.record_id as "recordId"
         from record_changes c
         where c.kind = $1 and (c.feed_position, c.record_id) > ($2::bigint, $3::int)
           and c.feed_position < $4
           and not exists (
             select from record_changes n
             where n.kind = c.kind and n.record_id = c.record_id
               and n.feed_position > c.feed_position and n.feed_position < $4)
         order by c.feed_position, c.record_id
         limit $5`,
}

const readFirstSince = {
  name: '',
  text: `select min(c.feed_position) as position from record_changes c
         where c.kind = $1 and c.at >= $2::timestamptz - interval '${momentOverlap}'
           and c.feed_position < $3`,
}

type Beginning = { since: string; kind: string; feed: Feed }

/** Where to go on: after the place of a cursor, or before the first change since a moment. */
async function placeOf(db: Db, { since, kind, feed }: Beginning): Promise<Place> {
  if (!since.startsWith(changeCursorStart)) {
    const values = [kind, since, feed.finalPosition]
    const [first] = await rows<{ position: number | null }>(db, readFirstSince, values)
    const position = first?.position ?? feed.finalPosition
    return { position: position - 1, recordId: maxInteger }
  }
  const cursor = readCursor(since)
  if (cursor?.kind !== kind) {
    const message = 'This cursor does not belong to this list'
    throw invalid([{ path: 'updatedSince', message }])
  }
  if (cursor.database !== feed.database || (await isOfAnotherPast(db, cursor, feed))) {
    throw startAgain('The database was restored since this cursor was issued')
  }
  return cursor
}

const readLastBefore = {
  name: 'read_last_change_before',
  text: `select c.at > $3::timestamptz + interval '${clockTolerance}' as "isLater"
         from record_changes c
         where c.kind = $1 and c.feed_position <= $2
         order by c.feed_position desc limit 1`,
}

/**
 * True if the database was set back to a time before the cursor. Its transaction numbers are then
 * given out again: the cursor is ahead of them, or a change that it claims to cover is younger than
 * the cursor.
 */
async function isOfAnotherPast(db: Db, cursor: Cursor, feed: Feed): Promise<boolean> {
  if (cursor.position >= feed.finalPosition) return true
  const values = [cursor.kind, cursor.position, cursor.issuedAt]
  const [last] = await rows<{ isLater: boolean }>(db, readLastBefore, values)
  return last?.isLater ?? false
}

/** The 410 refusal for a place that this database does not have. */
export function startAgain(reason: string): Refusal {
  return new Refusal('gone', 'cursor-expired', `${reason}. Read everything again from the start`)
}

function writeCursor({ database, kind, position, recordId, issuedAt }: Cursor): string {
  const fields = JSON.stringify([database, kind, position, recordId, issuedAt])
  return changeCursorStart + Buffer.from(fields).toString('base64url')
}

/** Decodes a cursor; undefined if it is none. */
function readCursor(text: string): Cursor | undefined {
  const json = Buffer.from(text.slice(changeCursorStart.length), 'base64url').toString()
  const fields = parsed(json)
  if (!Array.isArray(fields)) return undefined
  const [database, kind, position, recordId, issuedAt] = fields as unknown[]
  const isOurs =
    typeof database === 'string' &&
    typeof kind === 'string' &&
    Number.isSafeInteger(position) &&
    Number.isSafeInteger(recordId) &&
    typeof issuedAt === 'string' &&
    !Number.isNaN(Date.parse(issuedAt))
  if (!isOurs || Math.abs(Number(recordId)) > maxInteger) return undefined
  return { database, kind, position: Number(position), recordId: Number(recordId), issuedAt }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
