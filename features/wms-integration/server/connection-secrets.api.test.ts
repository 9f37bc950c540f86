import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

// IP addresses need no DNS lookup, and both are public.
const first = 'https://8.8.8.8/wms'
const other = 'https://1.1.1.1/wms'
const environment = {
  WMS_URL: 'https://9.9.9.9/wms',
  WMS_TOKEN: 'token-of-environment',
  WMS_WEBHOOK_SECRET: 'whsec_b2YtdGhlLWVudmlyb25tZW50LWl0c2VsZg==',
}

async function begin(env: Record<string, string> = {}): Promise<void> {
  prizm = await startTestApp(env, { isOwn: true })
  as = await prizm.signIn('admin')
}
beforeEach(() => begin())
afterEach(() => prizm.close())

const change = (body: object) => prizm.call('PUT', '/api/wms/connection', { as, body })
async function saved(): Promise<unknown> {
  const query = 'select url, token, webhook_secret as secret from wms_connection'
  return (await prizm.database.pool.query(query)).rows[0]
}

test.each([
  ['host', other],
  ['port', 'https://8.8.8.8:8443/wms'],
  ['kind of warehouse', 'tryton:https://8.8.8.8/wms'],
])('the token must be entered again if the %s of the address changes', async (_, url) => {
  await change({ url: first, token: 'first-token' })
  const refused = await change({ url })
  expect(refused.statusCode).toBe(422)
  const message = 'The address belongs to another server. Enter its token or password again'
  expect(refused.json()).toMatchObject({ errors: [{ path: 'token', message }] })
  expect(await saved()).toEqual({ url: first, token: 'first-token', secret: null })
  expect((await change({ url, token: 'its-token' })).statusCode).toBe(200)
  expect(await saved()).toEqual({ url, token: 'its-token', secret: null })
})

test('the SFTP password must be entered again for another server', async () => {
  const hostKey = `SHA256:${'a'.repeat(43)}`
  await change({ url: 'sftp://wms@8.8.8.8/in', token: 'password', hostKey })
  const refused = await change({ url: 'sftp://wms@1.1.1.1/in' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ errors: [{ path: 'token' }] })
  expect((await change({ url: 'sftp://wms@8.8.8.8:22/out' })).statusCode).toBe(200)
  expect(await saved()).toMatchObject({ token: 'password' })
})

test('the token must be entered again if the scheme changes to SFTP', async () => {
  await change({ url: first, token: 'first-token' })
  const url = 'sftp://wms@8.8.8.8/wms'
  const hostKey = `SHA256:${'a'.repeat(43)}`
  const refused = await change({ url, hostKey })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ errors: [{ path: 'token' }] })
  expect(await saved()).toEqual({ url: first, token: 'first-token', secret: null })
  expect((await change({ url, hostKey, token: 'password' })).statusCode).toBe(200)
  expect(await saved()).toEqual({ url, token: 'password', secret: null })
})

test('a token is not accepted for an unencrypted address, on any host', async () => {
  await change({ url: first, token: 'first-token' })
  for (const url of ['http://8.8.8.8/wms', 'http://8.8.8.8:443/wms', 'http://1.1.1.1/wms']) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await change({ url, token: 'typed-again' })
    expect(refused.statusCode).toBe(422)
    const message = 'The address must begin with https://'
    expect(refused.json()).toMatchObject({ errors: [{ path: 'url', message }] })
  }
  expect(await saved()).toEqual({ url: first, token: 'first-token', secret: null })
})

test('an environment secret applies only to its own host and scheme', async () => {
  await prizm.close()
  await begin({ ...environment, WMS_URL: 'http://9.9.9.9:443/wms' })
  const readConnection = async () => {
    const answer = await prizm.call('GET', '/api/wms/status', { as })
    const { url, hasToken, hasWebhookSecret } = answer.json().connection
    return { url, hasToken, hasWebhookSecret }
  }
  const own = { url: 'http://9.9.9.9:443/wms', hasToken: true, hasWebhookSecret: true }
  expect(await readConnection()).toEqual(own)
  const url = 'https://9.9.9.9/wms'
  expect((await change({ url })).statusCode).toBe(200)
  expect(await readConnection()).toEqual({ url, hasToken: false, hasWebhookSecret: false })
})

test('for another server, both secrets must be entered again or cleared', async () => {
  await change({
    url: first,
    token: 'a',
    webhookSecret: 'whsec_Zmlyc3Qtc2VjcmV0LW9mLXVzLWZvci1pdA==',
  })
  const refused = await change({ url: other })
  expect(refused.json()).toMatchObject({ errors: [{ path: 'token' }, { path: 'webhookSecret' }] })
  expect((await change({ url: other, token: null, webhookSecret: null })).statusCode).toBe(200)
  expect(await saved()).toEqual({ url: other, token: null, secret: null })
})

test('the token stays valid for another path on the same server', async () => {
  await change({ url: first, token: 'first-token' })
  expect((await change({ url: 'https://8.8.8.8/other' })).statusCode).toBe(200)
  expect(await saved()).toMatchObject({ url: 'https://8.8.8.8/other', token: 'first-token' })
})

test('a folder has no token, and the old one is deleted', async () => {
  await change({ url: first, token: 'first-token' })
  expect((await change({ url: 'folder:warehouse' })).statusCode).toBe(200)
  expect(await saved()).toMatchObject({ token: null })
})

test("environment secrets apply only to the environment's address", async () => {
  await prizm.close()
  await begin(environment)
  const way = async () => {
    const { connection } = (await prizm.call('GET', '/api/wms/status', { as })).json()
    return [connection.url, connection.hasToken, connection.hasWebhookSecret]
  }
  expect(await way()).toEqual([environment.WMS_URL, true, true])
  expect((await change({ url: other })).statusCode).toBe(200)
  expect(await way()).toEqual([other, false, false])
  expect((await change({ token: 'its-token' })).statusCode).toBe(200)
  expect(await way()).toEqual([other, true, false])
  expect((await change({ url: null })).statusCode).toBe(200)
  expect(await way()).toEqual([environment.WMS_URL, true, true])
  expect(await saved()).toEqual({ url: null, token: null, secret: null })
})

test('webhooks can be received with an environment secret and no address', async () => {
  await prizm.close()
  await begin({ WMS_WEBHOOK_SECRET: environment.WMS_WEBHOOK_SECRET })
  const known = async () => (await prizm.call('GET', '/api/wms/status', { as })).json().connection
  expect(await known()).toMatchObject({ url: null, hasWebhookSecret: true })
  expect((await change({ url: other })).statusCode).toBe(200)
  expect(await known()).toMatchObject({ url: other, hasWebhookSecret: false })
})

test.each([
  ['https://8.8.8.8\\@127.0.0.1', 'https://8.8.8.8/@127.0.0.1'],
  ['HTTPS://8.8.8.8:443/wms/../x', 'https://8.8.8.8/x'],
  ['https://8.8.8.8/a\tb', 'https://8.8.8.8/ab'],
])('%j is stored in canonical form: %s', async (typed, url) => {
  expect((await change({ url: typed })).statusCode).toBe(200)
  expect(await saved()).toMatchObject({ url })
})
