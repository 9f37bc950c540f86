import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let mine: string
let otherCookie: string

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  mine = await prizm.signIn('sales')
  otherCookie = await prizm.signIn('sales')
})
afterEach(() => prizm.close())

const customer = (code: string, as: string) => {
  const body = { customerCode: code, name: 'Acme', email: 'office@acme.example' }
  return prizm.call('POST', '/api/customers', { as, body })
}
const poll = async (since: number | string, as = mine) =>
  (await prizm.call('GET', `/api/changes?since=${since}`, { as })).body

test('a poll returns the changes of other users since then, but not one’s own', async () => {
  await customer('A-1', otherCookie)
  const [start] = (await prizm.database.pool.query('select max(id)::int as id from audit_log')).rows
  await customer('A-2', otherCookie)
  await customer('A-3', mine)
  await customer('A-4', otherCookie)
  const last = start.id + 3
  const ready = (id: number) => `retry: 5000\nevent: ready\nid: ${id}\ndata: []\n\n`
  expect(await poll(start.id)).toBe(
    `${ready(start.id)}event: missed\nid: ${last}\ndata: [{"entity":"customer","count":2}]\n\n`,
  )
  expect(await poll(last)).toBe(ready(last))
  expect((await prizm.call('GET', '/api/changes?since=x', { as: mine })).statusCode).toBe(422)
  expect((await prizm.call('GET', '/api/changes')).statusCode).toBe(401)
})

test('a stream publishes changes until the server shuts down', async () => {
  const url = await prizm.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { accept: 'text/event-stream', cookie: mine }
  const answer = await fetch(`${url}/api/changes`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('event: ready')
  await customer('A-1', otherCookie)
  expect((await reader?.read())?.value).toContain('data: [{"entity":"customer","count":1}]')
  const closing = prizm.app.close()
  while (!(await reader?.read())?.done);
  await closing
})

test('a stream publishes when the unread count rises and when it falls', async () => {
  const url = await prizm.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { accept: 'text/event-stream', cookie: mine }
  const answer = await fetch(`${url}/api/changes`, { headers })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const waitForText = async (words: string) => {
    let text = ''
    while (!text.includes(words)) text += (await reader?.read())?.value ?? ''
  }
  await waitForText('event: ready')
  const { id } = (await customer('A-1', otherCookie)).json()
  const { username } = (await prizm.call('GET', '/api/user', { as: mine })).json()
  const body = { entity: 'customer', entityId: id, text: `@${username} see` }
  const response = await prizm.call('POST', '/api/comments', { as: otherCookie, body })
  expect(response.statusCode).toBe(201)
  await waitForText('{"entity":"notification","count":1}')
  await prizm.call('POST', '/api/notifications/read-all', { as: mine })
  await waitForText('{"entity":"notification","count":0}')
})

test('a reconnecting stream gets its unread count at once; a single poll does not', async () => {
  const { id } = (await customer('A-1', otherCookie)).json()
  const { username } = (await prizm.call('GET', '/api/user', { as: mine })).json()
  const body = { entity: 'customer', entityId: id, text: `@${username} see` }
  await prizm.call('POST', '/api/comments', { as: otherCookie, body })
  const [last] = (await prizm.database.pool.query('select max(id)::int as id from audit_log')).rows
  expect(await poll(last.id)).toBe(`retry: 5000\nevent: ready\nid: ${last.id}\ndata: []\n\n`)
  const url = await prizm.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { accept: 'text/event-stream', cookie: mine }
  const answer = await fetch(`${url}/api/changes?since=${last.id}`, { headers })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('missed')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain(
    `event: missed\nid: ${last.id}\ndata: [{"entity":"notification","count":1}]`,
  )
})

test('signing out ends the stream', async () => {
  const url = await prizm.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { accept: 'text/event-stream', cookie: mine }
  const answer = await fetch(`${url}/api/changes`, { headers })
  await prizm.call('POST', '/api/logout', { as: mine })
  const reader = answer.body?.getReader()
  while (!(await reader?.read())?.done);
  const again = await fetch(`${url}/api/changes`, { headers })
  expect(again.status).toBe(401)
})
