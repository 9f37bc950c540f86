import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Activity } from '#features/audit/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { Comment } from '../contract.ts'
import { commentedEntities } from '../rules.ts'

let prizm: TestApp
let as: string
let ana: { id: number; username: string }
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  ana = await prizm.builders.user({ role: 'sales', username: 'ana' })
  as = await prizm.builders.session(ana)
  customerId = (await prizm.builders.customer({ customerCode: 'A-1' })).id
})

const query = async (text: string) => (await prizm.database.pool.query(text)).rows
const postComment = (text: unknown, more: { by?: string; headers?: Record<string, string> } = {}) =>
  prizm.call('POST', '/api/comments', {
    as: more.by ?? as,
    body: { entity: 'customer', entityId: customerId, text },
    ...(more.headers && { headers: more.headers }),
  })
const createComment = async (text: string, by = as) =>
  (await postComment(text, { by })).json<Comment>()
const remove = (id: number, by = as) => prizm.call('DELETE', `/api/comments/${id}`, { as: by })
const restore = (id: number, by = as) =>
  prizm.call('POST', `/api/comments/${id}/restore`, { as: by })
const timeline = async (by = as) => {
  const url = `/api/activity/${customerId}?entity=customer`
  return (await prizm.call('GET', url, { as: by })).json<Activity[]>()
}
const bell = async (by: string) => {
  const url = '/api/notifications?kind=mentions'
  return (await prizm.call('GET', url, { as: by })).json<object[]>()
}

describe('a comment', () => {
  test('appears in the timeline with author and time', async () => {
    const made = await postComment('  First line\nsecond <b>line</b>  ')
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        id: 1,
        entity: 'customer',
        entityId: customerId,
        text: 'First line\nsecond <b>line</b>',
        author: 'ana',
        mentions: [],
        createdAt: prizm.clock.now.toISOString(),
      },
    ])
    const manager = await prizm.signIn('manager')
    const url = `/api/customers/${customerId}`
    const body = { customerCode: 'A-1', name: 'Renamed', email: 'office@acme.example' }
    expect((await prizm.call('PUT', url, { as: manager, body })).statusCode).toBe(200)
    const lines = await timeline(manager)
    expect(lines.map(({ actor, action }) => [actor, action]).at(-1)).toEqual(['ana', 'comment'])
    expect(lines.at(-1)).toMatchObject({
      changes: {},
      comment: { id: 1, text: 'First line\nsecond <b>line</b>', mentions: [], isMine: false },
    })
    expect((await timeline()).at(-1)?.comment?.isMine).toBe(true)
  })

  test('has 1 to 2,000 characters', async () => {
    for (const text of ['', '  ', 'x'.repeat(2001), null, 7]) {
      expect([text, (await postComment(text)).statusCode]).toEqual([text, 422])
    }
    expect((await postComment('x'.repeat(2000))).statusCode).toBe(201)
    expect(await query('select count(*)::int as count from comments')).toEqual([{ count: 1 }])
  })

  test('is stored once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const answers = [await postComment('Once', { headers }), await postComment('Once', { headers })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await query('select body from comments')).toEqual([{ body: 'Once' }])
    expect(await query(`select action, entity, entity_id from audit_log`)).toEqual([
      { action: 'comment', entity: 'customer', entity_id: customerId },
    ])
  })

  test('requires an existing record', async () => {
    await query(`update customers set deleted_at = now() where id = ${customerId}`)
    expect((await postComment('Hello')).statusCode).toBe(404)
    const body = { entity: 'setting', entityId: 1, text: 'Hello' }
    expect((await prizm.call('POST', '/api/comments', { as, body })).statusCode).toBe(422)
  })

  test.each(commentedEntities)('of the kind %s needs an existing record', async (entity) => {
    const admin = await prizm.signIn('admin')
    const body = { entity, entityId: 2_147_483_647, text: 'Hello' }
    const answer = await prizm.call('POST', '/api/comments', { as: admin, body })
    expect([answer.statusCode, answer.json().detail]).toEqual([404, expect.any(String)])
  })

  test('cannot be edited, even in the database', async () => {
    await createComment('As it was said')
    const change = query(`update comments set body = 'Another'`)
    await expect(change).rejects.toThrow('comments keep their words')
    await expect(query('delete from comments')).rejects.toThrow('comments keep their words')
  })
})

describe('a deleted comment', () => {
  test('disappears from the timeline and can be restored; both are recorded', async () => {
    const { id } = await createComment('Oops')
    expect((await remove(id)).statusCode).toBe(204)
    expect((await timeline()).map(({ action }) => action)).toEqual(['comment_deleted'])
    expect(JSON.stringify(await timeline())).not.toContain('Oops')
    expect((await remove(id)).statusCode).toBe(404)
    expect((await restore(id)).json()).toMatchObject({ id, text: 'Oops' })
    expect((await restore(id)).statusCode).toBe(200)
    expect((await timeline()).map(({ action }) => action)).toEqual([
      'comment_restored',
      'comment_deleted',
      'comment',
    ])
    expect(await query('select action from audit_log order by id')).toHaveLength(3)
  })

  test('can be deleted only by its author, not even by an administrator', async () => {
    const { id } = await createComment('Mine')
    const admin = await prizm.signIn('admin')
    const answer = await remove(id, admin)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not-your-comment'])
    await remove(id)
    expect((await restore(id, admin)).statusCode).toBe(403)
    expect((await remove(999)).statusCode).toBe(404)
  })
})

