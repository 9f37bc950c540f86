import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Notice, notify } from '#platform/ui/notices/toast.ts'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { cancelWmsRun, readWmsRun, startWmsRun, type WmsRun } from '../../contract.ts'
import type { Job } from '../../rules.ts'
import { failureOf, noticeOf } from './run-result.ts'

const pollEveryMs = 400
/** Minimum time that a sync is shown as running, so that users notice it. */
const minVisibleMs = 3000

/** Without answers from the server, polls less often, and stops after a minute. */
const lostEveryMs = 2000
const answerWithinMs = 10_000
const lostAfterMs = 60_000

const lost: Notice = {
  title: 'Server Not Reached',
  text: 'The server cannot be reached. The run may continue',
  detail: 'Check the result under Data Flow later',
  tone: 'danger',
}

/** Starts a job, polls it until it ends, and shows a notice of its result. */
export function useJob(job: Job) {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const [run, setRun] = useState<WmsRun>()
  const start = async () => {
    if (isRunning) return
    setIsRunning(true)
    const began = performance.now()
    try {
      const ended = await follow(await startJob(job), setRun)
      if (job === 'full') await delay(minVisibleMs - (performance.now() - began))
      setRun(ended)
      notify(ended ? noticeOf(ended) : lost)
    } catch (error) {
      const detail = error instanceof ApiError ? error.sentence : String(error)
      if (job === 'full') await delay(minVisibleMs - (performance.now() - began))
      notify({ ...failureOf(job), detail })
    }
    setIsRunning(false)
    // Stock, orders and problems may all have changed.
    await client.invalidateQueries()
  }
  const cancel = async () => {
    if (!run) return
    await send(cancelWmsRun, { params: { id: run.id } }).catch(() => undefined)
  }
  return { start: () => void start(), cancel: () => void cancel(), isRunning, run }
}

function startJob(job: Job): Promise<WmsRun> {
  return send(startWmsRun, { body: { job }, idempotencyKey: newIdempotencyKey() })
}

/**
 * Polls a run until it ends. Tolerates lost answers; returns undefined after a minute without one,
 * while the run may still be in progress.
 */
async function follow(
  first: WmsRun,
  onProgress: (run: WmsRun) => void,
): Promise<WmsRun | undefined> {
  let run = first
  let lostSince: number | undefined
  while (run.state === 'waiting' || run.state === 'running') {
    onProgress(run)
    await delay(lostSince === undefined ? pollEveryMs : lostEveryMs)
    try {
      run = await readJob(run)
      lostSince = undefined
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      lostSince ??= performance.now()
      if (performance.now() - lostSince >= lostAfterMs) return undefined
    }
  }
  return run
}

function readJob({ id }: WmsRun): Promise<WmsRun> {
  return send(readWmsRun, { params: { id }, signal: AbortSignal.timeout(answerWithinMs) })
}

/** True if the server did not respond in time, or responded with a server error. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0 || error.status >= 500
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function delay(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, forMs)))
}
