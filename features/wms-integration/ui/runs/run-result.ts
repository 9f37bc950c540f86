import type { Notice } from '#platform/ui/notices/toast.ts'
import type { WmsRun } from '../../contract.ts'
import type { Job } from '../../rules.ts'
import { counted, dataTypeNames, jobNames } from '../../labels.ts'

// The result of a run, and the notice at its end.

type Step = WmsRun['steps'][number]

/** The notice at the end of a run: a success only if nothing failed. */
export function noticeOf(run: WmsRun): Notice {
  if (run.state === 'cancelled') {
    return { title: 'Sync Cancelled', text: 'Data exchanged so far is kept' }
  }
  if (run.state === 'partial') return { ...failureOf(run.job), detail: whatFailed(run) }
  if (run.state === 'failed') {
    return { ...failureOf(run.job), ...(run.error ? { detail: run.error } : {}) }
  }
  if (run.job === 'full') {
    return { title: 'Sync Completed', text: 'Full WMS synchronization completed successfully' }
  }
  return { title: 'Success', text: `${jobNames[run.job]}: ${resultOf(run)}` }
}

/** The notice of a failed job; the reason goes into its detail. */
export function failureOf(job: Job): Notice {
  const text = 'Failed to complete WMS synchronization'
  const title = job === 'full' ? 'Sync Failed' : `${jobNames[job]} Failed`
  return { title, text, tone: 'danger' }
}

/** The result of a run in one line, with the errors of its parts. */
export function resultOf({ steps, state, error }: WmsRun): string {
  if (state === 'failed') return error ?? 'Failed'
  const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0)
  const failed = sum((step) => step.failed)
  const checkedText = counted(
    sum((step) => step.processed),
    'record',
  )
  const parts = [
    `${checkedText} checked`,
    `${sum((step) => step.changed).toLocaleString('en-US')} sent or changed`,
    failed > 0 ? `${failed.toLocaleString('en-US')} failed` : '',
  ]
  const errors = steps.flatMap((step) => (step.error === null ? [] : [partText(step, step.error)]))
  return [parts.filter(Boolean).join(', '), ...errors].join('. ')
}

/** The failed parts with their reasons, and whether the rest was exchanged. */
function whatFailed({ steps }: WmsRun): string {
  const failed = steps.filter((step) => !step.isSuccess || step.failed > 0)
  const hasSuccesses = steps.some(({ processed, failed: without }) => processed > without)
  const sentences = failed.map((step) => partText(step, step.error ?? countOf(step)))
  return [...sentences, ...(hasSuccesses ? ['Everything else was exchanged'] : [])].join('. ')
}

function partText({ dataType }: Step, what: string): string {
  return `${dataTypeNames[dataType]}: ${what}`
}

/** `2 documents failed`; for a count, the failed items are records. */
function countOf({ dataType, failed }: Step): string {
  if (failed === 0) return 'not exchanged'
  return `${counted(failed, dataType === 'inventory' ? 'record' : 'document')} failed`
}
