import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'

/** What a document says, whether it is printed, made a PDF of, or sent. */
export type Paper = {
  title: string
  subtitle?: string
  /** The number that stands below its bars; null for papers without one. */
  number: string | null
  parties: readonly PaperParty[]
  /** Names and values beside the parties. */
  facts: readonly (readonly [name: string, value: string])[]
  /** What is said before the table. */
  words?: string
  columns: readonly PaperColumn[]
  /** One text for each column; a line break begins a smaller second line. */
  rows: readonly (readonly string[])[]
  /** What stands there instead of a table without rows. */
  empty?: string
  /** What it comes to, said once, below the last row. */
  sums: readonly PaperSum[]
  notes: string | null
  /** The words below a line to sign on. */
  signature?: string
  /** What is cut out and put on the parcel: from whom and to whom it goes, under which number. */
  label?: PaperLabel
  /** Whether it asks for money: bank details and the footer text stand on it. */
  asksForMoney?: true
}
/** Somebody the paper names; `null` for a name means the company itself. */
export type PaperParty = { title: string; name: string | null; address: string | null }
export type PaperLabel = { from: PaperParty; to: PaperParty; number: string }
export type PaperColumn = { head: string; isRight?: true; isWide?: true }
export type PaperSum = { name: string; amount: string; isStrong?: true }

/** Who sends it: the head of every document. */
export type Company = {
  companyName: string
  companyAddress: string
  companyContact: string
  bankDetails: string
  invoiceFooter: string
  paperSize: 'letter' | 'a4'
}

/** The parts of the company's head that are filled in, line by line. */
export function headOf({ companyAddress, companyContact }: Company): string {
  return [companyAddress, companyContact].filter((text) => text !== '').join('\n')
}

/** A party with the company's own name and address where it is the company that is meant. */
export function withCompanyName(
  party: PaperParty,
  company: Company,
): PaperParty & { name: string } {
  const { title, name, address } = party
  if (name !== null) return { title, name, address }
  return { title, name: company.companyName, address: company.companyAddress }
}

/** What stands at the end of a paper that asks for money. */
export function endOf(paper: Paper, company: Company): { title?: string; text: string }[] {
  if (!paper.asksForMoney) return []
  const { bankDetails, invoiceFooter } = company
  return [
    ...(bankDetails ? [{ title: 'Bank details', text: bankDetails }] : []),
    ...(invoiceFooter ? [{ text: invoiceFooter }] : []),
  ]
}

/** What stands on every page after the first. */
export function runningHead(paper: Paper): string {
  return [paper.title, paper.number].filter(Boolean).join(' ')
}

/** A day on paper, alike for whoever reads it and wherever it is made. */
export function paperDay(text: string | null): string {
  return text ? formatDay(text as Day, 'en-US') : 'N/A'
}

/** Units on paper, such as `1,200 ea`. */
export function paperUnits(units: number, unitOfMeasure: string): string {
  return `${units.toLocaleString('en-US')} ${unitOfMeasure}`
}

/** The columns of goods that are priced; their rows come from `pricedRow`. */
export const pricedColumns: readonly PaperColumn[] = [
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

/** A line of goods with its price; what the reader may not know stays empty. */
export function pricedRow(line: PricedLine): string[] {
  const { lineNo, sku, name, quantity, unitOfMeasure } = line
  const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
  return [
    String(lineNo),
    sku,
    name,
    paperUnits(quantity, unitOfMeasure),
    amount(line.unitPrice),
    amount(line.totalPrice),
  ]
}
