import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batch run that blocks until it is released and records its items. */
function held() {
  const runs: string[][] = []
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const run = async (items: string[]) => {
    runs.push(items)
    await gate
    return items.map((item) => item.toUpperCase())
  }
  return { runs, run, letGo: () => letGo() }
}

test('batches the items that wait while the lane is busy, each with its own result', async () => {
  const { runs, run, letGo } = held()
  const lane = createBatcher({ max: 10, lanes: 1 }, run)
  const first = lane('a')
  await new Promise((resolve) => setImmediate(resolve))
  const queued = [lane('b'), lane('c'), lane('d')]
  letGo()
  expect(await Promise.all([first, ...queued])).toEqual(['A', 'B', 'C', 'D'])
  expect(runs).toEqual([['a'], ['b', 'c', 'd']])
})

test('limits the size of a batch', async () => {
  const runs: number[] = []
  const lane = createBatcher<number, number>({ max: 2, lanes: 1 }, async (items) => {
    runs.push(items.length)
    return items
  })
  await Promise.all([1, 2, 3, 4, 5].map(lane))
  expect(runs).toEqual([2, 2, 1])
})

test('a failing item does not fail the others', async () => {
  const lane = createBatcher<number, number>({ max: 10, lanes: 1 }, async (items) => {
    if (items.includes(2)) throw new Error('bad two')
    return items
  })
  const answers = await Promise.allSettled([1, 2, 3].map(lane))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a shared failure rejects all items at once', async () => {
  let runs = 0
  const lane = createBatcher<number, number>(
    { max: 10, lanes: 1, isShared: () => true },
    async () => {
      runs += 1
      throw new Error('the database is gone')
    },
  )
  const answers = await Promise.allSettled([1, 2, 3].map(lane))
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(runs).toBe(1)
})

test('items with the same key are never in the same batch', async () => {
  const runs: string[][] = []
  const lane = createBatcher<string, string>(
    { max: 10, lanes: 1, keyOf: (item) => item[0] },
    async (items) => {
      runs.push(items)
      return items
    },
  )
  await Promise.all(['a1', 'a2', 'b1', 'a3'].map(lane))
  expect(runs).toEqual([['a1', 'b1'], ['a2'], ['a3']])
})
