import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { OfflineKey } from '../../contract.ts'
import { cookieOf, testPassword } from '../testing.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

async function signIn(username: string): Promise<string> {
  const body = { username, password: testPassword }
  return cookieOf(await prizm.call('POST', '/api/login', { body }))
}

async function readKey(as: string): Promise<OfflineKey> {
  const answer = await prizm.call('GET', '/api/user/offline-key', { as })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer.json()
}

test('the key of a user is the same in every session, and differs between users', async () => {
  await prizm.builders.user({ username: 'bo' })
  await prizm.builders.user({ username: 'cy' })
  const first = await readKey(await signIn('bo'))
  const second = await readKey(await signIn('bo'))
  const ofAnother = await readKey(await signIn('cy'))
  expect(Buffer.from(first.key, 'base64url')).toHaveLength(32)
  expect(second).toMatchObject({ userId: first.userId, key: first.key })
  expect(ofAnother.userId).not.toBe(first.userId)
  expect(ofAnother.key).not.toBe(first.key)
})

test('a user whose role is of the company itself has a key, too', async () => {
  await prizm.builders.ownRole({ name: 'Buyer', permissions: ['vendors.read'] })
  await prizm.builders.user({ username: 'bo', role: 'Buyer' })
  const { key } = await readKey(await signIn('bo'))
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
})

test('the key lives as long as the session, and comes with the time of the server', async () => {
  await prizm.builders.user({ username: 'bo' })
  const as = await signIn('bo')
  await prizm.database.pool.query(
    `update sessions set created_at = created_at - interval '11 hours 59 minutes'`,
  )
  const { lifeSeconds, idleSeconds, serverTime } = await readKey(as)
  expect(lifeSeconds).toBeGreaterThanOrEqual(0)
  expect(lifeSeconds).toBeLessThanOrEqual(60)
  expect(idleSeconds).toBe(1800)
  expect(serverTime).toBe(prizm.clock.now.toISOString())
})

test('a session that must add a second factor first gets no key', async () => {
  await prizm.builders.user({ username: 'bo', role: 'sales' })
  await prizm.rows(`insert into settings (name, value) values ('secondFactorSales', 'true')
                    on conflict (name) do update set value = 'true'`)
  const as = await signIn('bo')
  const answer = await prizm.call('GET', '/api/user/offline-key', { as })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'second-factor-missing' })
})

test('a session that ended gets no key', async () => {
  await prizm.builders.user({ username: 'bo' })
  const as = await signIn('bo')
  await prizm.call('POST', '/api/logout', { as })
  const answer = await prizm.call('GET', '/api/user/offline-key', { as })
  expect(answer.statusCode).toBe(401)
})
