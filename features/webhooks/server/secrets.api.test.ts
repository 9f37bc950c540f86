import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import { encryptWebhookSecrets } from './encrypt-secrets.ts'
import { createWebhookSender } from './send-due-deliveries.ts'
import { loopback, queueAllEvents, type WebhookFixture, webhookFixture } from './testing.ts'

const first = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
const second = 'pL7dF2sK9aW4eU1iO6tY3rE8'
const third = 'xN5bC8mV3zQ7jG1hD4kS9wA6'
/** 12 bytes that begin it, 16 that prove it, and the 38 of the secret. */
const encrypted = /^aes256gcm\.[0-9a-f]{8}\.[A-Za-z0-9+/]{88}$/

let prizm: TestApp
let hooks: WebhookFixture

beforeEach(async () => {
  prizm = await startTestApp({ ...loopback, SECRETS_KEY: first }, { isOwn: true })
  hooks = await webhookFixture(prizm)
})
afterEach(async () => {
  await hooks.receiver.close()
  await prizm.close()
  loadSecretsKeys(undefined)
})

type StoredRow = { secret: string; previous: string | null; version: number }

const stored = () =>
  prizm.rows<StoredRow>(
    'select secret, previous_secret as previous, version from webhooks order by id',
  )

/** Sends an event of one more record, and verifies what arrived with a secret. */
async function expectSigned(secret: string, id: number): Promise<void> {
  await hooks.emit([id])
  await hooks.work()
  const index = hooks.receiver.received.length - 1
  const body = hooks.receiver.received[index]?.body ?? ''
  expect(JSON.parse(body).data.entityId).toBe(id)
  expect(new Webhook(secret).verify(body, hooks.headersOf(index))).toEqual(JSON.parse(body))
}

test('the secret of a webhook is encrypted in the database, and signs', async () => {
  const { secret } = await hooks.make()
  const [row, ...more] = await stored()
  expect(row).toEqual({ secret: expect.stringMatching(encrypted), previous: null, version: 1 })
  expect(more).toEqual([])
  const [{ text } = { text: '' }] = await prizm.rows<{ text: string }>(
    'select w::text as text from webhooks w',
  )
  expect(text).not.toContain(secret.slice('whsec_'.length))
  await expectSigned(secret, 1)
})

test('retries return the secret, and after a rotation the encrypted old one signs', async () => {
  const headers = { 'idempotency-key': 'lost' }
  const body = { url: hooks.receiver.url, description: 'Shop', topics: ['invoice.posted'] }
  const create = () => prizm.call('POST', '/api/webhooks', { as: hooks.as, body, headers })
  const made = (await create()).json()
  expect((await create()).json()).toEqual(made)
  const [before] = await stored()
  const again = { 'idempotency-key': 'lost too' }
  const rotate = () =>
    prizm.call('POST', `/api/webhooks/${made.id}/secret`, { as: hooks.as, headers: again })
  const rotated = (await rotate()).json()
  expect((await rotate()).json()).toEqual(rotated)
  const [after] = await stored()
  expect(after?.secret).toMatch(encrypted)
  expect(after?.secret).not.toBe(before?.secret)
  expect(after?.previous).toBe(before?.secret)
  await expectSigned(made.secret, 1)
  await expectSigned(rotated.secret, 2)
})

test('a later rotation with the same Idempotency-Key makes a new secret', async () => {
  const { id, secret: first } = await hooks.make()
  const headers = { 'idempotency-key': 'monthly' }
  const rotate = async () =>
    (await prizm.call('POST', `/api/webhooks/${id}/secret`, { as: hooks.as, headers })).json()
  const { secret: second } = await rotate()
  await prizm.rows(`update webhooks set previous_until = now() - interval '1 second'`)
  const { secret: third, previousUntil } = await rotate()
  expect(new Set([first, second, third]).size).toBe(3)
  expect(previousUntil).not.toBeNull()
  await expectSigned(second, 1)
  await expectSigned(third, 2)
})

test('a rotation with the Idempotency-Key of the creation is refused', async () => {
  const headers = { 'idempotency-key': 'setup' }
  const body = { url: hooks.receiver.url, description: 'Shop', topics: ['invoice.posted'] }
  const made = await prizm.call('POST', '/api/webhooks', { as: hooks.as, body, headers })
  const url = `/api/webhooks/${made.json().id}/secret`
  const rotated = await prizm.call('POST', url, { as: hooks.as, headers })
  expect([rotated.statusCode, rotated.json().code]).toEqual([422, 'idempotency-key-reused'])
  const again = await prizm.call('POST', '/api/webhooks', { as: hooks.as, body, headers })
  expect(again.json()).toEqual(made.json())
})

