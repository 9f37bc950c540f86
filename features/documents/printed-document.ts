import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'

/** The content of a document, whether printed, rendered as a PDF, or emailed. */
export type PrintedDocument = {
  title: string
  subtitle?: string
  /** The number printed below its barcode; null for documents without one. */
  number: string | null
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
  /** The totals, printed once below the last row. */
  sums: readonly DocumentTotal[]
  notes: string | null
  /** Caption of the signature line. */
  signature?: string
  /** An address label to cut out for the parcel: sender, receiver and number. */
  label?: DocumentLabel
  /** True if it requests payment, so that bank details and the footer text are printed. */
  asksForMoney?: true
}
/** A party named in the document; a null `name` stands for the company itself. */
export type DocumentParty = { title: string; name: string | null; address: string | null }
export type DocumentLabel = { from: DocumentParty; to: DocumentParty; number: string }
export type DocumentColumn = { head: string; isRight?: true; isWide?: true }
export type DocumentTotal = { name: string; amount: string; isStrong?: true }

/** The sender, for the header of every document. */
export type Company = {
  companyName: string
  companyAddress: string
  companyContact: string
  bankDetails: string
  invoiceFooter: string
  paperSize: 'letter' | 'a4'
}

/** The company's address and contact, without empty parts, one per line. */
export function companyHeader({ companyAddress, companyContact }: Company): string {
  return [companyAddress, companyContact].filter((text) => text !== '').join('\n')
}

/** A party, with the company's own name and address filled in if the party is the company. */
export function withCompanyName(
  party: DocumentParty,
  company: Company,
): DocumentParty & { name: string } {
  const { title, name, address } = party
  if (name !== null) return { title, name, address }
  return { title, name: company.companyName, address: company.companyAddress }
}

/** Bank details and footer text for a document that requests payment; empty otherwise. */
export function paymentFooter(
  content: PrintedDocument,
  company: Company,
): { title?: string; text: string }[] {
  if (!content.asksForMoney) return []
  const { bankDetails, invoiceFooter } = company
  return [
    ...(bankDetails ? [{ title: 'Bank details', text: bankDetails }] : []),
    ...(invoiceFooter ? [{ text: invoiceFooter }] : []),
  ]
}

/** The header of every page after the first. */
export function runningHeader(content: PrintedDocument): string {
  return [content.title, content.number].filter(Boolean).join(' ')
}

/** A date on paper, always in the `en-US` format; `N/A` if missing. */
export function printedDay(text: Day | null): string {
  return text ? formatDay(text, 'en-US') : 'N/A'
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
