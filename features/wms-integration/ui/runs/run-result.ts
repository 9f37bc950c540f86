import type { Notice } from '#platform/ui/notices/toast.ts'
import type { WmsRun } from '../../contract.ts'
import type { Job } from '../../rules.ts'
import { counted, dataTypeNames, jobNames } from '../../labels.ts'

// What a run has done, and how a person is told of its end.

type Step = WmsRun['steps'][number]

/** The notice at the end of a run: only where nothing of it failed it is called successful. */
export function noticeOf(run: WmsRun): Notice {
  if (run.state === 'cancelled') {
    return { title: 'Sync Cancelled', text: 'What was exchanged before stays' }
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

/** That a job was not successful; why is for its detail. */
export function failureOf(job: Job): Notice {
  const text = 'Failed to complete WMS synchronization'
  const title = job === 'full' ? 'Sync Failed' : `${jobNames[job]} Failed`
  return { title, text, tone: 'danger' }
}

/** What a run has done, in one line, with what its parts could not do. */
export function resultOf({ steps, state, error }: WmsRun): string {
  if (state === 'failed') return error ?? 'It failed'
  const sum = (pick: (step: Step) => number) => steps.reduce((total, step) => total + pick(step), 0)
  const failed = sum((step) => step.failed)
  const looked = counted(
    sum((step) => step.processed),
    'record',
  )
  const parts = [
    `${looked} looked at`,
    `${sum((step) => step.changed).toLocaleString('en-US')} sent or changed`,
    failed > 0 ? `${failed.toLocaleString('en-US')} failed` : '',
  ]
  const errors = steps.flatMap((step) => (step.error === null ? [] : [partText(step, step.error)]))
  return [parts.filter(Boolean).join(', '), ...errors].join('. ')
}

/** Which parts failed and why, and that the rest was exchanged where there was any. */
function whatFailed({ steps }: WmsRun): string {
  const failed = steps.filter((step) => !step.isSuccess || step.failed > 0)
  const hasRest = steps.some(({ processed, failed: without }) => processed > without)
  const sentences = failed.map((step) => partText(step, step.error ?? countOf(step)))
  return [...sentences, ...(hasRest ? ['The rest was exchanged'] : [])].join('. ')
}

function partText({ dataType }: Step, what: string): string {
  return `${dataTypeNames[dataType]}: ${what}`
}

/** `2 documents failed`; of a count lines fail as well. */
function countOf({ dataType, failed }: Step): string {
  if (failed === 0) return 'not exchanged'
  return `${counted(failed, dataType === 'inventory' ? 'record' : 'document')} failed`
}
