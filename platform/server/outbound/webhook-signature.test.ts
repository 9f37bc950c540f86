import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
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

describe('P21 a webhook is verified by its signature', () => {
  const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
  const body =
    '{"type":"inventory.snapshot","timestamp":"2026-01-18T02:00:00Z",' +
    '"data":{"snapshotId":"SNAP-20260118-0200"}}'
  const right = {
    id: 'msg_test_0001',
    timestamp: '1768701600',
    signature: 'v1,u3GIL93Suk6jSNWlrrpGZGEYGepxhaIyOzaUo/58WOc=',
    body,
  }
  const sent = new Date(1_768_701_600_000)
  const at = (seconds: number) => new Date(sent.getTime() + seconds * 1000)

  test('the example of the specification is valid, up to five minutes early or late', () => {
    expect(isSigned(secret, right, sent)).toBe(true)
    expect(isSigned(secret, right, at(300))).toBe(true)
    expect(isSigned(secret, right, at(-300))).toBe(true)
  })

  test('with two secrets each of them signs, and a signature by either is valid', () => {
    const other = 'another secret of plain text'
    const signed = sign([secret, other], { id: right.id, body }, sent)
    const [first = '', second = '', ...more] = signed['webhook-signature'].split(' ')
    expect([first, more]).toEqual([right.signature, []])
    expect(isSigned(other, { ...right, signature: second }, sent)).toBe(true)
    expect(isSigned([other, secret], right, sent)).toBe(true)
    expect(isSigned([secret, other], { ...right, signature: second }, sent)).toBe(true)
    expect(isSigned(other, right, sent)).toBe(false)
  })

  test('with two signatures the second one may be valid', () => {
    const signature = `v1,${Buffer.alloc(32).toString('base64')} ${right.signature}`
    expect(isSigned(secret, { ...right, signature }, sent)).toBe(true)
  })

  test.each([
    ['a flipped byte of the body', { body: body.replace('snapshot', 'snapshos') }, 0],
    ['another id', { id: 'msg_test_0002' }, 0],
    ['no id', { id: '' }, 0],
    ['a moment too old', {}, 301],
    ['a moment to come', {}, -301],
    ['a timestamp that is none', { timestamp: '1768701600.0' }, 0],
    ['another version of signature', { signature: right.signature.replace('v1,', 'v2,') }, 0],
    ['an empty list', { signature: '' }, 0],
    ['the body written anew', { body: JSON.stringify(JSON.parse(body), null, 1) }, 0],
  ])('%s does not match', (_what, change, seconds) => {
    expect(isSigned(secret, { ...right, ...change }, at(seconds))).toBe(false)
  })
})
