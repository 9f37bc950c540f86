import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email that arrived: its recipients and its text, without the line breaks of its encoding. */
export type ReceivedEmail = { to: string[]; text: string }

export type MailServer = { url: string; emails: ReceivedEmail[]; close: () => Promise<void> }

/** Starts a mail server on loopback, which accepts every email. */
export async function startMailServer(): Promise<MailServer> {
  const emails: ReceivedEmail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        emails.push({ to, text: unwrapped(Buffer.concat(pieces).toString('utf8')) })
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, emails, close }
}

/** Undoes the line breaks and the equals signs of quoted-printable (RFC 2045, 6.7). */
function unwrapped(message: string): string {
  return message.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}
