import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Notice, notify } from '#platform/ui/toast.ts'
import { newIdempotencyKey } from '#platform/web/api.ts'
import { ApiError, send } from '#platform/web/send.ts'
import { cancelWmsRun, readWmsRun, startWmsRun, type WmsRun } from './contract.ts'
import type { Job } from './rules.ts'
import { counted, jobNames } from './words.ts'

const lookEveryMs = 400
/** A sync is seen for so long at least, so that nobody wonders whether it happened. */
const shownAtLeastMs = 3000

/** A job of the exchange: starts it, follows it to its end, and says how that was. */
export function useJob(job: Job) {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const [run, setRun] = useState<WmsRun>()
  const start = async () => {
    if (isRunning) return
    setIsRunning(true)
    const began = performance.now()
    try {
      const ended = await follow(await begin(job), setRun)
      if (job === 'full') await rest(shownAtLeastMs - (performance.now() - began))
      setRun(ended)
      notify(noticeOf(ended))
    } catch (error) {
      const detail = error instanceof ApiError ? error.sentence : String(error)
      if (job === 'full') await rest(shownAtLeastMs - (performance.now() - began))
      notify({ ...failure(job), detail })
    }
    setIsRunning(false)
    // Stock, orders and problems may all be different now.
    await client.invalidateQueries()
  }
  const cancel = async () => {
    if (!run) return
    await send(cancelWmsRun, { params: { id: run.id } }).catch(() => undefined)
  }
  return { start: () => void start(), cancel: () => void cancel(), isRunning, run }
}

function begin(job: Job): Promise<WmsRun> {
  return send(startWmsRun, { body: { job }, idempotencyKey: newIdempotencyKey() })
}

async function follow(first: WmsRun, tell: (run: WmsRun) => void): Promise<WmsRun> {
  let run = first
  while (run.state === 'waiting' || run.state === 'running') {
    tell(run)
    await rest(lookEveryMs)
    run = await send(readWmsRun, { params: { id: run.id } })
  }
  return run
}

function rest(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, forMs)))
}

function noticeOf(run: WmsRun): Notice {
  if (run.state === 'cancelled') {
    return { title: 'Sync Cancelled', text: 'What was exchanged before stays' }
  }
  if (run.state === 'failed') {
    return { ...failure(run.job), ...(run.error ? { detail: run.error } : {}) }
  }
  if (run.job === 'full') {
    return { title: 'Sync Completed', text: 'Full WMS synchronization completed successfully' }
  }
  return { title: 'Success', text: `${jobNames[run.job]}: ${resultOf(run)}` }
}

function failure(job: Job): Notice {
  const text = 'Failed to complete WMS synchronization'
  const title = job === 'full' ? 'Sync Failed' : `${jobNames[job]} Failed`
  return { title, text, tone: 'danger' }
}

/** What a run has done, in one line. */
export function resultOf({ steps, state, error }: WmsRun): string {
  if (state === 'failed') return error ?? 'It failed'
  const sum = (pick: (step: WmsRun['steps'][number]) => number) =>
    steps.reduce((total, step) => total + pick(step), 0)
  const failed = sum((step) => step.failed)
  const parts = [
    `${counted(
      sum((step) => step.processed),
      'record',
    )} looked at`,
    `${sum((step) => step.changed).toLocaleString('en-US')} sent or changed`,
    failed > 0 ? `${failed.toLocaleString('en-US')} failed` : '',
  ]
  return parts.filter(Boolean).join(', ')
}
