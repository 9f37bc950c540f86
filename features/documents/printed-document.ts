import type { CompanyProfile, DateStyle } from '#features/settings/rules.ts'
import { isOwnCountry } from '#features/settings/countries-and-states.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { FieldValues, TextDocument } from '#features/settings/document-texts.ts'
import type { TextValues } from '#features/settings/text-placeholders.ts'

/** The content of a document, whether printed, rendered as a PDF, or emailed. */
export type PrintedDocument = {
  title: string
  subtitle?: string
  /** A mark beside the title, such as PAID or VOID. */
  mark?: string
  /** The number printed below its barcode; null for documents without one. */
  number: string | null
  /** The first one is printed in the window of an envelope, the others below it. */
  parties: readonly DocumentParty[]
  /** Names and values beside the parties. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Text above the table. */
  words?: string
  columns: readonly DocumentColumn[]
  /** One text per column; a line break starts a smaller second line. */
  rows: readonly (readonly string[])[]
  /** Text that replaces an empty table. */
  empty?: string
  /** The totals, printed once below the last row, on the same page. */
  sums: readonly DocumentTotal[]
  /** Small tables below the totals, such as the tax by rate. */
  tables?: readonly DocumentTable[]
  notes: string | null
  /** Caption of the signature line. */
  signature?: string
  /** Lines that the recipient fills in and returns. */
  reply?: { title: string; fields: readonly string[] }
  /** An address label to cut out for the parcel: sender, receiver and number. */
  label?: DocumentLabel
  /** True if it stays in the warehouse: it has a short head and no address for an envelope. */
  isInternal?: true
  /** True if it requests payment, so that the ways to pay and the footer text are printed. */
  asksForMoney?: true
  /** The slip to return with a payment: who pays what. */
  slip?: DocumentSlip
  /** What its file is named after; absent in documents stored by older versions. */
  filing?: DocumentFiling
}
/** Kind and number, the code of the customer or vendor, and the day of a document. */
export type DocumentFiling = { name: string; party: string; on: Day | null }
/** A document that can be saved as a file. */
export type FiledDocument = PrintedDocument & { filing: DocumentFiling }

/**
 * A document of a record, as its room builds it: the company's and the customer's own texts are
 * added by `withOwnTexts`, in the same way for the screen, the printer, PDF and email.
 */
export type DraftDocument = FiledDocument & {
  kind: TextDocument
  /** What fills in the fields of those texts. */
  fields: TextValues
  /** The customer whose supplier number and note it shows; null if it shows none. */
  customerId: number | null
}
/** The same for one kind of document, with exactly the fields that it has. */
export type DraftOf<Name extends TextDocument> = DraftDocument & {
  kind: Name
  fields: FieldValues<Name>
}
/** A party named in the document; a null `name` stands for the company itself. */
export type DocumentParty = {
  title: string
  name: string | null
  address: string | null
  /**
   * Which of the company's own addresses to print if the party is the company; default: the office.
   */
  use?: 'receiving'
}
export type DocumentLabel = { from: DocumentParty; to: DocumentParty; number: string }
export type DocumentColumn = {
  head: string
  isRight?: true
  isWide?: true
  /** Bold, to be read at arm's length. */
  isStrong?: true
  /** Drawn as an empty box to tick, or as the barcode of its text. */
  look?: 'check' | 'barcode'
}
export type DocumentTotal = { name: string; amount: string; isStrong?: true }
export type DocumentTable = Pick<PrintedDocument, 'columns' | 'rows'> & { title: string }
export type DocumentSlip = { customer: string; facts: PrintedDocument['facts'] }

/** The company, for the letterhead, the ways to pay and the style of every document. */
export type Company = CompanyProfile & { companyLogo: string }

/** A document that still needs the company, for its date style and its own addresses. */
export type DocumentDraft = (company: Company) => DraftDocument

/** The lines of the letterhead: the address, and how to reach the company. */
export function letterhead(company: Company): { address: string[]; contact: string[] } {
  const { companyName, companyLegalName, companyAddress, taxNumbers } = company
  const legalName = companyLegalName === companyName ? '' : companyLegalName
  const { companyPhone, companyEmail, companyWeb, companyContact } = company
  return {
    address: linesOf([legalName, companyAddress]),
    contact: linesOf([companyPhone, companyEmail, companyWeb, companyContact, taxNumbers]),
  }
}

function linesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
}

/** A party as printed: the company's own name and address filled in, its own country left out. */
export function printedParty(
  party: DocumentParty,
  company: Company,
): { title: string; name: string; address: string } {
  const { title, name, address } = party
  if (name !== null) return { title, name, address: withoutOwnCountry(address ?? '', company) }
  const { companyName, companyAddress, receivingAddress } = company
  const own = party.use === 'receiving' && receivingAddress !== '' ? receivingAddress : ''
  return { title, ...addressBlock(companyName, own || companyAddress) }
}

/** The company's address for checks, with its name. */
export function remitTo({ companyName, companyAddress, remitToAddress }: Company) {
  return addressBlock(companyName, remitToAddress || companyAddress)
}

/** Does not repeat a name that the address begins with. */
function addressBlock(name: string, address: string): { name: string; address: string } {
  const [first = '', ...rest] = address.split('\n')
  if (!first.toLowerCase().startsWith(name.toLowerCase()) || name === '') return { name, address }
  return { name: first, address: rest.join('\n') }
}

