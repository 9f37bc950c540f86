import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { projectRoot } from '../runtime/config.ts'
import { UnansweredMail } from './delivery-errors.ts'
import { mailerTo } from './mailer.ts'

let server: Server

afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())))

/** How the connection ends: by a reset, or as a program ends it that stops. */
type End = 'reset' | 'close'

/**
 * A mail server that ends the connection when the client has said `at`: a command, or the dot after
 * the message. `connection` ends it before the greeting, and `never` answers everything.
 */
async function startServer(at: string, by: End = 'reset'): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => {})
    if (at === 'connection') return endConnection(socket, by)
    let isData = false
    let unread = ''
    const answer = (line: string): string => {
      if (isData && line !== '.') return ''
      isData = line === 'DATA'
      return isData ? '354 Go ahead\r\n' : '250 Ok\r\n'
    }
    socket.write('220 Test\r\n')
    socket.on('data', (part: Buffer) => {
      const lines = (unread + part.toString('latin1')).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) {
        if (!(isData && at !== '.') && line.startsWith(at)) return endConnection(socket, by)
        socket.write(answer(line))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function endConnection(socket: Socket, by: End): void {
  if (by === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}

const mail = {
  messageId: 'm-1',
  from: { name: 'Prizm Supplies', address: 'office@prizm.example' },
  to: ['pay@northwind.example'],
  cc: [],
  subject: 'Order SO-1',
  text: 'Please find it.',
  date: '2026-11-30T10:00:00.000Z',
}

const ways = ['reset', 'close'] as const

const breaks = ['connection', 'EHLO', 'MAIL', 'RCPT', 'DATA'].flatMap((at) =>
  ways.map((by) => [at, by] as const),
)

test.each(breaks)('a connection that breaks at %s (%s) has sent nothing', async (at, by) => {
  const sending = mailerTo(await startServer(at, by))(mail)
  const error: unknown = await sending.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(UnansweredMail)
})

test.each(ways)('a connection that breaks after the message (%s) may have sent it', async (by) => {
  const deliver = mailerTo(await startServer('.', by))
  await expect(deliver(mail)).rejects.toBeInstanceOf(UnansweredMail)
})

test('a message that the server takes is delivered', async () => {
  expect(await mailerTo(await startServer('never'))(mail)).toEqual([])
})

test('a mail server whose certificate nobody signed gets no message', async () => {
  const pem = readFileSync(join(projectRoot, 'platform/server/runtime/self-signed.pem'))
  let received = ''
  server = createTlsServer({ key: pem, cert: pem }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => (received += String(part)))
    socket.write('220 Test\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const deliver = mailerTo(`smtps://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(deliver(mail)).rejects.toThrow('self-signed certificate')
  expect(received).toBe('')
})
