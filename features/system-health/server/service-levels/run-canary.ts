import {
  type CanaryStep,
  findCanarySubject,
  tryCanaryOrder,
} from '#features/order-entry/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import { pgErrorOf } from '#platform/server/database/pg-errors.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { minuteOf, missingForCanary } from '../../service-levels.ts'
import {
  type CanaryResult,
  claimCanaryMinute,
  insertFailedMinutes,
  insertMinute,
  measureSystem,
  type MinuteRow,
} from './level-store.ts'

export { deleteOldServiceMinutes, minuteRetention } from './level-store.ts'

/** More often than once a minute, so that no minute is skipped; each one is claimed only once. */
const canaryEveryMs = 15_000
/** Minutes without a database that a node remembers, to store them as failures afterwards. */
const maxMissed = 1440

/** The job that runs a canary order every minute, on one node of all, and counts the levels. */
export function canaryJobs(): Job[] {
  const missed = new Set<string>()
  return [{ name: 'canary', everyMs: canaryEveryMs, run: (ctx) => runCanary(ctx, missed) }]
}

/**
 * Runs the canary order of this minute, unless a node has done so, and stores its result with the
 * other measurements. Throws the error of a failed step after it is stored, so that the log has it.
 * A minute in which the database cannot be reached is added to `missed`, and stored as a failure
 * when it can be reached again.
 */
export async function runCanary(ctx: Context, missed: Set<string>): Promise<void> {
  const minute = minuteOf(ctx.now)
  let failure: unknown
  try {
    // This minute can still be measured, by this node or by another one.
    const minutes = [...missed].filter((each) => each < minute)
    await insertFailedMinutes(ctx, minutes)
    for (const each of minutes) missed.delete(each)
    if (!(await claimCanaryMinute(ctx, minute))) return
    failure = await measureMinute(ctx, minute)
  } catch (error) {
    if (missed.size < maxMissed) missed.add(minute)
    throw error
  }
  if (failure === undefined) return
  throw failure instanceof Error ? failure : new Error('A step failed', { cause: failure })
}

/** Measures and stores a minute. Returns the error of a step that failed. */
async function measureMinute(ctx: Context, minute: string): Promise<unknown> {
  const system = await measureSystem(ctx, minute)
  const { userId, customerId, skuId } = await findCanarySubject(ctx)
  if (userId === null || customerId === null || skuId === null) {
    const reason = missingForCanary({ userId, customerId, skuId }) ?? null
    await insertMinute(ctx, { minute, ...system, ...notRun }, { ...noResult, reason })
    return undefined
  }
  const steps = await tryCanaryOrder(ctx, { userId, customerId, skuId })
  const row: MinuteRow = { minute, ...system, ...measuredSteps(steps) }
  await insertMinute(ctx, row, resultOf(steps))
  return steps.validation.error ?? steps.creation.error
}

type MeasuredSteps = Pick<
  MinuteRow,
  'validationMs' | 'validationFailed' | 'creationMs' | 'creationFailed'
>

const notRun: MeasuredSteps = {
  validationMs: null,
  validationFailed: false,
  creationMs: null,
  creationFailed: false,
}

const noResult: CanaryResult = {
  state: 'not run',
  reason: null,
  code: null,
  validationMs: null,
  creationMs: null,
}

type Steps = { validation: CanaryStep; creation: CanaryStep }

/** What a minute stores of the steps. A step that a business rule refused was not measured. */
function measuredSteps({ validation, creation }: Steps): MeasuredSteps {
  return {
    validationMs: measuredMs(validation),
    validationFailed: validation.error !== undefined,
    creationMs: measuredMs(creation),
    creationFailed: creation.error !== undefined,
  }
}

function measuredMs({ tookMs, refusal }: CanaryStep): number | null {
  return refusal === undefined ? tookMs : null
}

/** The result that is shown: the first step that failed or was refused, or that both passed. */
function resultOf({ validation, creation }: Steps): CanaryResult {
  const times = { validationMs: measuredMs(validation), creationMs: measuredMs(creation) }
  if (validation.error !== undefined) {
    return { ...times, state: 'failed', reason: 'validation', code: codeOf(validation.error) }
  }
  if (creation.error !== undefined) {
    return { ...times, state: 'failed', reason: 'creation', code: codeOf(creation.error) }
  }
  const refusal = validation.refusal ?? creation.refusal
  if (refusal !== undefined) {
    return { ...times, state: 'not run', reason: 'refused', code: refusal }
  }
  return { ...times, state: 'passed', reason: null, code: null }
}

/** The SQLSTATE of an error of the database. Other errors are only in the log. */
function codeOf(error: unknown): string | null {
  return pgErrorOf(error)?.code ?? null
}
