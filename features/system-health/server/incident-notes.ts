import type { Moment } from '#platform/kernel/days.ts'
import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { IncidentNote } from '../contract.ts'
import type { IncidentNoteKey } from '../rules.ts'

// Notes of administrators on incidents, identified by part and start.

/**
 * Creates or updates the note on an incident. Throws 404 if the part was healthy at that time, and
 * 412 if the note changed since it was read; version 0 means it did not exist.
 */
export function noteIncident(
  ctx: Context,
  { part, from, text }: IncidentNote,
  ifMatch: number | undefined,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    if (!inner.user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
    const [unhealthySample] = await rows(inner.db, findUnhealthySample, [part, from])
    if (!unhealthySample) throw missing('That incident')
    const [before] = await rows<StoredNote>(inner.db, lockNote, [part, from])
    if (before) guardVersion(before, ifMatch)
    const values = [part, from, text, inner.user.id]
    const [saved] = before
      ? await rows<{ id: number }>(inner.db, changeNote, values)
      : await rows<{ id: number }>(inner.db, addNote, values)
    // Another user created the first note concurrently.
    if (!saved) throw new Refusal('stale', 'stale', 'Someone else just added a note here')
    const changes = {
      part: { from: before ? part : null, to: part },
      note: { from: before?.text ?? null, to: text },
    }
    const action = before ? 'update' : 'create'
    await record(inner, [{ entity: 'incident', entityId: saved.id, action, changes }])
  })
}

export type StoredIncidentNote = IncidentNoteKey & {
  text: string
  author: string
  at: Moment
  version: number
}

/** Reads all stored notes, each with the time its part recovered. */
export function readNotes(db: Db): Promise<StoredIncidentNote[]> {
  return rows<StoredIncidentNote>(db, readAll)
}

/** Deletes the notes on incidents that began before a moment. */
export async function dropNotesBefore(db: Db, moment: Date): Promise<void> {
  await rows(db, dropNotes, [moment.toISOString()])
}

type StoredNote = { text: string; version: number }

const findUnhealthySample = {
  name: 'health_find_bad',
  text: `select id from health_samples
         where part = $1 and at = $2::timestamptz and status <> 'healthy' limit 1`,
}

const lockNote = {
  name: 'health_lock_note',
  text: `select note as text, version from incident_notes
         where part = $1 and began_at = $2::timestamptz for update`,
}

const addNote = {
  name: 'health_add_note',
  text: `insert into incident_notes (part, began_at, note, author_id)
         values ($1, $2::timestamptz, $3, $4)
         on conflict (part, began_at) do nothing
         returning id`,
}

const changeNote = {
  name: 'health_change_note',
  text: `update incident_notes
         set note = $3, author_id = $4, version = version + 1, updated_at = now()
         where part = $1 and began_at = $2::timestamptz
         returning id`,
}

const readAll = {
  name: 'health_read_notes',
  text: `select n.part, n.began_at as "beganAt", n.note as text, u.username as author,
           n.updated_at as at, n.version,
           (select min(h.at) from health_samples h
            where h.part = n.part and h.at > n.began_at and h.status = 'healthy') as until
         from incident_notes n join users u on u.id = n.author_id
         order by n.began_at desc
         limit 1000`,
}

const dropNotes = {
  name: 'health_drop_notes',
  text: 'delete from incident_notes where began_at < $1::timestamptz',
}
export const countDueNotes = {
  name: 'health_count_due_notes',
  text: `select count(*) as count, min(began_at) as oldest
         from incident_notes where began_at < $1::timestamptz`,
}