/**
 * An address below an attention line with the contact of the party, unless it names an attention
 * itself. In SQL it is `printedAddress`.
 */
export function withAttention(
  address: string | null,
  contactName: string | undefined,
): string | null {
  if (!contactName) return address
  const lines = address?.split('\n') ?? []
  const hasAttention =
    /\b(?:attn|attention)\b/i.test(address ?? '') ||
    lines.some((line) => line.toLowerCase() === contactName.toLowerCase())
  return hasAttention ? address : [`Attn: ${contactName}`, ...lines].join('\n')
}

/** Leaves out the last line if it is the company's own country. */
function withoutOwnCountry(address: string, { companyCountry }: Company): string {
  const lines = address.split('\n')
  return isOwnCountry(lines.at(-1) ?? '', companyCountry) ? lines.slice(0, -1).join('\n') : address
}

/** The ways to pay and the footer text for a document that requests payment; empty otherwise. */
export function paymentFooter(
  content: PrintedDocument,
  company: Company,
): { title?: string; text: string }[] {
  if (!content.asksForMoney) return []
  const { bankDetails, checksPayableTo, invoiceFooter } = company
  const { name, address } = remitTo(company)
  const place = [name, ...address.split('\n')].filter(Boolean).join(', ')
  const check = `Payable to ${checksPayableTo}\nMail to ${place}`
  return [
    ...(bankDetails ? [{ title: 'Pay by bank transfer', text: bankDetails }] : []),
    ...(checksPayableTo ? [{ title: 'Pay by check', text: check }] : []),
    ...(invoiceFooter ? [{ text: invoiceFooter }] : []),
  ]
}

/**
 * The title and number, in the header and the footer of pages. Without a number, the code of the
 * customer and the days, so that no page is without its owner.
 */
export function runningHeader({ title, number, subtitle, filing }: PrintedDocument): string {
  if (number) return `${title} ${number}`
  const owned = [title, filing?.party].filter(Boolean).join(' ')
  return [owned, subtitle].filter(Boolean).join(', ')
}

/** What the slip to return says: also to whom checks are payable, if the company says so. */
export function slipInstruction({ checksPayableTo }: Company): string {
  const instruction = 'Please return this part with your payment'
  return checksPayableTo ? `${instruction}. Make checks payable to ${checksPayableTo}` : instruction
}

/** Whom the reader asks, as a fact; none if the company has no phone and no email address. */
export function contactFacts({ companyPhone, companyEmail }: Company): [string, string][] {
  const contact = [companyPhone, companyEmail].filter(Boolean).join('\n')
  return contact ? [['Questions', contact]] : []
}

/** A text with the customer's purchase order number as a second line, if there is one. */
export function withPO(cellText: string, customerPO: string | null): string {
  return customerPO ? `${cellText}\nYour PO ${customerPO}` : cellText
}

/** A line on which somebody writes, in a cell. */
export const toFillIn = '______'

/** The caption of an address label. */
export const labelCaption = 'Cut out and attach to the parcel'

/** The rows that stay on one page with the totals. */
export const rowsWithTotals = 2

const dayFormats: Record<DateStyle, (text: Day) => string> = {
  us: (text) => formatDay(text, 'en-US'),
  long: (text) => longDay.format(new Date(`${text}T00:00:00Z`)),
  'day-first': (text) => shortDay.format(new Date(`${text}T00:00:00Z`)),
  iso: (text) => text,
}
const utc = { timeZone: 'UTC', day: 'numeric', year: 'numeric' } as const
const longDay = new Intl.DateTimeFormat('en-US', { ...utc, month: 'long' })
const shortDay = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'short' })

/** A date on a printed document, in the company's date format; `N/A` if missing. */
export function printedDay(text: Day | null, { dateStyle }: Pick<Company, 'dateStyle'>): string {
  return text ? dayFormats[dateStyle](text) : 'N/A'
}

/** A date within a sentence, where 12/26/2026 reads December 26, 2026. */
export function dayInWords(text: Day, { dateStyle }: Pick<Company, 'dateStyle'>): string {
  return dayFormats[dateStyle === 'us' ? 'long' : dateStyle](text)
}

/** A quantity with its unit, such as `1,200 ea`. */
export function printedUnits(units: number, unitOfMeasure: string): string {
  return `${units.toLocaleString('en-US')} ${unitOfMeasure}`
}

/** The columns of priced lines; `pricedRow` builds their rows. */
export const pricedColumns: readonly DocumentColumn[] = [
  { head: '#' },
  { head: 'SKU' },
  { head: 'Description', isWide: true },
  { head: 'Quantity', isRight: true },
  { head: 'Unit price', isRight: true },
  { head: 'Amount', isRight: true },
]

type PricedLine = {
  lineNo: number
  sku: string
  name: string
  quantity: number
  unitOfMeasure: string
  unitPrice: string | null
  totalPrice: string | null
}

/** A priced line as a row; amounts the reader may not see are empty. */
export function pricedRow(line: PricedLine): string[] {
  const { lineNo, sku, name, quantity, unitOfMeasure } = line
  const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
  return [
    String(lineNo),
    sku,
    name,
    printedUnits(quantity, unitOfMeasure),
    amount(line.unitPrice),
    amount(line.totalPrice),
  ]
}