test('secrets that were stored as text sign, and are encrypted by the job', async () => {
  loadSecretsKeys(undefined)
  const { id, secret: old } = await hooks.make()
  const rotated = await prizm.call('POST', `/api/webhooks/${id}/secret`, { as: hooks.as })
  const { secret, version } = rotated.json()
  expect(await stored()).toEqual([{ secret, previous: old, version }])
  await encryptWebhookSecrets(hooks.ctx)
  expect(await stored(), 'without a key').toEqual([{ secret, previous: old, version }])
  loadSecretsKeys(first)
  await expectSigned(old, 1)
  await encryptWebhookSecrets(hooks.ctx)
  expect(await stored()).toEqual([
    {
      secret: expect.stringMatching(encrypted),
      previous: expect.stringMatching(encrypted),
      version,
    },
  ])
  await expectSigned(old, 2)
  await expectSigned(secret, 3)
})

test('a new key before the old one encrypts all secrets anew, also by two nodes', async () => {
  const { secret } = await hooks.make()
  const [before] = await stored()
  loadSecretsKeys(`${second},${first}`)
  await Promise.all([encryptWebhookSecrets(hooks.ctx), encryptWebhookSecrets(hooks.ctx)])
  const [after] = await stored()
  expect(after).toEqual({ secret: expect.stringMatching(encrypted), previous: null, version: 1 })
  expect(after?.secret.split('.')[1]).not.toBe(before?.secret.split('.')[1])
  await encryptWebhookSecrets(hooks.ctx)
  expect(await stored(), 'nothing is left to do').toEqual([after])
  loadSecretsKeys(second)
  await expectSigned(secret, 1)
})

test('with one key lost, the secrets of the other webhooks are encrypted anew', async () => {
  loadSecretsKeys(third)
  const lost = await hooks.make()
  loadSecretsKeys(first)
  const { secret } = await hooks.make()
  const [lostBefore, before] = await stored()
  loadSecretsKeys(`${second},${first}`)
  const lostKey = lostBefore?.secret.split('.')[1]
  await expect(encryptWebhookSecrets(hooks.ctx)).rejects.toMatchObject({
    message: `The secrets of these webhooks cannot be read: ${lost.id}`,
    cause: { message: `SECRETS_KEY lacks the key ${lostKey}, which a stored secret needs` },
  })
  const [lostAfter, after] = await stored()
  expect(lostAfter).toEqual(lostBefore)
  expect(after?.secret).toMatch(encrypted)
  expect(after?.secret.split('.')[1]).not.toBe(before?.secret.split('.')[1])
  loadSecretsKeys(second)
  await expectSigned(secret, 1)
})

test('after a new secret for a lost key, the unreadable old one is left out', async () => {
  const { id } = await hooks.make()
  loadSecretsKeys(second)
  const rotated = await prizm.call('POST', `/api/webhooks/${id}/secret`, { as: hooks.as })
  const { secret } = rotated.json()
  const [before] = await stored()
  await expectSigned(secret, 1)
  expect(hooks.headersOf(0)['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]+=*$/)
  loadSecretsKeys(`${third},${second}`)
  await expect(encryptWebhookSecrets(hooks.ctx)).rejects.toThrow(
    `The earlier secrets of these webhooks cannot be read, and do not sign: ${id}`,
  )
  const [after] = await stored()
  expect(after?.previous).toBe(before?.previous)
  expect(after?.secret, 'the new one is encrypted anew').not.toBe(before?.secret)
  await expectSigned(secret, 2)
  await prizm.rows(`update webhooks set previous_until = now() returning id`)
  await encryptWebhookSecrets(hooks.ctx)
  expect(await stored()).toEqual([{ ...after, previous: null }])
})

test('without the setting the job names the webhooks whose secrets are encrypted', async () => {
  const { id } = await hooks.make()
  const before = await stored()
  loadSecretsKeys(undefined)
  await expect(encryptWebhookSecrets(hooks.ctx)).rejects.toThrow(
    `The secrets of these webhooks cannot be read: ${id}`,
  )
  expect(await stored()).toEqual(before)
})

test('a node without the key sends and counts nothing, and the message waits for one', async () => {
  const { secret } = await hooks.make()
  await hooks.emit([1])
  await queueAllEvents(hooks.ctx)
  loadSecretsKeys(second)
  const sender = createWebhookSender(loopback, () => new Date())
  await sender.start(hooks.ctx)
  await sender.idle()
  await expect(sender.start(hooks.ctx)).rejects.toThrow('SECRETS_KEY lacks the key')
  expect(await hooks.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, error: null }])
  expect(hooks.receiver.received).toEqual([])
  loadSecretsKeys(first)
  await hooks.makeDue()
  await hooks.work()
  expect(hooks.receivedIds()).toEqual([1])
  await expectSigned(secret, 2)
})
