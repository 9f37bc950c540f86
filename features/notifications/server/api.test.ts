import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { may, roles } from '#features/auth/rules.ts'
import type { Notification } from '../contract.ts'
import { kindPermissions, notificationKinds } from '../rules.ts'
import { deleteOldNotifications, type NewNotification, notify, notifyStates } from './service.ts'
import { unreadProbe } from './unread-count-probe.ts'

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const contextNow = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'r', channel: 'test' }
}
const createNotifications = (...news: NewNotification[]) =>
  inTransaction(contextNow(), (inner) => notify(inner, news))
const list = async (as: string, query = '') =>
  (await prizm.call('GET', `/api/notifications${query}`, { as })).json<Notification[]>()
const post = (as: string, path: string) =>
  prizm.call('POST', `/api/notifications/${path}`, { as, body: {} })

const later = () => (prizm.clock.now = new Date(prizm.clock.now.getTime() + 60_000))

const news: Omit<NewNotification, 'userIds' | 'roles'> = {
  kind: 'purchaseOrders',
  key: 'po:7:approve',
  title: 'PO-7 approved',
  text: 'by ana',
  link: '/purchase-orders?open=PO-7',
}

describe('notifications', () => {
  test('go to active users by id and by role, once each', async () => {
    const [ana, ben, zoe] = [
      await prizm.builders.user({ role: 'purchasing' }),
      await prizm.builders.user({ role: 'manager' }),
      await prizm.builders.user({ role: 'manager', isActive: false }),
    ]
    await prizm.builders.user({ role: 'sales' })
    await createNotifications({ ...news, userIds: [ana.id, ben.id], roles: ['manager'] })
    await createNotifications({ ...news, userIds: [ana.id], text: 'again' })
    expect(await prizm.rows('select user_id, text from notifications order by user_id')).toEqual([
      { user_id: ana.id, text: 'by ana' },
      { user_id: ben.id, text: 'by ana' },
    ])
    expect(zoe.isActive).toBe(false)
  })

  test('of an unknown kind are neither shown nor counted', async () => {
    const user = await prizm.builders.user({ role: 'admin' })
    const as = await prizm.signIn('admin')
    await prizm.database.pool.query(
      `insert into notifications (user_id, kind, key, title, text, created_at)
       select id, 'payroll', 'p', 'Salaries', 'of all', now() from users`,
    )
    expect(await list(as)).toEqual([])
    const unread = await unreadProbe.readStates(contextNow(), [user.id])
    expect(unread.get(user.id)).toMatchObject({ count: 0, isOpen: false })
    await createNotifications({ ...news, userIds: [user.id] })
    const more = await unreadProbe.readStates(contextNow(), [user.id])
    expect(more.get(user.id)).toMatchObject({ count: 1 })
  })

  // The user may have received it before their role changed.
  test.each(roles)(
    'A2 of every kind are listed, counted and marked consistently for the role %s',
    async (role) => {
      const as = await prizm.signIn(role)
      const [user] = await prizm.rows<{ id: number }>('select id from users')
      const userId = user?.id ?? 0
      const allowed = notificationKinds.filter((kind) => may({ role }, kindPermissions[kind]))
      const hidden = notificationKinds.filter((kind) => !allowed.includes(kind))
      await createNotifications(
        ...notificationKinds.map((kind) => ({ ...news, kind, key: kind, userIds: [userId] })),
      )
      const delivered = await prizm.rows<{ kind: string }>(
        'select kind from notifications order by id',
      )
      expect(delivered.map(({ kind }) => kind)).toEqual(allowed)
      await prizm.database.pool.query(
        `insert into notifications (user_id, kind, key, title, text, created_at)
       select $1, kind, kind, 'Earlier', '', now() from unnest($2::text[]) kind`,
        [userId, hidden],
      )
      const listed = (await list(as)).map(({ kind }) => kind)
      expect(new Set(listed)).toEqual(new Set(allowed))
      const unread = await unreadProbe.readStates(contextNow(), [userId])
      expect(unread.get(userId)).toMatchObject({ count: allowed.length })
      const earlierNotifications = await prizm.rows<{ id: number }>(
        `select id from notifications where title = 'Earlier'`,
      )
      for (const { id } of earlierNotifications)
        expect((await post(as, `${id}/read`)).statusCode).toBe(404)
      expect((await post(as, 'read-all')).json()).toEqual({ count: allowed.length })
      const unreadRows = await prizm.rows<{ kind: string }>(
        'select kind from notifications where read_at is null order by id',
      )
      expect(unreadRows.map(({ kind }) => kind)).toEqual(hidden)
    },
  )

  test('are rolled back with their transaction', async () => {
    const user = await prizm.builders.user()
    const failing = inTransaction(contextNow(), async (inner) => {
      await notify(inner, [{ ...news, userIds: [user.id] }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await prizm.rows('select id from notifications')).toEqual([])
  })

  test('are visible only to their user, who marks them', async () => {
    const mine = await prizm.builders.user()
    const other = await prizm.builders.user()
    const as = await prizm.builders.session(mine)
    await createNotifications(
      { ...news, userIds: [other.id] },
      { ...news, key: 'b', userIds: [mine.id] },
    )
    const [own, ...rest] = await list(as)
    expect(rest).toEqual([])
    expect(own).toMatchObject({ title: 'PO-7 approved', link: news.link, readAt: null })
    const [foreign] = await prizm.rows(`select id from notifications where user_id = ${other.id}`)
    expect((await post(as, `${foreign.id}/read`)).statusCode).toBe(404)
    const read = await post(as, `${own?.id}/read`)
    expect(read.json()).toMatchObject({ id: own?.id, readAt: prizm.clock.now.toISOString() })
    expect(await list(as, '?isRead=false')).toEqual([])
    const unread = 'select user_id from notifications where read_at is null'
    expect(await prizm.rows(unread)).toEqual([{ user_id: other.id }])
  })

  test('are marked as read all at once, and counted by the list', async () => {
    const user = await prizm.builders.user()
    const other = await prizm.builders.user()
    const as = await prizm.builders.session(user)
    for (let index = 0; index < 3; index++) {
      await createNotifications({ ...news, key: `k${index}`, userIds: [user.id, other.id] })
    }
    const counted = await prizm.call('GET', '/api/notifications?isRead=false&limit=1', { as })
    expect(counted.headers['x-total-count']).toBe('3')
    const both = await Promise.all([post(as, 'read-all'), post(as, 'read-all')])
    const counts = both.map((answer) => answer.json<{ count: number }>().count)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 3])
    const unread = 'select count(*) as n from notifications where read_at is null'
    expect(await prizm.rows(unread)).toEqual([{ n: 3 }])
  })

  test('of a muted kind are not sent, and older ones count as read', async () => {
    const user = await prizm.builders.user()
    const as = await prizm.builders.session(user)
    await createNotifications({ ...news, userIds: [user.id] })
    const body = { purchaseOrders: false }
    const changed = await prizm.call('PUT', '/api/notifications/wanted', { as, body })
    const subscriptions = {
      lowStock: true,
      approvals: true,
      purchaseOrders: false,
      credit: true,
      mentions: true,
      reports: true,
      system: true,
    }
    expect(changed.json()).toEqual(subscriptions)
    await createNotifications({ ...news, key: 'b', userIds: [user.id] })
    expect(await list(as, '?isRead=false')).toEqual([])
    expect(await list(as)).toHaveLength(1)
    await prizm.call('PUT', '/api/notifications/wanted', { as, body: { purchaseOrders: true } })
    await createNotifications({ ...news, key: 'b', userIds: [user.id] })
    expect(await list(as, '?isRead=false')).toHaveLength(1)
  })

  test('are limited to the latest 500 per user, and in length', async () => {
    const [ana, ben] = [await prizm.builders.user(), await prizm.builders.user()]
    await prizm.rows(
      `insert into notifications (user_id, kind, key, title, text, created_at)
       select ${ana.id}, 'system', 'k' || n, 't', 't', now() - make_interval(mins => n)
       from generate_series(1, 510) n`,
    )
    await prizm.rows(
      `insert into notifications (user_id, kind, key, title, text, created_at)
       values (${ana.id}, 'lowStock', 'low-stock', 't', 't', now() - interval '1 year')`,
    )
    await createNotifications({
      ...news,
      userIds: [ben.id],
      title: 'a'.repeat(300),
      text: 'b'.repeat(2000),
    })
    await deleteOldNotifications(contextNow())
    expect(
      await prizm.rows(
        `select user_id as id, count(*)::int as count,
                max(length(title)) as title, max(length(text)) as text
         from notifications group by user_id order by user_id`,
      ),
    ).toEqual([
      { id: ana.id, count: 501, title: 1, text: 1 },
      { id: ben.id, count: 1, title: 200, text: 1000 },
    ])
    expect(await prizm.rows(`select key from notifications where key in ('k500', 'k501')`)).toEqual(
      [{ key: 'k500' }],
    )
  })

  test('are deleted long after they were read', async () => {
    const user = await prizm.builders.user()
    await createNotifications(
      { ...news, userIds: [user.id] },
      { ...news, key: 'unread', userIds: [user.id] },
    )
    await prizm.rows(`update notifications set read_at = '2025-11-01' where key = 'po:7:approve'`)
    await deleteOldNotifications(contextNow())
    expect(await prizm.rows('select key from notifications')).toEqual([{ key: 'unread' }])
  })
})

describe('business conditions', () => {
  const unread = async (as: string) =>
    (await list(as, '?isRead=false')).map(({ title, text }) => `${title}: ${text}`)

  test('notify all permitted users once, with current numbers', async () => {
    const as = await prizm.signIn('viewer')
    await prizm.builders.sku({ currentStock: 1, minimumStock: 1 })
    await prizm.builders.sku({ currentStock: 2, minimumStock: 1 })
    await Promise.all([notifyStates(contextNow()), notifyStates(contextNow())])
    await notifyStates(contextNow())
    expect(await unread(as)).toEqual(['Low Stock Alert: 1 item below minimum threshold'])
  })

  test('notify again on an increase, not on a decrease, and end at zero', async () => {
    const as = await prizm.signIn('viewer')
    const [one, two] = [
      await prizm.builders.sku({ currentStock: 0, minimumStock: 1 }),
      await prizm.builders.sku({ currentStock: 0, minimumStock: 1 }),
    ]
    await prizm.builders.sku({ currentStock: 0, minimumStock: 1, isActive: false })
    await notifyStates(contextNow())
    expect(await list(as)).toMatchObject([
      { text: '2 items below minimum threshold', link: '/skus?f.stock=low&f.isActive=true' },
    ])
    await post(as, 'read-all')
    await prizm.builders.sku({ currentStock: 0, minimumStock: 1 })
    later()
    await notifyStates(contextNow())
    expect(await unread(as)).toEqual(['Low Stock Alert: 3 items below minimum threshold'])
    await post(as, 'read-all')
    await prizm.rows(`update skus set minimum_stock = 0, current_stock = 1
                  where id in (${one.id}, ${two.id})`)
    later()
    await notifyStates(contextNow())
    expect(await unread(as)).toEqual([])
    expect(await list(as)).toMatchObject([{ text: '1 item below minimum threshold' }])
    await prizm.rows('update skus set minimum_stock = 0, current_stock = 1')
    await notifyStates(contextNow())
    expect(await list(as)).toEqual([])
  })

  test('a maintenance notice is shown to all users until it is cleared', async () => {
    const admin = await prizm.signIn('admin')
    const as = await prizm.signIn('viewer')
    const set = (maintenanceNotice: string) =>
      prizm.call('PUT', '/api/settings', { as: admin, body: { maintenanceNotice } })
    expect((await set('Maintenance scheduled for tonight')).statusCode).toBe(200)
    await notifyStates(contextNow())
    expect(await unread(as)).toEqual(['System Update: Maintenance scheduled for tonight'])
    await post(as, 'read-all')
    await set('Maintenance moved to Sunday')
    later()
    await notifyStates(contextNow())
    expect(await unread(as)).toEqual(['System Update: Maintenance moved to Sunday'])
    await set('   ')
    later()
    await notifyStates(contextNow())
    expect(await list(as)).toEqual([])
  })

  test('only an administrator sets the notice, within its maximum length', async () => {
    const viewer = await prizm.signIn('manager')
    const admin = await prizm.signIn('admin')
    const set = (as: string, maintenanceNotice: string) =>
      prizm.call('PUT', '/api/settings', { as, body: { maintenanceNotice } })
    expect((await set(viewer, 'x')).statusCode).toBe(403)
    expect((await set(admin, 'x'.repeat(201))).statusCode).toBe(422)
  })
})
