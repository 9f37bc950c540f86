import type { Transporter } from 'nodemailer'

/** An email, as passed to the mail server. */
export type Mail = {
  messageId: string
  from: { name: string; address: string }
  to: readonly string[]
  cc: readonly string[]
  subject: string
  text: string
  date: string
  /** The attached PDF. */
  file?: { name: string; bytes: Uint8Array }
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
      attachments: attachmentsOf(mail),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { rejected } = info as { rejected?: readonly (string | { address: string })[] }
    return (rejected ?? []).map((each) => (typeof each === 'string' ? each : each.address))
  }
}

function listOf(addresses: readonly string[]): { name: string; address: string }[] {
  return addresses.map((address) => ({ name: '', address }))
}

function attachmentsOf({ file }: Mail) {
  if (!file) return []
  const { name: filename, bytes } = file
  return [{ filename, content: Buffer.from(bytes), contentType: 'application/pdf' }]
}
