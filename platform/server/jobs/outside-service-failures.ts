import { type Context, type Db, rows } from '../database/db.ts'

// Exchanges with external systems (the warehouse, the mail server, a partner's folder) may fail in
// any way. A failing one has a row in `outside_troubles`: each failure updates it, the first
// success deletes it, and users are notified of failures that last.

/** An external service, and how its failure is shown to users. */
export type OutsideService = { part: string; title: string; link: string }

export type ServiceFailure = OutsideService & {
  sentence: string
  failures: number
  beganAt: string
}

/** A circuit breaker: after `failures` failures, retries only every `probeSeconds` seconds. */
export const outsideBreaker = { failures: 5, probeSeconds: 30 } as const

/** Users are notified after this many failures over this many seconds. */
const lastingSeconds = 120
export const lastingFailures = 3

const insertFailure = {
  name: 'note_outside_trouble',
  text: `insert into outside_troubles (part, title, link, sentence) values ($1, $2, $3, $4)
         on conflict (part) do update
           set failures = outside_troubles.failures + 1, sentence = excluded.sentence,
               last_at = now()`,
}
const deleteFailure = {
  name: 'end_outside_trouble',
  text: 'delete from outside_troubles where part = $1 returning failures',
}
const deleteStale = {
  name: 'end_quiet_outside_trouble',
  text: `delete from outside_troubles
         where part = $1 and last_at < now() - make_interval(hours => $2)`,
}
const readOpenBreaker = {
  name: 'read_outside_resting',
  text: `select from outside_troubles
         where part = $1 and failures >= ${outsideBreaker.failures}
           and last_at > now() - make_interval(secs => ${outsideBreaker.probeSeconds})`,
}
const readLasting = {
  name: 'read_lasting_outside_troubles',
  text: `select part, title, link, sentence, failures, began_at as "beganAt"
         from outside_troubles
         where failures >= ${lastingFailures}
           and began_at <= now() - make_interval(secs => ${lastingSeconds})
         order by began_at, part`,
}

/** Records a failure with its error message. */
export async function recordFailure(
  ctx: Context,
  of: OutsideService,
  sentence: string,
): Promise<void> {
  await rows(ctx.db, insertFailure, [of.part, of.title, of.link, sentence.slice(0, 500)])
}

/**
 * Records a success. Returns true if the service had failed before, so that waiting work can run at
 * once.
 */
export async function recordSuccess(ctx: Context, { part }: OutsideService): Promise<boolean> {
  return (await rows(ctx.db, deleteFailure, [part])).length > 0
}

/**
 * Deletes a failure without any attempt for `hours` hours, because the service is no longer used.
 */
export async function deleteStaleFailure(
  ctx: Context,
  of: OutsideService,
  hours: number,
): Promise<void> {
  await rows(ctx.db, deleteStale, [of.part, hours])
}

/** True if the circuit breaker is open. */
export async function isBreakerOpen(ctx: Context, { part }: OutsideService): Promise<boolean> {
  return (await rows(ctx.db, readOpenBreaker, [part])).length > 0
}

/** Failures that have lasted for minutes, the oldest first. */
export function listLastingFailures(db: Db): Promise<ServiceFailure[]> {
  return rows<ServiceFailure>(db, readLasting)
}

/** Shortens a response for display. */
export function excerpt(answer: string): string {
  const short = answer.trim().replaceAll(/\s+/g, ' ')
  if (short === '') return 'an empty answer'
  return short.length > 120 ? `“${short.slice(0, 120)}…”` : `“${short}”`
}
