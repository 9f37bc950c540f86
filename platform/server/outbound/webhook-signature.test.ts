import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isSigned, sign } from './webhook-signature.ts'

// Our signatures and those of the library of Standard Webhooks are the same. The vector is the one
// of the library's own tests.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const body = '{"test": 2432232314}'
const now = new Date(1_614_265_330_000)
const published = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('signs the published vector of Standard Webhooks with the published signature', () => {
  expect(sign(secret, { id, body }, now)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': published,
  })
  expect(new Webhook(secret).sign(id, now, body)).toBe(published)
})

test('accepts what the library signs, also with a secret of plain text', () => {
  const plain = 'a secret of plain text, long enough'
  const libraries = [
    { key: secret, library: new Webhook(secret) },
    { key: plain, library: new Webhook(plain, { format: 'raw' }) },
  ]
  for (const { key, library } of libraries) {
    const signed = { id, timestamp: '1614265330', signature: library.sign(id, now, body), body }
    expect(isSigned(key, signed, now)).toBe(true)
    expect(isSigned(key, { ...signed, body: `${body} ` }, now)).toBe(false)
  }
})