describe('a user without permission to read the record', () => {
  test('cannot comment on it or read its comments', async () => {
    const fixture = await receivablesFixture(prizm)
    const warehouse = await prizm.signIn('warehouse')
    const finance = await prizm.signIn('finance')
    const id = await fixture.charged(customerId, { total: '10.00' })
    const body = { entity: 'invoice', entityId: id, text: 'Late again' }
    const post = (by: string) => prizm.call('POST', '/api/comments', { as: by, body })
    const read = (by: string) => prizm.call('GET', `/api/activity/${id}?entity=invoice`, { as: by })
    expect((await post(warehouse)).statusCode).toBe(403)
    expect((await post(finance)).statusCode).toBe(201)
    expect((await read(warehouse)).statusCode).toBe(403)
    expect((await read(finance)).json<Activity[]>()[0]?.comment?.text).toBe('Late again')
    const url = '/api/comments/mentionable?entity=invoice'
    expect((await prizm.call('GET', url, { as: warehouse })).statusCode).toBe(403)
  })
})

describe('a mention', () => {
  test('notifies the mentioned user with a link to the record', async () => {
    const ben = await prizm.builders.user({ role: 'manager', username: 'ben' })
    const cleo = await prizm.builders.session(await prizm.builders.user({ username: 'cleo' }))
    const benSession = await prizm.builders.session(ben)
    expect((await createComment('Ask @Ben, not @ana or @zoe')).mentions).toEqual(['ana', 'ben'])
    expect(await bell(benSession)).toMatchObject([
      {
        kind: 'mentions',
        title: 'ana mentioned you',
        text: 'A-1: Ask @Ben, not @ana or @zoe',
        link: '/customers?open=A-1&tab=activity',
        readAt: null,
      },
    ])
    expect(await bell(as)).toEqual([])
    expect(await bell(cleo)).toEqual([])
  })

  test('is withdrawn with its comment if unread, and sent again on restore', async () => {
    const benSession = await prizm.builders.session(await prizm.builders.user({ username: 'ben' }))
    const cleoSession = await prizm.builders.session(
      await prizm.builders.user({ username: 'cleo' }),
    )
    const { id } = await createComment('@ben @cleo')
    await prizm.call('POST', '/api/notifications/read-all', { as: cleoSession, body: {} })
    await remove(id)
    expect([await bell(benSession), (await bell(cleoSession)).length]).toEqual([[], 1])
    await restore(id)
    expect([await bell(benSession), await bell(cleoSession)].map((all) => all.length)).toEqual([
      1, 1,
    ])
  })

  test('is not sent on restore to a user who may no longer read the record', async () => {
    const fixture = await receivablesFixture(prizm)
    const ben = await prizm.builders.user({ role: 'finance', username: 'ben' })
    const cleo = await prizm.builders.user({ role: 'finance', username: 'cleo' })
    const entityId = await fixture.charged(customerId, { total: '10.00' })
    const body = { entity: 'invoice', entityId, text: '@ben @cleo owes 10.00' }
    const made = await prizm.call('POST', '/api/comments', { as, body })
    const { id } = made.json<Comment>()
    expect(await bell(await prizm.builders.session(ben))).toHaveLength(1)
    await remove(id)
    await query(`update users set role = 'warehouse' where id = ${ben.id}`)
    expect((await restore(id)).statusCode).toBe(200)
    expect(await bell(await prizm.builders.session(ben))).toEqual([])
    expect(await bell(await prizm.builders.session(cleo))).toHaveLength(1)
  })

  test('of a user without permission to read the record is rejected', async () => {
    const fixture = await receivablesFixture(prizm)
    await prizm.builders.user({ role: 'warehouse', username: 'otto' })
    const id = await fixture.charged(customerId, { total: '10.00' })
    const body = { entity: 'invoice', entityId: id, text: '@otto look' }
    const answer = await prizm.call('POST', '/api/comments', { as, body })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'mention-may-not-read'])
    expect(await query('select id from comments')).toEqual([])
  })

  test('suggests active users with permission to read the record, by prefix', async () => {
    for (const [username, role, isActive] of [
      ['bea', 'finance', true],
      ['Ben', 'manager', true],
      ['bert', 'warehouse', true],
      ['bill', 'manager', false],
      ['b_x', 'manager', true],
    ] as const) {
      await prizm.builders.user({ username, role, isActive })
    }
    const names = async (entity: string, q: string) => {
      const url = `/api/comments/mentionable?entity=${entity}&q=${encodeURIComponent(q)}`
      const found = (await prizm.call('GET', url, { as })).json<{ username: string }[]>()
      return found.map(({ username }) => username)
    }
    expect(await names('customer', 'be')).toEqual(['bea', 'Ben', 'bert'])
    expect(await names('invoice', 'be')).toEqual(['bea', 'Ben'])
    expect(await names('customer', 'b_')).toEqual(['b_x'])
    expect(await names('customer', 'ana')).toEqual([])
  })
})

test('the change stream reports a comment as a comment, not as a record change', async () => {
  const managerSession = await prizm.signIn('manager')
  await createComment('Known')
  const [start] = await query('select max(id)::int as id from audit_log')
  await createComment('News')
  const { body } = await prizm.call('GET', `/api/changes?since=${start.id}`, { as: managerSession })
  expect(body).toContain('data: [{"entity":"comment","count":1}]')
})
