import { type Context, type Db, rows } from '../database/db.ts'

// Exchanges with external systems (the warehouse, the mail server, a partner's folder) may fail in
// any way. A failing one has a row in `outside_troubles`: each failure updates it, the first
// success deletes it, and users are notified of failures that last.

/** An external service, and how its failure is shown to users. */
export type Outside = { part: string; title: string; link: string }

export type Trouble = Outside & { sentence: string; failures: number; beganAt: string }

/** A circuit breaker: after `failures` failures, retries only every `probeSeconds` seconds. */
export const outsideBreaker = { failures: 5, probeSeconds: 30 } as const

/** Users are notified after this many failures over this many seconds. */
const lastingSeconds = 120
export const lastingFailures = 3

const note = {
  name: 'note_outside_trouble',
  text: `insert into outside_troubles (part, title, link, sentence) values ($1, $2, $3, $4)
         on conflict (part) do update
           set failures = outside_troubles.failures + 1, sentence = excluded.sentence,
               last_at = now()`,
}
const end = {
  name: 'end_outside_trouble',
  text: 'delete from outside_troubles where part = $1 returning failures',
}
const endQuiet = {
  name: 'end_quiet_outside_trouble',
  text: `delete from outside_troubles
         where part = $1 and last_at < now() - make_interval(hours => $2)`,
}
const readResting = {
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
export async function noteTrouble(ctx: Context, of: Outside, sentence: string): Promise<void> {
  await rows(ctx.db, note, [of.part, of.title, of.link, sentence.slice(0, 500)])
}

/**
 * Records a success. Returns true if the service had failed before, so that waiting work can run at
 * once.
 */
export async function noteWell(ctx: Context, { part }: Outside): Promise<boolean> {
  return (await rows(ctx.db, end, [part])).length > 0
}

/**
 * Deletes a failure without any attempt for `hours` hours, because the service is no longer used.
 */
export async function endQuietTrouble(ctx: Context, of: Outside, hours: number): Promise<void> {
  await rows(ctx.db, endQuiet, [of.part, hours])
}

/** True if the circuit breaker is open. */
export async function isResting(ctx: Context, { part }: Outside): Promise<boolean> {
  return (await rows(ctx.db, readResting, [part])).length > 0
}

/** Failures that have lasted for minutes, the oldest first. */
export function lastingTroubles(db: Db): Promise<Trouble[]> {
  return rows<Trouble>(db, readLasting)
}

/** Shortens a response for display. */
export function seen(answer: string): string {
  const short = answer.trim().replaceAll(/\s+/g, ' ')
  if (short === '') return 'an empty answer'
  return short.length > 120 ? `“${short.slice(0, 120)}…”` : `“${short}”`
}
