import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../runtime/config.ts'
import { isPrivateAddress, safeFetch, whyNotCall } from './safe-fetch.ts'

const pem = readFileSync(join(projectRoot, 'platform/server/runtime/self-signed.pem'))
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

/** Calls a server with a certificate of its own, which is trusted if `ca` says so. */
async function callOverTls(listener: RequestListener, ca?: Buffer) {
  const server = createHttpsServer({ key: pem, cert: pem }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const target = {
    name: 'The receiver',
    url: new URL(`https://127.0.0.1:${port}`),
    isTrusted: true,
  }
  const before = globalAgent.options.ca
  globalAgent.options.ca = ca
  try {
    return await safeFetch(target, request)
  } finally {
    globalAgent.options.ca = before
    server.closeAllConnections()
    server.close()
  }
}

test('a server whose certificate nobody signed gets no request', async () => {
  let count = 0
  const call = callOverTls((_, response) => {
    count += 1
    response.end('ok')
  })
  await expect(call).rejects.toThrow('The receiver cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(count).toBe(0)
})

test('over https, too, an answer that is too long counts as none', async () => {
  const accepted = await callOverTls((_, response) => response.end('x'.repeat(10)), pem)
  expect(accepted).toMatchObject({ status: 200, text: 'x'.repeat(10) })
  const call = callOverTls((_, response) => response.end('x'.repeat(11)), pem)
  await expect(call).rejects.toThrow('The receiver cannot be reached: its answer is too long')
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

describe('P22 server-side request forgery is blocked', () => {
  test.each([
    'http://wms.example.com',
    'https://127.0.0.1',
    'https://[::1]',
    'https://0.0.0.0',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://[fc00::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://0x7f.1',
    'https://localhost.',
    'https://user@wms.example.com',
    'https://wms.example.com:22',
    'file:///etc/passwd',
    'gopher://wms.example.com',
    'no address',
    '',
  ])('%s is never called', async (url) => {
    const resolve = async (host: string) =>
      host.startsWith('localhost')
        ? [{ address: '127.0.0.1', family: 4 }]
        : [{ address: '93.184.216.34', family: 4 }]
    expect(await whyNotCall(url, resolve)).toEqual(expect.any(String))
  })

  test('a name with a private address among its public ones is not called', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await whyNotCall('https://wms.example.com', resolve)).toContain('private network')
  })

  test('a public name is called', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    expect(await whyNotCall('https://wms.example.com/prizm', resolve)).toBeUndefined()
    expect(isPrivateAddress('2606:2800:220:1:248:1893:25c8:1946')).toBe(false)
  })
})
