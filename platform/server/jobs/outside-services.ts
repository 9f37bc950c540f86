import { type Context, type Db, rows } from '../database/db.ts'

// What is exchanged with somebody outside (the warehouse, the mail server, a partner's folder) may
// fail in any way. While it does, its row stands in `outside_troubles`: whoever fails writes it,
// the first success takes it away, and people are told of what has lasted.

/** Whom the exchange is with, and how people are told that it has stopped. */
export type Outside = { part: string; title: string; link: string }

export type Trouble = Outside & { sentence: string; failures: number; beganAt: string }

/** After so many failures it is left alone, and tried once every so often. */
export const outsideBreaker = { failures: 5, probeSeconds: 30 } as const

/** Failures for so long, and so many of them, are no accident: people are told. */
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

/** It failed: with what sentence, and what was answered. */
export async function noteTrouble(ctx: Context, of: Outside, sentence: string): Promise<void> {
  await rows(ctx.db, note, [of.part, of.title, of.link, sentence.slice(0, 500)])
}

/** It went well. Answers whether it had failed before: then what waited may go at once. */
export async function noteWell(ctx: Context, { part }: Outside): Promise<boolean> {
  return (await rows(ctx.db, end, [part])).length > 0
}

/** Ends a trouble that nothing was heard of for so long: nobody tries it any more. */
export async function endQuietTrouble(ctx: Context, of: Outside, hours: number): Promise<void> {
  await rows(ctx.db, endQuiet, [of.part, hours])
}

/** Whether it failed so often that it is left alone for now. */
export async function isResting(ctx: Context, { part }: Outside): Promise<boolean> {
  return (await rows(ctx.db, readResting, [part])).length > 0
}

/** What has not gone on for minutes, the longest first. */
export function lastingTroubles(db: Db): Promise<Trouble[]> {
  return rows<Trouble>(db, readLasting)
}

/** An answer in short, as a person is shown it. */
export function seen(answer: string): string {
  const short = answer.trim().replaceAll(/\s+/g, ' ')
  if (short === '') return 'an empty answer'
  return short.length > 120 ? `“${short.slice(0, 120)}…”` : `“${short}”`
}
