import { type Day, today } from '#platform/kernel/days.ts'

/** How a part of the program is doing; `unknown` where nobody could try it yet. */
export const healthStates = ['healthy', 'degraded', 'unhealthy', 'unknown'] as const
export type HealthState = (typeof healthStates)[number]

/** What a part did when it was tried: how long it took in milliseconds, or why it failed. */
export type Outcome = { responseTime: number; error: string | null }

/**
 * Above these milliseconds a part counts as degraded. A database that stays silent for
 * `silenceMs` counts as gone.
 */
export const thresholds = { databaseMs: 250, endpointMs: 1000, silenceMs: 15_000 } as const

/** The part of the samples that is the database; every other part is the path of a call. */
export const databasePart = 'database'

/** Samples are taken this often, and kept this long. */
export const sampleEveryMs = 30_000
export const retentionDays = 7

/** A part that fails is unhealthy, one that is slower than its limit degraded. */
export function stateOf({ responseTime, error }: Outcome, limitMs: number): HealthState {
  if (error !== null) return 'unhealthy'
  return responseTime > limitMs ? 'degraded' : 'healthy'
}

const badness: Record<HealthState, number> = { healthy: 0, unknown: 0, degraded: 1, unhealthy: 2 }

/** The worst of some states; unknown where nothing is known. */
export function worstOf(states: readonly HealthState[]): HealthState {
  const known = states.filter((state) => state !== 'unknown')
  const worst = known.toSorted((a, b) => badness[b] - badness[a])[0]
  return worst ?? 'unknown'
}

/**
 * How the program as a whole is doing. Without its database, or where no call works any more, it
 * is unhealthy; where some part is slow or fails, degraded.
 */
export function overallOf(database: HealthState, calls: readonly HealthState[]): HealthState {
  if (database === 'unhealthy') return 'unhealthy'
  if (calls.length > 0 && calls.every((state) => state === 'unhealthy')) return 'unhealthy'
  const worst = worstOf([database, ...calls])
  return worst === 'unhealthy' ? 'degraded' : worst
}

/** The value that a share of all values does not exceed: `percentile(times, 0.95)`. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

/** One try of a part, as it is kept. */
export type Sample = Outcome & { part: string; status: HealthState; at: string }

type Strip = { firstAt: string | null; since: Date; now: Date; seconds: number }

/**
 * The spans of a strip, by their numbers since 1970: those `measured`, and between them and up to
 * now every other that lies wholly in its time, since the part was first checked. Before that
 * nothing is missing, and the span that is under way may still be measured.
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

/** A time in which a part did not do well. `to` is null while it lasts. */
export type Incident = {
  part: string
  from: string
  to: string | null
  status: HealthState
  cause: string
}

/** Two bad samples this far apart had a good one, or nobody, between them. */
const longestGapMs = 2.5 * sampleEveryMs

/**
 * The incidents that bad samples tell of, the latest first. The samples come by part and time; an
 * incident ends one sample after its last bad one.
 */
export function incidentsOf(bad: readonly Sample[], now: Date): Incident[] {
  const runs: Sample[][] = []
  for (const sample of bad) {
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
  const end = new Date(Date.parse(last.at) + sampleEveryMs).toISOString()
  const status = worstOf(run.map((sample) => sample.status))
  const worst = run.find((sample) => sample.status === status) ?? first
  const slowest = Math.max(...run.map((sample) => sample.responseTime))
  const cause = worst.error ?? `Slow: up to ${slowest} ms`
  return [{ part: first.part, from: first.at, to: isOver ? end : null, status, cause }]
}

/** What was noted about a part. `until` is when it did well again, null where it has not yet. */
export type Noted = { part: string; beganAt: string; until: string | null }

/**
 * The note on an incident, the latest where there are several. One that began before the samples
 * that were read, since `since`, has the note of its beginning.
 */
export function noteOf<N extends Noted>(
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

type Stand = {
  overall: HealthState
  database: HealthState
  /** What is wrong with the database, and with the server itself, in sentences. */
  databaseError?: string | undefined
  warnings?: readonly string[] | undefined
}

/**
 * How it stands, in one sentence: `All systems healthy`, `2 endpoints degraded`, or what is wrong
 * with the database, which comes first, and then with the server itself.
 */
export function verdictOf(
  { overall, database, databaseError, warnings = [] }: Stand,
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

/** What the last look through the history of changes says of it, in one sentence. */
export function historyStateOf(check: { faultCount: number; firstFault: string | null } | null): {
  status: HealthState
  sentence: string
} {
  if (!check) return { status: 'unknown', sentence: 'It was not checked yet' }
  const { faultCount, firstFault } = check
  if (firstFault === null) return { status: 'healthy', sentence: 'Nothing was altered' }
  const more = faultCount > 1 ? `, and ${faultCount - 1} more` : ''
  return { status: 'unhealthy', sentence: `It was altered: ${firstFault}${more}` }
}

/** At this hour of the business's night every rule of the data is looked through. */
const nightHour = 2

/** The day whose night a check belongs to: what comes before two o'clock is of the day before. */
function nightOf(moment: Date, timeZone: string): Day {
  return today(new Date(moment.getTime() - nightHour * 3_600_000), timeZone)
}

/** True where no check was made since it was last two o'clock at night in this time zone. */
export function isDataCheckDue(now: Date, timeZone: string, lastAt: string | null): boolean {
  if (lastAt === null) return true
  return nightOf(new Date(lastAt), timeZone) < nightOf(now, timeZone)
}

/** What the last look through the rules of the data says of them, in one sentence. */
export function dataStateOf(
  check: { broken: readonly { count: number | null }[]; ruleCount: number } | undefined,
): { status: HealthState; sentence: string } {
  if (!check) return { status: 'unknown', sentence: 'It was not checked yet' }
  const { broken, ruleCount } = check
  if (broken.length === 0) return { status: 'healthy', sentence: `All ${ruleCount} rules hold` }
  const unchecked = broken.filter(({ count }) => count === null).length
  const known = broken.length - unchecked
  if (known === 0) {
    const sentence = `${unchecked} of ${ruleCount} rules could not be checked`
    return { status: 'degraded', sentence }
  }
  const verb = known === 1 ? 'does' : 'do'
  const more = unchecked === 0 ? '' : `, ${unchecked} could not be checked`
  return { status: 'unhealthy', sentence: `${known} of ${ruleCount} rules ${verb} not hold${more}` }
}
