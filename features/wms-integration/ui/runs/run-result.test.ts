import { moment } from '#platform/kernel/days.ts'
import { expect, test } from 'vitest'
import type { WmsRun } from '../../contract.ts'
import type { DataType } from '../../rules.ts'
import { noticeOf, resultOf } from './run-result.ts'

type Step = WmsRun['steps'][number]

const step = (dataType: DataType, fields: Partial<Step> = {}): Step => {
  const usual = { isSuccess: true, processed: 4, changed: 1, failed: 0, error: null }
  return { dataType, ...usual, ...fields }
}
const run = (steps: Step[], fields: Partial<WmsRun> = {}): WmsRun => ({
  id: 1,
  job: 'full',
  startedFrom: 'person',
  by: 'ann',
  state: 'done',
  progress: null,
  error: null,
  isCancelAsked: false,
  createdAt: moment('2026-03-02T14:00:00.000Z'),
  startedAt: moment('2026-03-02T14:00:00.000Z'),
  endedAt: moment('2026-03-02T14:00:06.000Z'),
  steps,
  lastMessageId: null,
  ...fields,
})
const partial = { state: 'partial' } as const
const unread = step('inventory', { isSuccess: false, failed: 1, error: 'Not counted: location B' })

test('a full run without failures is reported as completed', () => {
  expect(noticeOf(run([step('customers'), step('inventory')]))).toEqual({
    title: 'Sync Completed',
    text: 'Full WMS synchronization completed successfully',
  })
})

test('a full run with a failed part or document is reported as failed, with details', () => {
  const steps = [step('customers', { failed: 1 }), step('orders', { failed: 2 }), unread]
  expect(noticeOf(run(steps, partial))).toEqual({
    title: 'Sync Failed',
    text: 'Failed to complete WMS synchronization',
    tone: 'danger',
    detail:
      'Customer Data: 1 document failed. Sales Orders: 2 documents failed. ' +
      'Inventory Levels: Not counted: location B. Everything else was exchanged',
  })
})

test('a single job that failed in part is reported as failed, without mentioning a rest', () => {
  const error = 'This count would set 2 of 4 SKUs in stock to zero (50%)'
  const parked = { isSuccess: false, processed: 0, changed: 0, failed: 1, error }
  const steps = [step('inventory', parked)]
  expect(noticeOf(run(steps, { job: 'inventory', ...partial }))).toEqual({
    title: 'Import Inventory Data Failed',
    text: 'Failed to complete WMS synchronization',
    tone: 'danger',
    detail: `Inventory Levels: ${error}`,
  })
})

test('a failed run reports its error, and a cancelled run that it was cancelled', () => {
  const error = 'The warehouse did not respond within 10 s'
  expect(noticeOf(run([], { state: 'failed', error }))).toEqual({
    title: 'Sync Failed',
    text: 'Failed to complete WMS synchronization',
    tone: 'danger',
    detail: error,
  })
  expect(noticeOf(run([], { state: 'cancelled' })).title).toBe('Sync Cancelled')
})

test('the result line lists what a run did, and the errors of its parts', () => {
  expect(resultOf(run([step('customers'), step('orders', { processed: 1236 })]))).toBe(
    '1,240 records checked, 2 sent or changed',
  )
  expect(resultOf(run([step('customers', { failed: 2 }), unread], partial))).toBe(
    '8 records checked, 2 sent or changed, 3 failed. Inventory Levels: Not counted: location B',
  )
})
