import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '#app/program.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { loadSecretsKeys } from '#platform/server/runtime/stored-secrets.ts'
import type { DetailedHealth } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  as = await prizm.signIn('admin')
})
afterEach(async () => {
  loadSecretsKeys(undefined)
  await prizm.close()
})

const notices = async (by = as) => {
  const answer = await prizm.call('GET', '/api/health/detailed', { as: by })
  return answer.json<DetailedHealth>().notices
}
const storeWebhook = () =>
  prizm.rows(
    `insert into webhooks (url, description, topics, secret)
     values ('https://8.8.8.8/hook', 'Shop', array['invoice.posted'], 'whsec_AQID') returning id`,
  )
const storeToken = () =>
  prizm.call('PUT', '/api/wms/connection', {
    as,
    body: { url: 'https://8.8.8.8/wms', token: 'open sesame' },
  })
const sentence = (owners: string) =>
  `SECRETS_KEY is not set, so the secrets of ${owners} are stored as text. ` +
  'Whoever reads the database or a backup can use them. Set it to encrypt them'

test('administrators see which secrets are stored as text, and nobody else does', async () => {
  expect(await notices()).toBeUndefined()
  await storeWebhook()
  expect(await notices()).toEqual([sentence('1 webhook')])
  expect((await storeToken()).statusCode).toBe(200)
  expect(await notices()).toEqual([sentence('1 webhook and the warehouse connection')])
  const [user] = await prizm.rows<{ id: number }>('select id from users limit 1')
  await prizm.rows(
    `insert into second_factors (user_id, secret) values (${user?.id}, 'AAAA') returning 1`,
  )
  await prizm.rows(
    `insert into single_sign_on (client_id, client_secret) values ('prizm', 'abc') returning 1`,
  )
  expect(await notices()).toEqual([
    sentence('1 webhook, the warehouse connection, 1 second factor and single sign-on'),
  ])
  expect(await notices(await prizm.signIn('manager'))).toBeUndefined()
  const open = await prizm.call('GET', '/api/health')
  expect(open.body).not.toContain('SECRETS_KEY')
  loadSecretsKeys('gZ3mR8vQ1xT6kN0wB5yH2cJ4')
  expect(await notices()).toBeUndefined()
})

test('the log of the start says so, too', async () => {
  await storeWebhook()
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const config = readConfig({ DEMO_DATA: 'none', SHUTDOWN_DELAY: '0' })
  const { database } = prizm
  const program = await startProgram({ config, database, logStream, watchesNode: true })
  await program.app.close()
  const warnings = lines.map((line) => JSON.parse(line) as { level: unknown; msg: string })
  expect(warnings.map(({ msg }) => msg)).toContain(sentence('1 webhook'))
})
