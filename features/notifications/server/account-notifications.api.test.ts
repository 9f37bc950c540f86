import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { User } from '#features/auth/contract.ts'
import { testPassword } from '#features/auth/server/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { notifyOfAccountChanges } from './account-notifications.ts'

let prizm: TestApp
let bo: User

beforeEach(async () => {
  prizm = await startTestApp()
  bo = await prizm.builders.user({ username: 'bo', role: 'sales' })
})
afterEach(() => prizm.close())

const job = () => {
  const ctx: Context = {
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'w',
    channel: 'worker',
  }
  return notifyOfAccountChanges(ctx)
}
const stored = () =>
  prizm.rows(`select user_id as "userId", kind, title, text, link from notifications order by id`)
const advice = 'If you did not expect this, tell an administrator'
const newPassword = 'six green lanterns'

test('a changed password is notified once, to the user alone', async () => {
  const as = await prizm.builders.session(bo)
  const body = { currentPassword: testPassword, newPassword }
  const changed = await prizm.call('POST', '/api/user/password', { as, body })
  expect(changed.statusCode, changed.body).toBeLessThan(300)
  await Promise.all([job(), job()])
  await job()
  const title = 'Your password was changed'
  const about = { userId: bo.id, kind: 'system', title, text: advice, link: null }
  expect(await stored()).toEqual([about])
})

test('what another person changed is notified with that name', async () => {
  const boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  const as = await prizm.builders.session(boss)
  const body = { password: newPassword }
  expect((await prizm.call('PUT', `/api/users/${bo.id}`, { as, body })).statusCode).toBe(200)
  await prizm.rows(
    `insert into second_factors (user_id, secret, confirmed_at) values (${bo.id}, 'AAAA', now())
     returning 1`,
  )
  const url = `/api/users/${bo.id}/second-factor`
  expect((await prizm.call('DELETE', url, { as })).statusCode).toBe(204)
  await job()
  const text = `by boss. ${advice}`
  expect(await stored()).toMatchObject([
    { userId: bo.id, title: 'A new password was set for your account', text },
    { userId: bo.id, title: 'Your second factor and your passkeys were removed', text },
  ])
})

test('nobody is notified who turned it off or is inactive, nor of older changes', async () => {
  const ann = await prizm.builders.user({ username: 'ann', isActive: false })
  const old = await prizm.builders.user({ username: 'old' })
  await prizm.rows(
    `insert into muted_notifications (user_id, kind) values (${bo.id}, 'system') returning 1`,
  )
  await prizm.rows(
    `insert into audit_log (entity, entity_id, action, at)
     select 'user', id, 'change-password', now() - days * interval '1 day'
     from (values (${bo.id}, 0), (${ann.id}, 0), (${old.id}, 2)) as t (id, days)
     returning 1`,
  )
  await job()
  expect(await stored()).toEqual([])
})
