import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from '../jobs/batcher.ts'
import { checkDeadline, createDeadlineWrapper } from './request-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})
const atOnce = async () => {}

/** The outcome of a promise so far. */
function watch(work: Promise<unknown>): { outcome: string } {
  const watched = { outcome: 'waiting' }
  work.then(
    (value) => (watched.outcome = `did ${String(value)}`),
    (error: { code: string }) => (watched.outcome = error.code),
  )
  return watched
}

/** Work in three steps of five seconds each that records the started steps. */
function stepsInto(begun: string[]) {
  return async () => {
    for (const step of ['one', 'two', 'three']) {
      checkDeadline()
      begun.push(step)
      await new Promise((resolve) => setTimeout(resolve, 5000))
    }
    return 'all'
  }
}

test('P07 fails after seven seconds on a slow database and skips the remaining steps', async () => {
  const begun: string[] = []
  const request = watch(createDeadlineWrapper(never)(stepsInto(begun)))
  await vi.advanceTimersByTimeAsync(6999)
  expect(request.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(request.outcome).toBe('overloaded')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual(['one', 'two'])
})

test('P07 the time of a slow authentication counts toward the limit', async () => {
  const begun: string[] = []
  const request = watch(createDeadlineWrapper(never)(stepsInto(begun), 4000))
  await vi.advanceTimersByTimeAsync(2999)
  expect(request.outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(request.outcome).toBe('overloaded')
  expect(begun).toEqual(['one'])
})

test('long work on a fast database finishes', async () => {
  const begun: string[] = []
  const request = watch(createDeadlineWrapper(atOnce)(stepsInto(begun)))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(request.outcome).toBe('did all')
  expect(begun).toEqual(['one', 'two', 'three'])
})

test('detects within two seconds that the database becomes slow or fails', async () => {
  let probe: () => Promise<unknown> = atOnce
  const request = watch(createDeadlineWrapper(() => probe())(never))
  await vi.advanceTimersByTimeAsync(9500)
  probe = () => Promise.reject(new Error('gone'))
  await vi.advanceTimersByTimeAsync(500)
  expect(request.outcome).toBe('overloaded')
})

test('concurrent requests share one database probe', async () => {
  let probeCount = 0
  const withDeadline = createDeadlineWrapper(() => {
    probeCount += 1
    return never()
  })
  const all = Array.from({ length: 20 }, () => watch(withDeadline(never)))
  await vi.advanceTimersByTimeAsync(7000)
  expect(all.map(({ outcome }) => outcome)).toEqual(Array(20).fill('overloaded'))
  expect(probeCount).toBe(1)
})

test('a slow probe that another request started counts too', async () => {
  const withDeadline = createDeadlineWrapper(
    () => new Promise((resolve) => setTimeout(resolve, 4000)),
  )
  const first = watch(withDeadline(never))
  await vi.advanceTimersByTimeAsync(3500)
  const second = watch(withDeadline(never))
  await vi.advanceTimersByTimeAsync(3500)
  expect([first.outcome, second.outcome]).toEqual(['overloaded', 'waiting'])
  await vi.advanceTimersByTimeAsync(3500)
  expect(second.outcome).toBe('overloaded')
})

test('an item whose request times out while it is queued is never run', async () => {
  const run: string[] = []
  const lane = createBatcher<string, string>({ max: 1, lanes: 1 }, async ([item = '']) => {
    run.push(item)
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    checkDeadline()
    return [item]
  })
  const withDeadline = createDeadlineWrapper(never)
  const first = watch(withDeadline(() => lane('first')))
  const second = watch(withDeadline(() => lane('second')))
  await vi.advanceTimersByTimeAsync(8000)
  const third = watch(withDeadline(() => lane('third')))
  const unhurried = watch(lane('unhurried'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([first, second, third].map(({ outcome }) => outcome)).toEqual(Array(3).fill('overloaded'))
  expect(unhurried.outcome).toBe('did unhurried')
  expect(run).toEqual(['first', 'third', 'unhurried'])
})
