import type { Transporter } from 'nodemailer'
import { addressesOf } from '../rules.ts'

/** An email with one attachment, as passed to the mail server. */
export type Mail = {
  messageId: string
  from: { name: string; address: string }
  to: string
  cc: string | null
  subject: string
  text: string
  date: string
  file: { name: string; bytes: Uint8Array }
}

/** Delivers an email; returns the rejected recipient addresses. */
export type Deliver = (mail: Mail) => Promise<string[]>

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Returns a function that sends through an SMTP server. The library is loaded with the first
 * message.
 */
export function mailerTo(smtpUrl: string): Deliver {
  let transport: Promise<Transporter> | undefined
  return async (mail) => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: smtpUrl, ...timeouts }),
    )
    const info: unknown = await (
      await transport
    ).sendMail({
      // Separate fields prevent header injection by an address or a subject.
      messageId: `<${mail.messageId}@${mail.from.address.split('@').at(-1)}>`,
      date: new Date(mail.date),
      from: mail.from,
      to: listOf(mail.to),
      cc: listOf(mail.cc),
      subject: mail.subject,
      text: mail.text,
      attachments: [
        {
          filename: mail.file.name,
          content: Buffer.from(mail.file.bytes),
          contentType: 'application/pdf',
        },
      ],
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { rejected } = info as { rejected?: readonly (string | { address: string })[] }
    return (rejected ?? []).map((each) => (typeof each === 'string' ? each : each.address))
  }
}

function listOf(field: string | null): { name: string; address: string }[] {
  return addressesOf(field).map((address) => ({ name: '', address }))
}
