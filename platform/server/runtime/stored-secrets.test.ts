import { afterEach, expect, test } from 'vitest'
import {
  currentPrefix,
  decryptSecret,
  encryptEntered,
  encryptSecret,
  loadSecretsKeys,
} from './stored-secrets.ts'

const first = 'gZ3mR8vQ1xT6kN0wB5yH2cJ4'
const second = 'pL7dF2sK9aW4eU1iO6tY3rE8'

const unreadable = 'A stored secret was changed, or was encrypted for another purpose'

afterEach(() => loadSecretsKeys(undefined))

test('a secret is encrypted differently each time, and decrypted for its purpose alone', () => {
  loadSecretsKeys(first)
  const [one, other] = [encryptSecret('ünsafe', 'webhook'), encryptSecret('ünsafe', 'webhook')]
  expect(one).toMatch(/^aes256gcm\.[0-9a-f]{8}\.[A-Za-z0-9+/]+=*$/)
  expect(one.startsWith(String(currentPrefix()))).toBe(true)
  expect(one).not.toBe(other)
  expect(decryptSecret(one, 'webhook')).toBe('ünsafe')
  expect(() => decryptSecret(one, 'warehouse')).toThrow(unreadable)
})

test('a secret that was changed in the database is not decrypted', () => {
  loadSecretsKeys(first)
  const [name, id, sealed = ''] = encryptSecret('whsec_AQID', 'webhook').split('.')
  const bytes = Buffer.from(sealed, 'base64')
  for (const index of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    const stored = [name, id, changed.toString('base64')].join('.')
    expect(() => decryptSecret(stored, 'webhook')).toThrow(unreadable)
  }
  expect(() => decryptSecret(`${name}.${id}.`, 'webhook')).toThrow(unreadable)
})

test('the first key encrypts, each decrypts, and one that is missing is named', () => {
  loadSecretsKeys(first)
  const old = encryptSecret('whsec_AQID', 'webhook')
  loadSecretsKeys(`${second}, ${first}`)
  const fresh = encryptSecret('whsec_AQID', 'webhook')
  expect(fresh.split('.')[1]).not.toBe(old.split('.')[1])
  expect([old, fresh].map((stored) => decryptSecret(stored, 'webhook'))).toEqual([
    'whsec_AQID',
    'whsec_AQID',
  ])
  loadSecretsKeys(second)
  const missing = `SECRETS_KEY lacks the key ${old.split('.')[1]}, which a stored secret needs`
  expect(() => decryptSecret(old, 'webhook')).toThrow(missing)
  loadSecretsKeys(undefined)
  const unset = `SECRETS_KEY is not set, but a stored secret needs its key ${old.split('.')[1]}`
  expect(() => decryptSecret(old, 'webhook')).toThrow(unset)
})

test('without a key secrets stay as they are', () => {
  loadSecretsKeys(undefined)
  expect(currentPrefix()).toBeUndefined()
  expect(encryptSecret('whsec_AQID', 'webhook')).toBe('whsec_AQID')
  expect(decryptSecret('whsec_AQID', 'webhook')).toBe('whsec_AQID')
})

test('a secret that is entered again is no change, and another one is encrypted', () => {
  loadSecretsKeys(first)
  const stored = encryptSecret('open sesame', 'warehouse')
  const after = (entered: string | null, before: string | null = stored) =>
    encryptEntered(entered, { stored: before, purpose: 'warehouse' })
  expect(after('open sesame')).toBe(stored)
  expect(after(stored), 'nothing was entered').toBe(stored)
  expect(after(null)).toBeNull()
  expect(after('open sesame', 'open sesame'), 'it was stored as text').toBe('open sesame')
  const changed = String(after('close sesame'))
  expect(changed).not.toBe(stored)
  expect(decryptSecret(changed, 'warehouse')).toBe('close sesame')
  loadSecretsKeys(second)
  const renewed = String(after('open sesame'))
  expect(renewed.split('.')[1], 'the key of the stored one is lost').not.toBe(stored.split('.')[1])
  expect(decryptSecret(renewed, 'warehouse')).toBe('open sesame')
})
