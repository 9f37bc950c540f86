import { expect, test } from 'vitest'
import { createBatcher } from './request-batcher.ts'

/** A run that is held until it is let go, and remembers what it was handed. */
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

test('what waits while the lane is busy is run together, each with its own answer', async () => {
  const { runs, run, letGo } = held()
  const lane = createBatcher({ max: 10, lanes: 1 }, run)
  const first = lane('a')
  await new Promise((resolve) => setImmediate(resolve))
  const rest = [lane('b'), lane('c'), lane('d')]
  letGo()
  expect(await Promise.all([first, ...rest])).toEqual(['A', 'B', 'C', 'D'])
  expect(runs).toEqual([['a'], ['b', 'c', 'd']])
})

test('a run takes at most its limit', async () => {
  const runs: number[] = []
  const lane = createBatcher<number, number>({ max: 2, lanes: 1 }, async (items) => {
    runs.push(items.length)
    return items
  })
  await Promise.all([1, 2, 3, 4, 5].map(lane))
  expect(runs).toEqual([2, 2, 1])
})

test('one bad item does not fail the others', async () => {
  const lane = createBatcher<number, number>({ max: 10, lanes: 1 }, async (items) => {
    if (items.includes(2)) throw new Error('bad two')
    return items
  })
  const answers = await Promise.allSettled([1, 2, 3].map(lane))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a failure that all share fails them all at once', async () => {
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

test('items of one key never share a run', async () => {
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
