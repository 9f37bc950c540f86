import { expect, test } from 'vitest'
import { createCrowdTurns, createTaskQueue } from './per-user-queue.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('runs one task per user and a limited total, first come, first served', async () => {
  const take = createTaskQueue({ concurrency: 2, waiting: 10 })
  const begun: string[] = []
  const ask = (name: string, owner: number) =>
    take(owner).then((end) => {
      begun.push(name)
      return end
    })
  const [ann1, , , , cyd] = [
    ask('ann 1', 1),
    ask('ann 2', 1),
    ask('bob', 2),
    ask('dan', 4),
    ask('cyd', 3),
  ]
  await settled()
  expect(begun).toEqual(['ann 1', 'bob'])
  const end = await ann1
  end()
  end()
  await settled()
  expect(begun, 'whoever waits longest').toEqual(['ann 1', 'bob', 'ann 2'])
  expect(cyd).toBeInstanceOf(Promise)
})

test('a newer task replaces a waiting one, but not a running one', async () => {
  const take = createTaskQueue({ concurrency: Infinity, waiting: 10 })
  const first = await take(1, { replaces: true })
  const second = take(1, { replaces: true })
  const third = take(1, { replaces: true })
  await expect(second).rejects.toMatchObject({ code: 'replaced', status: 429 })
  first()
  expect(await third).toBeTypeOf('function')
})

test('removes a waiting task whose client disconnects, and limits the queue', async () => {
  const take = createTaskQueue({ concurrency: 1, waiting: 1 })
  const first = await take(1)
  let disconnect = () => {}
  const disconnected = take(1, { onClientDisconnect: (cancel) => (disconnect = cancel) })
  await expect(take(1)).rejects.toMatchObject({ code: 'too-many-requests' })
  disconnect()
  await expect(disconnected).rejects.toMatchObject({ code: 'replaced' })
  const next = take(1)
  first()
  await next
})

test('starts a burst a few at a time, and a single request at once', async () => {
  const begin = createCrowdTurns(2)
  const begun: number[] = []
  const come = (place: number) => begin(() => begun.push(place))
  for (const place of [1, 2, 3, 4, 5]) come(place)
  await settled()
  expect(begun).toEqual([1, 2])
  await expect.poll(() => begun).toEqual([1, 2, 3, 4, 5])
  come(6)
  await settled()
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})
