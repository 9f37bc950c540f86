import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import type { WmsRun } from '../../contract.ts'
import type { Job, Progress } from '../../rules.ts'
import { runList } from '../store.ts'

const addRun = {
  name: 'add_wms_run',
  text: `insert into wms_runs (job, started_from, started_by) values ($1, $2, $3)
         on conflict (job) where state = 'waiting' do nothing
         returning id`,
}
const findWaiting = {
  name: 'find_waiting_wms_run',
  text: `select id from wms_runs where job = $1 and state = 'waiting'`,
}

export type StartedFrom = 'person' | 'schedule' | 'webhook'

/**
 * Queues a run, unless one of the same job is waiting. Returns the waiting run. Throws 409 if that
 * run has just started.
 */
export async function startWmsRun(
  ctx: Context,
  job: Job,
  startedFrom: StartedFrom,
): Promise<WmsRun> {
  return inTransaction(ctx, async (inner) => {
    const values = [job, startedFrom, inner.user?.id ?? null]
    const [added] = await rows<{ id: number }>(inner.db, addRun, values)
    if (added && startedFrom === 'person') {
      await record(inner, [{ entity: 'wms', entityId: 1, action: `run ${job}` }])
    }
    const [found] = added ? [added] : await rows<{ id: number }>(inner.db, findWaiting, [job])
    if (!found) throw new Refusal('conflict', 'run-began', 'This has just started. Try again')
    return readWmsRun(inner, found.id)
  })
}

/** Reads a run. Throws 404 if there is none. */
export async function readWmsRun(ctx: Context, id: number): Promise<WmsRun> {
  const run = await readOne<WmsRun>(ctx.db, runList, { id })
  if (!run) throw missing('That run')
  return run
}

/** Lists the runs, one page at a time. */
export function listWmsRuns(ctx: Context, query: ListQuery) {
  return readList<WmsRun>(ctx.db, runList, query)
}

const readOpen = {
  name: 'read_open_wms_run',
  text: `select id from wms_runs where state in ('running', 'waiting')
         order by state, id limit 1`,
}

/** Returns the running run, or else the next waiting one; null if there is none. */
export async function openRun(ctx: Context): Promise<WmsRun | null> {
  const [open] = await rows<{ id: number }>(ctx.db, readOpen)
  return open ? readWmsRun(ctx, open.id) : null
}

const requestCancel = {
  name: 'ask_to_cancel_wms_run',
  text: `update wms_runs
         set is_cancel_asked = true,
             state = case when state = 'waiting' then 'cancelled' else state end,
             ended_at = case when state = 'waiting' then now() end
         where id = $1 and state in ('waiting', 'running')
         returning id`,
}

/** Cancels a waiting run, or a running one after its current batch. Throws 409 if it has ended. */
export function cancelWmsRun(ctx: Context, id: number): Promise<WmsRun> {
  return inTransaction(ctx, async (inner) => {
    const run = await readWmsRun(inner, id)
    const [requested] = await rows(inner.db, requestCancel, [id])
    if (!requested) {
      const sentence = `This run is ${run.state}, so it cannot be cancelled`
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    await record(inner, [{ entity: 'wms', entityId: 1, action: `cancel ${run.job}` }])
    return readWmsRun(inner, id)
  })
}

// --- writes of the worker that executes a run ---

const leaseSeconds = 60

const lockRuns = {
  name: 'take_turn_for_wms_run',
  text: 'select pg_advisory_xact_lock(727276)',
}
const claim = {
  name: 'claim_wms_run',
  text: `update wms_runs
         set state = 'running', started_at = coalesce(started_at, now()),
             leased_until = now() + interval '${leaseSeconds} seconds'
         where id = (select id from wms_runs
                     where state = 'waiting' or (state = 'running' and leased_until < now())
                     order by state, id limit 1)
           and not exists (select from wms_runs
                           where state = 'running' and leased_until >= now())
         returning id, job`,
}

/**
 * Claims the next run, unless one is running on any node. A run whose node has died is taken over
 * after its lease expires, so every step must be repeatable.
 */
export function claimRun(ctx: Context): Promise<{ id: number; job: Job } | undefined> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockRuns)
    const [claimedRun] = await rows<{ id: number; job: Job }>(inner.db, claim)
    return claimedRun
  })
}

const saveProgress = {
  name: 'go_on_with_wms_run',
  text: `update wms_runs
         set progress = $2::jsonb, leased_until = now() + interval '${leaseSeconds} seconds'
         where id = $1 and state = 'running'
         returning is_cancel_asked as "isCancelAsked"`,
}

/** Stores the progress of a run and renews its lease; returns true if the run must stop. */
export async function noteProgress(ctx: Context, id: number, progress: Progress): Promise<boolean> {
  const text = JSON.stringify(progress)
  const [run] = await rows<{ isCancelAsked: boolean }>(ctx.db, saveProgress, [id, text])
  return run?.isCancelAsked ?? true
}

const readMoment = { name: 'read_moment', text: 'select now() as now' }

/** The current time of the database, which all nodes share. */
export async function momentNow(ctx: Context): Promise<string> {
  const [found] = await rows<{ now: string }>(ctx.db, readMoment)
  return found?.now ?? ctx.now.toISOString()
}

const addStep = {
  name: 'add_wms_run_step',
  text: `insert into wms_run_steps
           (run_id, data_type, is_success, processed, changed, failed, error, started_at, ended_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, now())`,
}

export type Step = {
  dataType: string
  isSuccess: boolean
  processed: number
  changed: number
  failed: number
  error: string | null
  startedAt: string
}

/** Stores the result of a run for one type of data. */
export async function noteStep(ctx: Context, runId: number, step: Step): Promise<void> {
  const { dataType, isSuccess, processed, changed, failed, error, startedAt } = step
  const values = [runId, dataType, isSuccess, processed, changed, failed, error, startedAt]
  await rows(ctx.db, addStep, values)
}

const end = {
  name: 'end_wms_run',
  text: `update wms_runs set state = $2, error = $3, ended_at = now(), leased_until = null
         where id = $1`,
}

/** Stores the end of a run. */
export async function endRun(
  ctx: Context,
  id: number,
  { state, error = null }: { state: 'done' | 'failed' | 'cancelled'; error?: string | null },
): Promise<void> {
  await rows(ctx.db, end, [id, state, error])
}
