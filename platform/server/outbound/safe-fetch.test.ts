import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { safeFetch } from './safe-fetch.ts'

const request = { method: 'POST', headers: {}, body: '{}', timeoutMs: 5000, maxBytes: 10 } as const

/** Answers one call with a listener, and returns what the call got. */
async function callWith(listener: RequestListener, more: object = {}) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = { name: 'The receiver', url: new URL(`http://127.0.0.1:${port}`), isTrusted: true }
  try {
    return await safeFetch(target, { ...request, ...more })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('an answer that is too long counts as none', async () => {
  const call = callWith((_, response) => response.end('x'.repeat(11)))
  await expect(call).rejects.toThrow('The receiver cannot be reached: its answer is too long')
})

test('an answer may be cut off instead, and its status counts', async () => {
  const answer = await callWith((_, response) => response.writeHead(201).end('x'.repeat(99_999)), {
    cutsAnswer: true,
  })
  expect(answer).toMatchObject({ status: 201, text: 'x'.repeat(10) })
})

test('an answer without an end fails after the time limit', async () => {
  const call = callWith((_, response) => response.writeHead(200).write('x'), { timeoutMs: 50 })
  await expect(call).rejects.toThrow('The receiver did not respond within 0.05 s')
})

test('a name that is not resolved in time fails as no response does', async () => {
  const target = { name: 'The receiver', url: new URL('https://a.example'), isTrusted: false }
  const call = safeFetch(target, { ...request, timeoutMs: 50 }, () => new Promise(() => {}))
  await expect(call).rejects.toThrow('The receiver did not respond within 0.05 s')
})

test('P22 a name that is public when checked and private when called is not called', async () => {
  const answers = ['93.184.215.14', '10.0.0.1']
  const target = { name: 'The receiver', url: new URL('https://a.example'), isTrusted: false }
  const call = safeFetch(target, request, async () => [
    { address: answers.shift() ?? '10.0.0.1', family: 4 },
  ])
  await expect(call).rejects.toThrow('a.example is in a private network, which is not allowed')
})
