import { type Day, today, type Moment, moment } from '#platform/kernel/days.ts'

/** The health of a part of the program; `unknown` before its first test. */
export const healthStates = ['healthy', 'degraded', 'unhealthy', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

/** The outcome of a test: its response time in milliseconds, and its error if it failed. */
export type Outcome = { responseTime: number; error: string | null }

/**
 * Slower parts count as degraded. A database that is silent for `silenceMs` counts as unavailable.
 */
export const thresholds = { databaseMs: 250, endpointMs: 1000, silenceMs: 15_000 } as const

/** The part name of the database; any other part is the path of a call. */
export const databasePart = 'database'

/** Sampling interval and retention. */
export const sampleEveryMs = 30_000
export const retentionDays = 7

/** A part that fails is unhealthy; one slower than its limit is degraded. */
export function stateOf({ responseTime, error }: Outcome, limitMs: number): HealthState {
  if (error !== null) return 'unhealthy'
  return responseTime > limitMs ? 'degraded' : 'healthy'
}

const badness: Record<HealthState, number> = { healthy: 0, unknown: 0, degraded: 1, unhealthy: 2 }

/** The worst of the given states; unknown if none is known. */
export function worstOf(states: readonly HealthState[]): HealthState {
  const known = states.filter((state) => state !== 'unknown')
  const worst = known.toSorted((a, b) => badness[b] - badness[a])[0]
  return worst ?? 'unknown'
}

/**
 * The overall state: unhealthy if the database is unhealthy or every call fails, degraded if any
 * part is slow or fails.
 */
export function overallOf(database: HealthState, calls: readonly HealthState[]): HealthState {
  if (database === 'unhealthy') return 'unhealthy'
  if (calls.length > 0 && calls.every((state) => state === 'unhealthy')) return 'unhealthy'
  const worst = worstOf([database, ...calls])
  return worst === 'unhealthy' ? 'degraded' : worst
}

/** The percentile of some values: `percentile(times, 0.95)`; null for an empty list. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

/** One stored test of a part. */
export type Sample = Outcome & { part: string; status: HealthState; at: Moment }

type Strip = { firstAt: Moment | null; since: Date; now: Date; seconds: number }

/**
 * The spans of a strip, as numbers since 1970: those in `measured` plus the unmeasured ones from
 * the part's first check until now. Spans before the first check and the span in progress do not
 * count as gaps.
 */
export function spansOfStrip(
  measured: readonly number[],
  { firstAt, since, now, seconds }: Strip,
): number[] {
  const found = new Set(measured)
  if (firstAt !== null) {
    const spanMs = seconds * 1000
    const first = Math.max(
      Math.ceil(since.getTime() / spanMs),
      Math.floor(Date.parse(firstAt) / spanMs),
    )
    const current = Math.floor(now.getTime() / spanMs)
    for (let span = first; span < current; span++) found.add(span)
  }
  return [...found].toSorted((a, b) => a - b)
}

/** A period in which a part was not healthy. `to` is null while it lasts. */
export type Incident = {
  part: string
  from: Moment
  to: Moment | null
  status: HealthState
  cause: string
}

/** A longer gap between two bad samples means a good sample, or no sampling, in between. */
const longestGapMs = 2.5 * sampleEveryMs

/**
 * Groups bad samples into incidents, the latest first. The samples must be sorted by part and time;
 * an incident ends one sampling interval after its last bad sample.
 */
export function incidentsOf(unhealthySamples: readonly Sample[], now: Date): Incident[] {
  const runs: Sample[][] = []
  for (const sample of unhealthySamples) {
    const last = runs.at(-1)?.at(-1)
    const isNext = last?.part === sample.part && msBetween(last.at, sample.at) <= longestGapMs
    if (isNext) runs.at(-1)?.push(sample)
    else runs.push([sample])
  }
  const found = runs.flatMap((run) => incidentOf(run, now))
  return found.toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? 1 : -1))
}

function incidentOf(run: readonly Sample[], now: Date): Incident[] {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last) return []
  const isOver = now.getTime() - Date.parse(last.at) > longestGapMs
  const end = moment(new Date(Date.parse(last.at) + sampleEveryMs))
  const status = worstOf(run.map((sample) => sample.status))
  const worst = run.find((sample) => sample.status === status) ?? first
  const slowest = Math.max(...run.map((sample) => sample.responseTime))
  const cause = worst.error ?? `Slow: up to ${slowest} ms`
  return [{ part: first.part, from: first.at, to: isOver ? end : null, status, cause }]
}

