import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createBodyBudget } from './request-body-admission.ts'
import { createCallRate, ratesOf } from './rate-limit.ts'
import { isOwnHost } from './host-and-origin-checks.ts'

const mib = 1024 * 1024
const upload = (bytes: number | 'chunked') =>
  ({
    method: 'POST',
    headers:
      bytes === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${bytes}` },
  }) as unknown as FastifyRequest
const person = (id: number) => ({ id, username: `p${id}`, role: 'admin' })

const limits = { all: 30 * mib, withoutUser: 2 * mib, perUser: 10 * mib }
const form = { limit: 10 * mib, isFile: false }
const file = { limit: 10 * mib, isFile: true }
const noRoom = 'Many large files are being read. Try again in a moment'

test('limits the total size of large bodies at once; small ones always pass', () => {
  const budget = createBodyBudget(limits)
  const first = upload(10 * mib)
  budget.reserve(first, person(1), file)
  budget.reserve(upload('chunked'), person(2), form)
  budget.reserve(upload(10 * mib), person(3), file)
  expect(() => budget.reserve(upload(16_385), person(4), form)).toThrow(noRoom)
  budget.reserve(upload(16_384), person(4), form)
  budget.release(first)
  budget.release(first)
  budget.reserve(upload(10 * mib), person(4), form)
  expect(() => budget.reserve(upload(mib), person(5), form)).toThrow(noRoom)
})

test('limits the total size of the large bodies of one user', () => {
  const budget = createBodyBudget(limits)
  const bodies = [upload(4 * mib), upload(6 * mib)] as const
  for (const body of bodies) budget.reserve(body, person(1), form)
  const refused = 'Your requests may have 10 MiB together. Send this one when others are done'
  expect(() => budget.reserve(upload(16_385), person(1), form)).toThrow(refused)
  budget.reserve(upload(10 * mib), person(2), form)
  budget.release(bodies[0])
  budget.reserve(upload(4 * mib), person(1), form)
  expect(() => budget.reserve(upload(16_385), person(1), form)).toThrow(refused)
})

test('one user has at most four files in work, however small, beside other bodies', () => {
  const budget = createBodyBudget(limits)
  const files = Array.from({ length: 4 }, () => upload(20_000))
  for (const each of files) budget.reserve(each, person(1), file)
  const refused = 'You are sending 4 large files already. Send this one later'
  expect(() => budget.reserve(upload(20_000), person(1), file)).toThrow(refused)
  budget.reserve(upload(20_000), person(1), form)
  budget.release(files[0] as FastifyRequest)
  budget.reserve(upload(20_000), person(1), file)
})

test('the room of a body is held while work on it runs, even if its sender leaves', async () => {
  const budget = createBodyBudget({ ...limits, all: 10 * mib })
  const first = upload(10 * mib)
  budget.reserve(first, person(1), form)
  let end: () => void = () => undefined
  const work = budget.holdDuring(first, () => new Promise<void>((resolve) => (end = resolve)))
  budget.release(first)
  expect(() => budget.reserve(upload(mib), person(2), form)).toThrow(noRoom)
  end()
  await work
  budget.reserve(upload(10 * mib), person(2), form)
})

test('the room of a body is free after work on it fails', async () => {
  const budget = createBodyBudget({ ...limits, all: 10 * mib })
  const first = upload(10 * mib)
  budget.reserve(first, person(1), file)
  const work = budget.holdDuring(first, () => Promise.reject(new Error('broken')))
  await expect(work).rejects.toThrow('broken')
  budget.reserve(upload(10 * mib), person(2), file)
})

test('unauthenticated requests share a small part of the budget', () => {
  const budget = createBodyBudget(limits)
  budget.reserve(upload(mib), undefined, form)
  budget.reserve(upload(mib), undefined, form)
  expect(() => budget.reserve(upload(mib), undefined, form)).toThrow(noRoom)
  budget.reserve(upload(mib), person(1), form)
})

const here = { HOST: '127.0.0.1', PUBLIC_URL: undefined }
const network = { HOST: '0.0.0.0', PUBLIC_URL: undefined }
const named = { HOST: '0.0.0.0', PUBLIC_URL: 'https://orders.example.com, http://intern.example' }
const hereAndNamed = { HOST: '127.0.0.1', PUBLIC_URL: 'https://orders.example.com' }

test.each([
  ['localhost:3000', here, true],
  ['127.0.0.1:3000', here, true],
  ['[::1]:3000', here, true],
  ['evil.example', here, false],
  ['127.0.0.1.evil.example', here, false],
  ['localhost.evil.example', here, false],
  ['192.168.1.5:3000', here, false],
  ['192.168.1.5:3000', network, true],
  ['prizm:3000', network, true],
  ['evil.example:3000', network, false],
  ['orders.example.com', named, true],
  ['ORDERS.example.com.:443', named, true],
  ['intern.example:8080', named, true],
  ['evil.example', named, false],
  ['localhost:3000', named, false],
  ['127.0.0.1:3000', named, false],
  ['[::1]:3000', named, false],
  ['192.168.1.5:3000', named, false],
  ['prizm:3000', named, false],
  ['0.0.0.0:3000', named, false],
  ['localhost:3000', network, true],
  ['localhost:3000', hereAndNamed, true],
  ['orders.example.com', hereAndNamed, true],
  ['prizm:3000', hereAndNamed, false],
  ['', here, true],
])('host %s', (host, config, isOwn) => {
  expect(isOwnHost(host, config)).toBe(isOwn)
})

test('rate limits are off on a local server and generous elsewhere', () => {
  const unset = {
    TRUSTED_PROXY: undefined,
    RATE_PER_SESSION: undefined,
    RATE_PER_KEY: undefined,
  }
  expect(ratesOf({ HOST: '127.0.0.1', ...unset })).toEqual({ session: undefined, key: undefined })
  const behind = { ...unset, TRUSTED_PROXY: 'loopback' }
  expect(ratesOf({ HOST: '127.0.0.1', ...behind })).toEqual({ session: 3000, key: 6000 })
  expect(ratesOf({ HOST: '0.0.0.0', ...unset, RATE_PER_SESSION: 0 }).session).toBeUndefined()
})

test('a session may send requests again after a minute', () => {
  let now = 0
  const count = createCallRate({ session: 1, key: undefined }, () => now)
  const headers: Record<string, string> = {}
  const reply = { header: (name: string, value: string) => (headers[name] = value) }
  const request = { headers: {}, cookies: { sid: 'token' } }
  const call = () => count(request as never, reply as never, person(1))
  call()
  expect(headers['ratelimit']).toBe('"minute";r=0;t=60')
  now = 59_999
  expect(call).toThrow('This session has made 1 calls within a minute')
  now = 60_000
  call()
})
