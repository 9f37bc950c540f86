import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { hashOf, isAliveSession } from '#features/auth/server/sessions.ts'
import type { Context } from '#platform/server/database/db.ts'
import { withSharedDeadline } from '#platform/server/http/request-deadline.ts'
import { type ChangeProbe, nextPoll } from './change-poller.ts'

let prizm: TestApp
beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const ctx = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'api' }
}

/** A probe that records the user ids it is called with. */
function noted() {
  const polledUserIds: (readonly number[])[] = []
  const look: ChangeProbe = {
    entity: 'wms',
    readStates: async (_, userIds) => {
      polledUserIds.push(userIds)
      return new Map(userIds.map((id) => [id, { state: `of ${id}`, count: id }]))
    },
  }
  return { asked: polledUserIds, look }
}

test('all listeners on a node share one poll', async () => {
  const { asked, look } = noted()
  const { signal: stopping } = new AbortController()
  const listen = (userId: number) => nextPoll(ctx(), { userId, last: 0, looks: [look], stopping })
  const results = await Promise.all([listen(1), listen(2), listen(2), listen(3)])
  expect(asked).toEqual([[1, 2, 3]])
  expect(results.map((each) => each === results[0])).toEqual([true, true, true, true])
  expect(results[1]?.states.get(look)?.get(2)).toEqual({ state: 'of 2', count: 2 })
})

test('a pending poll resolves on shutdown, and nothing is queried', async () => {
  const { asked, look } = noted()
  const stop = new AbortController()
  const pollRequest = { userId: 1, last: 0, looks: [look], stopping: stop.signal }
  const waiting = nextPoll(ctx(), pollRequest)
  stop.abort()
  expect(await waiting).toBeUndefined()
  expect(await nextPoll(ctx(), pollRequest)).toBeUndefined()
  expect(asked).toEqual([])
})

test('concurrent session checks are answered individually', async () => {
  const cookies = [await prizm.signIn('sales'), await prizm.signIn('sales')]
  const tokens = cookies.map((cookie) => cookie.slice(cookie.indexOf('=') + 1))
  await prizm.call('POST', '/api/logout', { as: cookies[0] as string })
  const alive = [...tokens, 'never'].map((token) =>
    isAliveSession(prizm.database.db, hashOf(token)),
  )
  expect(await Promise.all(alive)).toEqual([false, true, false])
})

test('a request that times out does not end the poll of the others', async () => {
  const { look } = noted()
  const { signal: stopping } = new AbortController()
  const listen = (userId: number) => nextPoll(ctx(), { userId, last: 0, looks: [look], stopping })
  const patience = { isOver: false }
  const first = withSharedDeadline([patience], () => listen(1))
  const second = listen(2)
  patience.isOver = true
  const [, seen] = await Promise.all([first, second])
  expect(seen?.states.get(look)?.get(2)).toEqual({ state: 'of 2', count: 2 })
})
