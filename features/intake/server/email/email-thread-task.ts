import type { Attachment, ParsedMail, StructuredHeader } from 'mailparser'
import { type DeliveryReport, parseDeliveryReport } from '#features/documents/delivery-report.ts'
import { cutText } from '#platform/kernel/fields.ts'
import { readWorkbook } from './read-workbook.ts'

// Reads an email in the file thread: a message that was made to be slow, or a picture of a thousand
// pages, ends that thread and stops no request.

/** What an email says, as the parser of order texts reads it. */
export type EmailText = {
  messageId: string | null
  from: string
  subject: string
  /** The sender, the subject, the body, and the text of the attachments. */
  text: string
  /** What could not be read, and why. */
  unread: string[]
  /** If it is a delivery report, what it says. */
  report: DeliveryReport | null
}

const textOptions = { skipImageLinks: true, skipTextToHtml: true }
const maxPdfPages = 30
/** The longest text of an email with its attachments, in UTF-16 units. */
const maxTextLength = 262_144
/** The longest body, so that a long quoted thread leaves room for the attachments. */
const maxBodyLength = 131_072

/** The tasks of the file thread for emails. The message arrives as base64. */
export const emailTasks = { email: readEmail }

async function readEmail(base64: string): Promise<EmailText> {
  // Loaded with the first email: most files that this thread reads are others.
  const { simpleParser } = await import('mailparser')
  const source = Buffer.from(base64, 'base64')
  const mail = await simpleParser(source, textOptions)
  const from = mail.from?.value[0]?.address ?? ''
  const subject = mail.subject ?? ''
  const head = `From: ${mail.from?.text ?? from}\nSubject: ${subject}`
  const written = new CutText(maxTextLength)
  written.add('The head of the email', head, 4000)
  written.add('The email', `\n\n${mail.text ?? ''}`, maxBodyLength)
  const unread: string[] = []
  for (const attachment of mail.attachments) {
    // Pictures inside the body, such as a logo.
    if (attachment.related && attachment.contentType.startsWith('image/')) continue
    const fileName = attachment.filename ?? 'attachment'
    const name = cutText(fileName, 200)
    // Sequential: the thread reads one file at a time.
    // oxlint-disable-next-line no-await-in-loop
    const read = await readAttachment(attachment, fileName)
    if ('text' in read) {
      written.add(name, `\n\nAttachment ${name}\n\n${read.text}`, maxTextLength)
      unread.push(...(read.unread ?? []).map((reason) => `${name}: ${reason}`))
    } else unread.push(`${name} was not read: ${read.whyNot}`)
  }
  const messageId = mail.messageId === undefined ? null : storable(mail.messageId)
  const plain = { from: storable(from), subject: storable(subject), text: written.text }
  const report = isDeliveryReport(mail) ? await readDeliveryReport(source) : null
  return { messageId, ...plain, unread: [...written.unread, ...unread].map(storable), report }
}

/** Whether an email is a delivery report (RFC 3464), by its head. */
function isDeliveryReport({ headers }: ParsedMail): boolean {
  // The parser returns this header with its parameters, if there is one.
  const header = headers.get('content-type') as Partial<StructuredHeader> | undefined
  const type = header?.value ?? ''
  const reportType = header?.params?.['report-type'] ?? ''
  return /^multipart\/report$/i.test(type) && /^delivery-status$/i.test(reportType)
}

const statusParts = ['message/delivery-status', 'message/global-delivery-status']
const returnedParts = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/global',
  'message/global-headers',
]
/** The part for programs and the head of the returned email are far shorter. */
const maxReportBytes = 65_536

/** Parses the email again: its parts stay as they are, instead of becoming one text. */
async function readDeliveryReport(source: Buffer): Promise<DeliveryReport> {
  const { simpleParser } = await import('mailparser')
  const options = { ...textOptions, keepDeliveryStatus: true, ignoreEmbedded: true }
  const { attachments } = await simpleParser(source, options)
  const partOf = (types: readonly string[]) => {
    const part = attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()))
    return part ? part.content.subarray(0, maxReportBytes).toString('utf8') : ''
  }
  return parseDeliveryReport({ status: partOf(statusParts), returned: partOf(returnedParts) })
}

/** A text of limited length, and what of its parts did not fit. */
class CutText {
  text = ''
  unread: string[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Adds a part, at most so many characters of it. */
  add(name: string, part: string, max: number): void {
    const whole = storable(part)
    const cut = cutText(whole, Math.min(max, this.#max - this.text.length))
    if (cut.length < whole.length) {
      this.unread.push(`${name} is too long. Only the first part was read`)
    }
    this.text += cut
  }
}

/** Replaces characters that the database cannot store. */
function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD')
}

type AttachmentText = { text: string; unread?: string[] } | { whyNot: string }

async function readAttachment(
  { contentType, content, headers }: Attachment,
  name: string,
): Promise<AttachmentText> {
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  if (contentType === 'application/pdf' || ending === 'pdf') return readPdf(content)
  if (ending === 'xlsx') return readWorkbook(content)
  const isText = contentType.startsWith('text/') || ['csv', 'txt'].includes(ending)
  if (isText) {
    // The parser returns this header with its parameters, if there is one.
    const header = headers.get('content-type') as Partial<StructuredHeader> | undefined
    return { text: textOf(content, header?.params?.['charset'] ?? '') }
  }
  return { whyNot: `files of the type ${contentType} are not read` }
}

/**
 * Decodes a text file: by its byte order mark, else as UTF-8, else by the charset that the email
 * names, else as Windows-1252, in which Excel saves a CSV file.
 */
function textOf(content: Uint8Array, charset: string): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  const utf8 = decoded(content, 'utf-8')
  if (utf8 !== undefined) return utf8
  return decoded(content, charset) ?? new TextDecoder('windows-1252').decode(content)
}

/** The text in an encoding; undefined if it is not valid there, or if the encoding is unknown. */
function decoded(content: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

/** The text of a PDF that has a text layer. */
async function readPdf(content: Buffer): Promise<AttachmentText> {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // The reader detaches its buffer, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(content))
    if (document.numPages > maxPdfPages) {
      return { whyNot: `it has more than ${maxPdfPages} pages` }
    }
    const { text } = await extractText(document, { mergePages: false })
    const pages = text.join('\n').trim()
    return pages === '' ? { whyNot: 'it is a picture without text' } : { text: pages }
  } catch {
    return { whyNot: 'it is damaged or locked' }
  }
}
