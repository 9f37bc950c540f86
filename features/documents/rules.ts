import type { Settings } from '#features/settings/contract.ts'
import type { TextDocument } from '#features/settings/document-texts.ts'
import { type Flow, statusesOf } from '#platform/kernel/flow.ts'
import type { DocumentFiling } from './printed-document.ts'

/**
 * The status flow of an email: queued, sent, or failed until a user retries it. `uncertain` is one
 * that was handed to the mail server without a recorded answer: it may have been sent.
 */
export const sendingFlow = {
  // It may bounce before the answer of the mail server is recorded.
  queued: { deliver: 'sent', fail: 'failed', lose: 'uncertain', bounce: 'failed' },
  // It bounces for all recipients; for some of several, it stays sent.
  sent: { bounce: 'failed' },
  // Set aside, it keeps its status, and needs no more attention.
  failed: { retry: 'queued', 'set-aside': 'failed' },
  uncertain: { retry: 'queued', 'set-aside': 'uncertain', bounce: 'failed' },
} as const satisfies Flow

export const sendingStatuses = statusesOf(sendingFlow)

const sendingLabels = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  uncertain: 'May have been sent',
} as const satisfies Record<keyof typeof sendingFlow, string>

type SendingState = { status: keyof typeof sendingFlow; bouncedAt: string | null }

/** What the screens call the state of an email; bounced also if some recipients got it. */
export function sendingLabel({ status, bouncedAt }: SendingState): string {
  return bouncedAt === null ? sendingLabels[status] : 'Bounced'
}

const invalidCharacters = /[\\/:*?"<>|\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E]/gu

/** The file name of a document; characters invalid in file systems or headers become hyphens. */
export function fileNameOf(title: string): string {
  return `${title.replaceAll(invalidCharacters, '-').trim().slice(0, 120)}.pdf`
}

const longestName = 65
const longestParty = 30

/**
 * The file name of a document: kind and number, code of the party, day, such as
 * `Invoice INV-1000001 C-1042 2026-03-02.pdf`, so that a folder of them sorts. Codes are shorter
 * than names: mail programs write a file name of more than fifty characters in pieces, which not
 * all of them read.
 */
export function documentFileName({ name, party, on }: DocumentFiling): string {
  const parts = [name.slice(0, longestName), party.slice(0, longestParty), on ?? '']
  return fileNameOf(
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  )
}

/** Delivery attempts before an email fails. */
export const maxAttempts = 10

/** The refusal code of a stored document that cannot be parsed; retrying does not help. */
export const unreadableDocument = 'unreadable-document'

/** Splits a field into addresses at commas, semicolons or whitespace. */
export function addressesOf(field: string | null): string[] {
  return (field ?? '').split(/[,;\s]+/).filter((address) => address !== '')
}

const address = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u

/** True for one plain address, without the display name, group or list syntax of mail programs. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

/** What an uncertain email says. */
export const uncertainSentence =
  'It may have been sent: the program stopped before it recorded the answer of the mail server. ' +
  'Ask the recipient, and press Retry if it did not arrive'

/** What an email says whose connection broke after it was handed to the mail server. */
export const unansweredSentence =
  'It may have been sent: the mail server did not answer. Ask the recipient, and press Retry if ' +
  'it did not arrive'

/** The documents that customers can get without a person sending them. */
export const customerEmailNames = [
  'order-confirmation',
  'shipment-notice',
  'invoice',
  'statement',
  'dunning-letter',
] as const
/** The documents that vendors can get without a person sending them. */
export const vendorEmailNames = ['purchase-order'] as const
export const automaticNames = [...customerEmailNames, ...vendorEmailNames] as const
export type AutomaticName = (typeof automaticNames)[number]

/** Who gets automatic emails. */
export const emailParties = ['customer', 'vendor'] as const
export type EmailParty = (typeof emailParties)[number]

/** The automatic emails that a customer or a vendor can get. */
export function namesFor(party: EmailParty): readonly AutomaticName[] {
  return party === 'customer' ? customerEmailNames : vendorEmailNames
}

type Switches = Pick<
  Settings,
  | 'autoEmailConfirmation'
  | 'autoEmailShipment'
  | 'autoEmailInvoice'
  | 'autoEmailStatement'
  | 'autoEmailReminder'
  | 'autoEmailPurchaseOrder'
>

/** The company's choice for a document. */
export function isSentByCompany(settings: Switches, name: AutomaticName): boolean {
  return settings[switchNames[name]]
}

const switchNames = {
  'order-confirmation': 'autoEmailConfirmation',
  'shipment-notice': 'autoEmailShipment',
  invoice: 'autoEmailInvoice',
  statement: 'autoEmailStatement',
  'dunning-letter': 'autoEmailReminder',
  'purchase-order': 'autoEmailPurchaseOrder',
} as const satisfies Record<AutomaticName, keyof Switches> & Partial<Record<TextDocument, string>>

/**
 * The states of an automatic email: it waits to be made, was queued as a message, was not needed
 * after all, or could not be made until a person retries it.
 */
export const automaticEmailFlow = {
  waiting: { queue: 'queued', skip: 'skipped', refuse: 'refused' },
  queued: {},
  skipped: {},
  refused: { retry: 'waiting', 'set-aside': 'skipped' },
} as const satisfies Flow
export const automaticStates = statusesOf(automaticEmailFlow)

/** An automatic email that was not sent within this many days is not sent any more. */
export const staleDays = 7

/** A statement is sent on its day, or up to this many days later if the program stood still. */
const lateStatementDays = 3

/** The month before a business day, as the period of a statement. */
export function statementPeriod(today: string): { version: string; from: string; to: string } {
  const firstOfMonth = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  const to = new Date(firstOfMonth.getTime() - 86_400_000).toISOString().slice(0, 10)
  const version = to.slice(0, 7)
  return { version, from: `${version}-01`, to }
}

/** The latest day of the month for statements, which every month has. */
const lastStatementDay = 28

/** The statements of these days of a month, from and to, for the month before it. */
type DueStatements = { from: number; to: number; period: ReturnType<typeof statementPeriod> }

/**
 * The statements that are sent on a business day: on day 6 those of the days 3 to 6; on the first
 * days of March also the late ones of the last days of February.
 */
export function statementsDue(today: string): DueStatements[] {
  const dayOfMonth = Number(today.slice(8, 10))
  const period = statementPeriod(today)
  const ofMonth = { from: Math.max(1, dayOfMonth - lateStatementDays), to: dayOfMonth, period }
  const from = Number(period.to.slice(8, 10)) + dayOfMonth - lateStatementDays
  if (from > lastStatementDay) return [ofMonth]
  return [ofMonth, { from, to: lastStatementDay, period: statementPeriod(period.to) }]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Name of the logo inside an email, which its HTML shows as `cid:` address. */
export const logoCid = 'logo'

/** The text of an email as HTML, below the logo of the company. */
export function emailHtml(text: string, companyName: string): string {
  const escaped = (plain: string) => plain.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
  const logo =
    `<p><img src="cid:${logoCid}" alt="${escaped(companyName)}" height="64" ` +
    'style="height:64px;width:auto;max-width:280px"></p>'
  return [logo, ...paragraphs].join('\n')
}

/** A filled-in subject as one line of at most 200 characters. */
export function oneLineSubject(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
