import type { Transporter } from 'nodemailer'
import {
  hasAnswer,
  type RejectedRecipient,
  rejectedRecipientsOf,
  UnansweredMail,
} from './delivery-errors.ts'

/** An email, as passed to the mail server. */
export type Mail = {
  messageId: string
  from: { name: string; address: string }
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  /** The same message with the logo, for mail programs that show HTML. */
  html?: string
  /** Pictures of the HTML, which it names as `cid:` addresses; nothing is loaded from outside. */
  pictures?: readonly { cid: string; png: Uint8Array }[]
  date: string
  /** The attached PDF. */
  file?: { name: string; bytes: Uint8Array }
}

/**
 * Delivers an email; returns the recipients that the server rejected, with its reasons. Rejects
 * with `UnansweredMail` if it may have been delivered; after any other error it was not.
 */
export type Deliver = (mail: Mail) => Promise<RejectedRecipient[]>

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Returns a function that sends through an SMTP server. The library is loaded with the first
 * message.
 */
export function mailerTo(smtpUrl: string): Deliver {
  let transport: Promise<Transporter> | undefined
  /** The messages that the connection read to their end, by id. */
  const read = new Set<string>()
  return async (mail) => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: smtpUrl, ...timeouts }).use('stream', (sending, done) => {
        const id = sending.message.messageId()
        sending.message.processFunc((stream) => stream.once('end', () => read.add(id)))
        done()
      }),
    )
    const message = messageOf(mail)
    try {
      const info: unknown = await (await transport).sendMail(message)
      return rejectedRecipientsOf(info)
    } catch (error) {
      if (!read.has(message.messageId) || hasAnswer(error)) throw error
      throw new UnansweredMail(error instanceof Error ? error.message : String(error), {
        cause: error,
      })
    } finally {
      read.delete(message.messageId)
    }
  }
}

function messageOf(mail: Mail) {
  return {
    // Separate fields prevent header injection by an address or a subject.
    messageId: `<${mail.messageId}@${mail.from.address.split('@').at(-1)}>`,
    date: new Date(mail.date),
    from: mail.from,
    to: listOf(mail.to),
    cc: listOf(mail.cc),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: attachmentsOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function listOf(addresses: readonly string[]): { name: string; address: string }[] {
  return addresses.map((address) => ({ name: '', address }))
}

function attachmentsOf({ file, pictures = [] }: Mail) {
  const inline = pictures.map(({ cid, png }) => ({
    filename: `${cid}.png`,
    cid,
    content: Buffer.from(png),
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }))
  if (!file) return inline
  const { name: filename, bytes } = file
  const pdf = { filename, content: Buffer.from(bytes), contentType: 'application/pdf' }
  return [...inline, pdf]
}
