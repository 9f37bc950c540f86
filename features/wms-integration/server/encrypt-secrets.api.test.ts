import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import { encryptWarehouseSecrets } from './encrypt-secrets.ts'
import { type WarehouseFixture, warehouseFixture } from './testing.ts'

const first = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
const second = 'pL7dF2sK9aW4eU1iO6tY3rE8'
/** The secrets of the simulated warehouse. */
const entered = {
  token: 'T',
  webhookSecret: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
}
const encrypted = /^aes256gcm\.[0-9a-f]{8}\.[A-Za-z0-9+/]+=*$/

let fixture: WarehouseFixture
let admin: string

beforeEach(async () => {
  fixture = await warehouseFixture()
  admin = await fixture.prizm.signIn('admin')
  loadSecretsKeys(first)
})
afterEach(async () => {
  loadSecretsKeys(undefined)
  await fixture.close()
})

const change = (body: object) =>
  fixture.prizm.call('PUT', '/api/wms/connection', { as: admin, body })
const stored = async () => {
  type Stored = { token: string; secret: string; version: number }
  const query = 'select token, webhook_secret as secret, version from wms_connection'
  const [row] = await fixture.prizm.rows<Stored>(query)
  return row ?? { token: '', secret: '', version: 0 }
}

test('the token and the webhook secret are encrypted in the database, and used', async () => {
  expect((await change(entered)).statusCode).toBe(200)
  const before = await stored()
  expect([before.token, before.secret]).toEqual([
    expect.stringMatching(encrypted),
    expect.stringMatching(encrypted),
  ])
  expect(await fixture.run()).toMatchObject({ state: 'done', error: null })
  expect((await fixture.webhook('ping', {})).statusCode).toBe(200)
  // A retry after a lost answer enters the same, which is no change.
  expect((await change(entered)).json()).toMatchObject({ hasToken: true, version: before.version })
  expect(await stored()).toEqual(before)
  const entries = await fixture.prizm.rows(`select changes::text from audit_log
    where entity = 'wms' and action = 'update'`)
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toContain('aes256gcm')
})

test('secrets stored as text are encrypted by the job, and rotate with the key', async () => {
  loadSecretsKeys(undefined)
  await change(entered)
  const before = await stored()
  expect([before.token, before.secret]).toEqual([entered.token, entered.webhookSecret])
  await encryptWarehouseSecrets(fixture.context())
  expect(await stored(), 'without a key').toEqual(before)
  loadSecretsKeys(first)
  await Promise.all([
    encryptWarehouseSecrets(fixture.context()),
    encryptWarehouseSecrets(fixture.context()),
  ])
  const after = await stored()
  expect(after.token).toMatch(encrypted)
  expect(after.secret).toMatch(encrypted)
  expect(after.version, 'it is no change').toBe(before.version)
  loadSecretsKeys(`${second},${first}`)
  await encryptWarehouseSecrets(fixture.context())
  expect((await stored()).token.split('.')[1]).not.toBe(after.token.split('.')[1])
  loadSecretsKeys(second)
  expect(await fixture.run()).toMatchObject({ state: 'done', error: null })
})

test('a node without the key calls nobody and says why; entering them again helps', async () => {
  await change(entered)
  loadSecretsKeys(second)
  expect(await fixture.run()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('SECRETS_KEY lacks its key'),
  })
  const refused = await fixture.webhook('ping', {})
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'secret-unreadable'])
  await expect(encryptWarehouseSecrets(fixture.context())).rejects.toThrow(
    'The secrets of the warehouse connection cannot be read',
  )
  expect((await change(entered)).statusCode).toBe(200)
  await encryptWarehouseSecrets(fixture.context())
  expect(await fixture.run()).toMatchObject({ state: 'done', error: null })
})
