import { expect, test } from 'vitest'
import { stepsOf } from './status-steps.ts'

const by = (toStatus: string, actor: string) => ({ toStatus, actor, at: '2026-03-01T10:00:00Z' })
const sequence = ['pending', 'processing', 'shipped', 'delivered']
const summarize = (steps: ReturnType<typeof stepsOf>) =>
  steps.map(({ status, state, by: change }) => [status, state, change?.actor])

test('done, current and future steps, each with its user', () => {
  const changes = [by('processing', 'wim'), by('pending', 'ann')]
  expect(summarize(stepsOf({ status: 'processing', sequence }, changes))).toEqual([
    ['pending', 'done', 'ann'],
    ['processing', 'now', 'wim'],
    ['shipped', 'ahead', undefined],
    ['delivered', 'ahead', undefined],
  ])
})

test('a reverted step is a future one again, without a user', () => {
  const changes = [by('pending', 'eve'), by('processing', 'wim'), by('pending', 'ann')]
  expect(summarize(stepsOf({ status: 'pending', sequence }, changes)).slice(0, 2)).toEqual([
    ['pending', 'now', 'eve'],
    ['processing', 'ahead', undefined],
  ])
})

test('a cancelled order ends at the step it reached', () => {
  const changes = [by('cancelled', 'eve'), by('pending', 'ann')]
  expect(summarize(stepsOf({ status: 'cancelled', sequence }, changes))).toEqual([
    ['pending', 'done', 'ann'],
    ['cancelled', 'cancelled', 'eve'],
  ])
})
