import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email as the test server received it. */
type ReceivedEmail = { from: string; to: string[]; text: string }

/** What the test server answers to an address: all of them without `to`. */
type MailRefusal = { code: number; sentence: string; to?: string }

/** Test helper: a real local SMTP server that accepts messages or rejects their recipients. */
export async function startMailServer() {
  const state: {
    received: ReceivedEmail[]
    refusal: MailRefusal | undefined
    /** Takes the message, and resets the connection instead of answering. */
    breaksOff: boolean
    /** Resets each connection before the greeting. */
    isDown: boolean
  } = { received: [], refusal: undefined, breaksOff: false, isDown: false }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_, done) => {
      if (state.isDown) for (const socket of sockets) socket.resetAndDestroy()
      else done()
    },
    onRcptTo: ({ address }, _, done) => {
      const { refusal } = state
      const isRefused = refusal && (refusal.to ?? address) === address
      const error = isRefused && new Error(refusal.sentence)
      done(error ? Object.assign(error, { responseCode: refusal.code }) : null)
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        state.received.push({ from, to, text: Buffer.concat(parts).toString('utf8') })
        if (state.breaksOff) for (const socket of sockets) socket.resetAndDestroy()
        else done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  /** The subjects of what was received, in order. */
  const subjects = () =>
    state.received.map(({ text }) => /^Subject: (.+?)\r$/m.exec(text)?.[1] ?? '')
  return { state, url, close, subjects }
}
