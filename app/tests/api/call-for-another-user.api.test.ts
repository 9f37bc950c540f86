import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

// Writes of the screens name their user: the cookie may be that of another user by now.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

test('a call that names another user than the one who is signed in does nothing', async () => {
  const bo = await prizm.builders.user({ username: 'bo', role: 'sales' })
  const cy = await prizm.builders.user({ username: 'cy', role: 'sales' })
  const as = await prizm.builders.session(cy)
  const save = (asUser: string) =>
    prizm.call('POST', '/api/order-drafts', {
      as,
      body: { title: 'Draft', form: {} },
      headers: { 'x-as-user': asUser },
    })
  const refused = await save(String(bo.id))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'other-user',
      detail: 'Another user has signed in since. Sign in again in another tab, then try again',
    },
  ])
  expect((await save('')).statusCode).toBe(409)
  expect(await prizm.rows('select id from order_drafts')).toEqual([])
  expect((await save(String(cy.id))).statusCode).toBe(200)
})

test('a read is refused in the same way; a call without a sign-in ignores the header', async () => {
  const cy = await prizm.builders.user({ username: 'cy', role: 'sales' })
  const as = await prizm.builders.session(cy)
  const read = async (path: string, asUser: number) =>
    (await prizm.call('GET', path, { as, headers: { 'x-as-user': String(asUser) } })).statusCode
  expect(await read('/api/order-drafts', cy.id + 1)).toBe(409)
  expect(await read('/api/order-drafts', cy.id)).toBe(200)
  expect(await read('/api/sign-in', cy.id + 1)).toBe(200)
})