/** A note on a part. `until` is when the part recovered, null if it has not. */
export type IncidentNoteKey = { part: string; beganAt: string; until: string | null }

/**
 * Finds the latest note on an incident. An incident that began before `since`, the start of the
 * loaded samples, matches the note on its beginning.
 */
export function noteOf<N extends IncidentNoteKey>(
  { part, from, to }: Pick<Incident, 'part' | 'from' | 'to'>,
  notes: readonly N[],
  since: Date,
): N | undefined {
  const own = notes.filter((note) => note.part === part)
  const latest = own.toSorted((one, other) => (one.beganAt < other.beganAt ? 1 : -1))
  const within = latest.find(({ beganAt }) => beganAt >= from && (to === null || beganAt <= to))
  const isCut = Date.parse(from) - since.getTime() <= longestGapMs
  if (within || !isCut) return within
  return latest.find(({ beganAt, until }) => beganAt < from && (until === null || until > from))
}

function msBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from)
}

type NamedCheck = { name: string; status: HealthState }

type HealthFacts = {
  overall: HealthState
  database: HealthState
  /** Problems of the database, and of the server itself, as sentences. */
  databaseError?: string | undefined
  warnings?: readonly string[] | undefined
}

/**
 * The overall state as one sentence: `All systems healthy`, `2 endpoints degraded`, or the problem
 * of the database first, then of the server itself.
 */
export function verdictOf(
  { overall, database, databaseError, warnings = [] }: HealthFacts,
  endpoints: readonly NamedCheck[],
): string {
  if (overall === 'healthy') return 'All systems healthy'
  if (overall === 'unknown') return 'The state of the system is not known yet'
  if (database === 'unhealthy') return databaseError ?? 'The database does not answer'
  if (warnings.length > 0) return warnings.join('. ')
  if (database === 'degraded') return 'The database is slow'
  const of = (status: HealthState) => endpoints.filter((each) => each.status === status).length
  const parts = (['unhealthy', 'degraded'] as const).flatMap((status) => {
    const count = of(status)
    return count === 0 ? [] : [`${count} ${count === 1 ? 'endpoint' : 'endpoints'} ${status}`]
  })
  return parts.join(', ')
}

/** The result of the last audit-log check as one sentence. */
export function historyStateOf(check: { faultCount: number; firstFault: string | null } | null): {
  status: HealthState
  sentence: string
} {
  if (!check) return { status: 'unknown', sentence: 'Not checked yet' }
  const { faultCount, firstFault } = check
  if (firstFault === null) return { status: 'healthy', sentence: 'No changes found' }
  const more = faultCount > 1 ? `, and ${faultCount - 1} more` : ''
  return { status: 'unhealthy', sentence: `Changes found: ${firstFault}${more}` }
}

/** Hour of the business day at which all data rules are checked. */
const nightHour = 2

/** The business day whose night a check belongs to; before 2 a.m. it is the previous day. */
function nightOf(moment: Date, timeZone: string): Day {
  return today(new Date(moment.getTime() - nightHour * 3_600_000), timeZone)
}

/** True if no check ran since the last 2 a.m. in the time zone. */
export function isDataCheckDue(now: Date, timeZone: string, lastAt: string | null): boolean {
  if (lastAt === null) return true
  return nightOf(new Date(lastAt), timeZone) < nightOf(now, timeZone)
}

/** The result of the last data check as one sentence. */
export function dataStateOf(
  check: { broken: readonly { count: number | null }[]; ruleCount: number } | undefined,
): { status: HealthState; sentence: string } {
  if (!check) return { status: 'unknown', sentence: 'Not checked yet' }
  const { broken, ruleCount } = check
  if (broken.length === 0) return { status: 'healthy', sentence: `All ${ruleCount} checks pass` }
  const unchecked = broken.filter(({ count }) => count === null).length
  const known = broken.length - unchecked
  if (known === 0) {
    const sentence = `${unchecked} of ${ruleCount} checks could not run`
    return { status: 'degraded', sentence }
  }
  const more = unchecked === 0 ? '' : `, ${unchecked} could not run`
  return { status: 'unhealthy', sentence: `${known} of ${ruleCount} checks failed${more}` }
}
