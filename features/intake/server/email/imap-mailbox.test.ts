import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { projectRoot } from '#platform/server/runtime/config.ts'
import { readMailbox } from './imap-mailbox.ts'

test('a mail server whose certificate nobody signed gets no password', async () => {
  const pem = readFileSync(join(projectRoot, 'platform/server/runtime/self-signed.pem'))
  let received = ''
  const server = createServer({ key: pem, cert: pem }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => (received += String(part)))
    socket.write('* OK Test\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const account = { user: 'orders', password: 'open sesame', folder: 'INBOX' }
  const address = { host: '127.0.0.1', port, isEncrypted: true, ...account }
  const start = { uidValidity: null, lastUid: 0, since: new Date(0), purpose: 'orders' } as const
  try {
    await expect(readMailbox(address, start)).rejects.toThrow('self-signed certificate')
    expect(received).toBe('')
  } finally {
    server.close()
  }
})

test('a mail server that sends a byte now and then is left after the longest time', async () => {
  const server = createPlainServer((socket) => {
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const account = { user: 'orders', password: 'open sesame', folder: 'INBOX' }
  const address = { host: '127.0.0.1', port, isEncrypted: false, ...account }
  const start = { uidValidity: null, lastUid: 0, since: new Date(0), purpose: 'orders' } as const
  try {
    await expect(readMailbox(address, start, 300)).rejects.toThrow()
  } finally {
    server.close()
  }
})
