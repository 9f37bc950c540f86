import { expect, test } from 'vitest'
import { createHashingTurns, hashingSlots, mostWaiting } from './hashing-turns.ts'

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [5, 4],
  [64, 4],
])('a node with %i cores hashes %i passwords at the same time', (cores, slots) => {
  expect(hashingSlots(cores)).toBe(slots)
})

/** Starts tasks that end when they are released, and records which of them run. */
function startTasks(inTurn: ReturnType<typeof createHashingTurns>, count: number) {
  const running = new Set<number>()
  const started: number[] = []
  const releases = new Map<number, () => void>()
  const done = Array.from({ length: count }, (_, index) =>
    inTurn(async () => {
      started.push(index)
      running.add(index)
      await new Promise<void>((resolve) => releases.set(index, resolve))
      running.delete(index)
      return index
    }),
  )
  const end = async (index: number) => {
    releases.get(index)?.()
    await done[index]
    // The next one starts in a later step.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { running, started, done, end }
}

test('four run at once, and the others follow in their order', async () => {
  const { running, started, done, end } = startTasks(createHashingTurns(4), 7)
  expect([...running]).toEqual([0, 1, 2, 3])
  await end(2)
  expect([...running]).toEqual([0, 1, 3, 4])
  await end(0)
  await end(1)
  expect([...running]).toEqual([3, 4, 5, 6])
  for (const index of [3, 4, 5, 6]) {
    // oxlint-disable-next-line no-await-in-loop
    await end(index)
  }
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a task that fails gives its turn to the next', async () => {
  const inTurn = createHashingTurns(1)
  const failed = inTurn(() => Promise.reject(new Error('no memory')))
  const next = inTurn(() => Promise.resolve('hashed'))
  await expect(failed).rejects.toThrow('no memory')
  expect(await next).toBe('hashed')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})

test('when 500 wait, one more is refused with a time to try again', async () => {
  const inTurn = createHashingTurns(1)
  const { end, done } = startTasks(inTurn, 1 + mostWaiting)
  const refused = inTurn(() => Promise.resolve('never'))
  await expect(refused).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'overloaded',
    extras: { retryAfterSeconds: 2 },
  })
  for (const index of done.keys()) {
    // oxlint-disable-next-line no-await-in-loop
    await end(index)
  }
  expect(await inTurn(() => Promise.resolve('later'))).toBe('later')
})
