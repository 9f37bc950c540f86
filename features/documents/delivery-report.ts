import { cutText } from '#platform/kernel/fields.ts'

/** A recipient that an email never reaches: the addresses that a report names, and the reason. */
export type FailedRecipient = { addresses: string[]; reason: string }

/** What a delivery report (RFC 3464) says of an email. */
export type DeliveryReport = {
  /** The UUID in the `Message-ID` of the email; null if it has none, so that it is not ours. */
  messageId: string | null
  /** Those with `Action: failed`; an email that is delayed or relayed may still arrive. */
  failed: FailedRecipient[]
}

/** The parts of a report: the one for programs, and the returned email or its head. */
type ReportParts = { status: string; returned: string }

const maxRecipients = 50
const maxReasonLength = 500

/** Reads the parts of a delivery report. What it does not understand it leaves out. */
export function parseDeliveryReport({ status, returned }: ReportParts): DeliveryReport {
  // A blank line ends the fields of the report, and then those of each recipient.
  const groups = unixLines(status).split(/\n[ \t]*\n/)
  const failed = groups.map(fieldsOf).filter(isFailed).slice(0, maxRecipients)
  return {
    messageId: messageIdOf(returned),
    failed: failed.map((fields) => ({ addresses: addressesIn(fields), reason: reasonOf(fields) })),
  }
}

type Fields = ReadonlyMap<string, string>

function fieldsOf(group: string): Fields {
  const fields = new Map<string, string>()
  // A line that begins with a blank continues the one before.
  for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function isFailed(fields: Fields): boolean {
  return /^failed\b/i.test(fields.get('action') ?? '')
}

/** The address that the sender wrote, if the report has it, and the one that failed. */
function addressesIn(fields: Fields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const address = withoutType(fields.get(name) ?? '').replaceAll(/[<>]/g, '')
    return address === '' ? [] : [address.trim().toLowerCase()]
  })
}

/** The answer of the mail server in its own words, with the status code if it does not name it. */
function reasonOf(fields: Fields): string {
  const [code = ''] = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  const answer = withoutType(fields.get('diagnostic-code') ?? '')
  const words = answer.includes(code) ? answer : `${code} ${answer}`
  const plain = words.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return cutText(plain, maxReasonLength) || 'no reason given'
}

/** Removes the type before a value, such as `rfc822;` or `smtp;`. */
function withoutType(value: string): string {
  return value.replace(/^[\w.-]+[ \t]*;/, '').trim()
}

const sentMessageId = /^message-id:\s*<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>\s]*>/im

function messageIdOf(returned: string): string | null {
  const [head = ''] = unixLines(returned).trimStart().split('\n\n', 1)
  return sentMessageId.exec(head)?.[1]?.toLowerCase() ?? null
}

function unixLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** A recipient of an email that bounced; no address if the report names none of the recipients. */
type BouncedRecipient = { address: string | null; reason: string }

/**
 * The recipients of an email (in lower case) that a report says failed, each once. An address that
 * the email was not sent to counts for its only recipient, whose mailbox may forward to it. With
 * several recipients it counts for none.
 */
export function bouncedRecipients(
  recipients: readonly string[],
  failed: readonly FailedRecipient[],
): BouncedRecipient[] {
  const only = recipients.length === 1 ? recipients[0] : undefined
  const bounced = failed.map(({ addresses, reason }): [string | null, string] => [
    addresses.find((address) => recipients.includes(address)) ?? only ?? null,
    reason,
  ])
  return [...new Map(bounced)].map(([address, reason]) => ({ address, reason }))
}
