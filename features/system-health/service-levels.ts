// Service levels: what the program promises of itself, measured minute by minute, and the error
// budgets that follow. Pure; the counts are read in `server/service-levels`.

/** Outcomes of a canary order; `not run` if the business lacks what an order needs. */
export const canaryStates = ['passed', 'failed', 'not run'] as const
export type CanaryState = (typeof canaryStates)[number]

/** Why a canary order was not run, or what failed. */
export const canaryReasons = [
  'no account',
  'no customer',
  'no SKU',
  'refused',
  'validation',
  'creation',
] as const
export type CanaryReason = (typeof canaryReasons)[number]

/** The window of the error budgets, and the windows of their burn rates. */
export const windowDays = 28
export type LevelSpan = '1 hour' | '6 hours' | '28 days'

/** Burn rates of a level in the last hour and in the last six. */
export type BurnRates = { hour: number; sixHours: number }

/** Minutes are kept a day longer than the window, so that the first one of it is complete. */
export const minuteDays = windowDays + 1

/**
 * The limits of speed in milliseconds, and of ages in seconds. A minute beyond its limit is bad.
 */
export const levelLimits = {
  validationMs: 500,
  creationMs: 1000,
  warehouseMs: 5000,
  messageSeconds: 300,
  driftSeconds: 86_400,
} as const

/** A service level: what is true in a good minute, and how many of 1,000 minutes may be bad. */
type ServiceLevel = { name: string; says: string; badPerThousand: number }

/**
 * The service levels. `success` levels count the minutes with an attempt; `speed` levels those in
 * which it succeeded; ages are measured every minute.
 */
export const serviceLevels = [
  { name: 'validation_success', says: 'Orders can be validated', badPerThousand: 5 },
  { name: 'validation_speed', says: 'Validation within 0.5 s', badPerThousand: 10 },
  { name: 'creation_success', says: 'Orders can be created', badPerThousand: 5 },
  { name: 'creation_speed', says: 'Creation within 1 s', badPerThousand: 10 },
  { name: 'warehouse_success', says: 'The warehouse responds', badPerThousand: 10 },
  { name: 'warehouse_speed', says: 'The warehouse responds within 5 s', badPerThousand: 50 },
  { name: 'message_age', says: 'No message waits longer than 5 minutes', badPerThousand: 10 },
  { name: 'drift_age', says: 'No stock difference is open longer than a day', badPerThousand: 50 },
] as const satisfies readonly ServiceLevel[]
export type LevelName = (typeof serviceLevels)[number]['name']
export const levelNames = serviceLevels.map(({ name }) => name)

/** Measured and bad minutes of a level in a span. */
export type LevelCount = { level: LevelName; span: LevelSpan; measured: number; bad: number }

/** The counts of a level in a span; zero before the first measurement. */
export function countOf(
  counts: readonly LevelCount[],
  level: LevelName,
  span: LevelSpan,
): Pick<LevelCount, 'measured' | 'bad'> {
  const found = counts.find((each) => each.level === level && each.span === span)
  return found ?? { measured: 0, bad: 0 }
}

/**
 * Bad minutes that the budget allows among the measured ones. At least one, so that the first bad
 * minute of a new installation does not exceed it.
 */
export function allowedBad({ measured }: { measured: number }, badPerThousand: number): number {
  return Math.max(1, (measured * badPerThousand) / 1000)
}

/** What is left of the error budget: 1 if all of it, 0 if it is used up, less if it is exceeded. */
export function budgetLeft(
  count: { measured: number; bad: number },
  badPerThousand: number,
): number {
  return 1 - count.bad / allowedBad(count, badPerThousand)
}

const spanMinutes = { '1 hour': 60, '6 hours': 360 } as const

/**
 * How many times faster than allowed the budget is used: at 1 it lasts exactly 28 days. At least a
 * quarter of the span counts as measured, so that a single bad minute after a start, or of rare
 * calls, raises no alert. Source: The Site Reliability Workbook, Alerting on SLOs.
 */
export function burnRate(
  { measured, bad }: { measured: number; bad: number },
  { badPerThousand, span }: { badPerThousand: number; span: keyof typeof spanMinutes },
): number {
  const counted = Math.max(measured, spanMinutes[span] / 4)
  return (bad * 1000) / (counted * badPerThousand)
}

/** The share of good minutes; 1 if nothing was measured. */
export function goodShare({ measured, bad }: { measured: number; bad: number }): number {
  return measured === 0 ? 1 : (measured - bad) / measured
}

/** The health of a level: unhealthy if its budget is used up, degraded if it burns fast. */
export function levelState({
  measured,
  budgetLeft: left,
  burnRates,
}: {
  measured: number
  budgetLeft: number
  burnRates: BurnRates
}): 'healthy' | 'degraded' | 'unhealthy' | 'unknown' {
  if (measured === 0) return 'unknown'
  if (left < 0) return 'unhealthy'
  return burnRates.hour > fastBurn || burnRates.sixHours > slowBurn ? 'degraded' : 'healthy'
}

/** The burn rates that use 2 % of the budget of 28 days in an hour, and 5 % in six hours. */
export const fastBurn = 13.44
export const slowBurn = 5.6

/** The start of the minute of a time, as ISO text. */
export function minuteOf(now: Date): string {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString()
}

/** Why no canary order can be run, if something is missing. */
export function missingForCanary(subject: {
  userId: number | null
  customerId: number | null
  skuId: number | null
}): CanaryReason | undefined {
  if (subject.userId === null) return 'no account'
  if (subject.customerId === null) return 'no customer'
  return subject.skuId === null ? 'no SKU' : undefined
}

const reasonTexts: Readonly<Record<CanaryReason, string>> = {
  'no account': 'there is no account yet',
  'no customer': 'there is no active customer',
  'no SKU': 'there is no active SKU with a price',
  refused: 'a business rule refused it',
  validation: 'order validation failed',
  creation: 'order creation failed',
}

type CanaryFacts = {
  state: CanaryState
  reason: CanaryReason | null
  code: string | null
  at: string | null
  validationMs: number | null
  creationMs: number | null
}

/** The state of the canary order, which screens call test order, with the health it shows. */
export function canarySentence({ state, reason, code, at, ...times }: CanaryFacts): {
  status: 'healthy' | 'unhealthy' | 'unknown'
  sentence: string
} {
  if (at === null) return { status: 'unknown', sentence: 'No test order yet' }
  if (state === 'passed') {
    const { validationMs, creationMs } = times
    const steps = `validated in ${validationMs ?? 0} ms, created in ${creationMs ?? 0} ms`
    const sentence = `The test order passed: ${steps}`
    return { status: 'healthy', sentence }
  }
  const why = `${reasonTexts[reason ?? 'creation']}${code === null ? '' : ` (${code})`}`
  if (state === 'failed') {
    return { status: 'unhealthy', sentence: `The test order failed: ${why}` }
  }
  return { status: 'unknown', sentence: `The test order was not run: ${why}` }
}
