import { expect, test } from 'vitest'
import { inParts } from './send-in-batches.ts'
import { ApiError } from './api-client.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('splits more records than one call allows, and merges the results', async () => {
  const calls: [number, number][] = []
  const outcome = await inParts(range(1, 450), 200, (part, place) => {
    calls.push([part.length, place])
    const [first = 0, ...done] = part
    return Promise.resolve({ done, kept: [{ id: first, reason: `${first} stays` }] })
  })
  expect(calls).toEqual([
    [200, 0],
    [200, 1],
    [50, 2],
  ])
  expect(outcome.done).toEqual([...range(2, 200), ...range(202, 400), ...range(402, 450)])
  expect(outcome.kept).toEqual([
    { id: 1, reason: '1 stays' },
    { id: 201, reason: '201 stays' },
    { id: 401, reason: '401 stays' },
  ])
})

test('sends up to the limit in one call', async () => {
  const calls: number[] = []
  await inParts(range(1, 200), 200, (part) => {
    calls.push(part.length)
    return Promise.resolve({ done: [...part], kept: [] })
  })
  expect(calls).toEqual([200])
})

test('after a failed batch, the earlier ones are done and the rest have the reason', async () => {
  const records = range(1, 5).map((id) => ({ id }))
  const outcome = await inParts(records, 2, (part, place) =>
    place === 1
      ? Promise.reject(new ApiError(503, 'The server is busy', { code: 'busy' }))
      : Promise.resolve({ done: [...part], kept: [] }),
  )
  const reason = 'The server is busy'
  expect(outcome.done).toEqual([{ id: 1 }, { id: 2 }])
  expect(outcome.kept).toEqual([3, 4, 5].map((id) => ({ id, reason })))
})

test('throws the error if the first batch fails', async () => {
  const failure = new ApiError(403, 'You do not have permission for this', { code: 'forbidden' })
  await expect(inParts(range(1, 3), 2, () => Promise.reject(failure))).rejects.toBe(failure)
})
