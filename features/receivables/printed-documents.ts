import { termsText } from '#features/customers/labels.ts'
import {
  type PrintedDocument,
  printedDay,
  pricedColumns,
  pricedRow,
  type DocumentTotal,
} from '#features/documents/printed-document.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type {
  Application,
  CreditMemoDetails,
  InvoiceDetails,
  OpenItems,
  Statement,
} from './contract.ts'

type Billed = { customerName: string; customerCode: string; billingAddress: string | null }

function billTo({ customerName, customerCode, billingAddress }: Billed) {
  return { title: 'Bill to', name: `${customerName} (${customerCode})`, address: billingAddress }
}

/** Builds the printable invoice: customer, lines, amounts and due date. */
export function invoiceDocument(invoice: InvoiceDetails): PrintedDocument {
  const { discountDate, discountLeft } = invoice
  const isDiscounted = discountDate !== null && discountLeft !== '0.00'
  const discount = `${formatDecimal(discountLeft)} until ${printedDay(discountDate)}`
  return {
    title: 'Invoice',
    number: invoice.invoiceNumber,
    parties: [billTo(invoice)],
    facts: [
      ['Date', printedDay(invoice.docDate)],
      ['Due', printedDay(invoice.dueDate)],
      ['Terms', termsText(invoice.paymentTerms)],
      ['Our order', invoice.orderNumber ?? '—'],
      ['Your order', invoice.customerPO ?? '—'],
      ...(isDiscounted ? [['Discount', discount] as const] : []),
    ],
    columns: pricedColumns,
    rows: invoice.lines.map(pricedRow),
    sums: [
      ...sumsOf({
        Goods: invoice.goods,
        Tax: invoice.tax,
        Freight: invoice.freight,
        'Refund of a payment that bounced': invoice.charge,
      }),
      { name: 'Total', amount: formatDecimal(invoice.total), isStrong: true },
      ...sumsOf(settledOf(invoice)),
      { name: 'To be paid', amount: formatDecimal(invoice.openAmount) },
    ],
    notes: null,
    asksForMoney: true,
  }
}

/** Returns the settled amounts by kind; the total less these is the amount to be paid. */
function settledOf({ applications }: InvoiceDetails): Record<string, string> {
  const active = applications.filter(({ reversedOn }) => reversedOn === null)
  const amountOf = (applicationKind: Application['kind']) => {
    const found = active.filter(({ kind }) => kind === applicationKind)
    return decimal(sum(found.map(({ amount }) => cents(amount))))
  }
  return {
    'Less payments': amountOf('payment'),
    'Less credits': amountOf('credit'),
    'Less discount': decimal(sum(active.map(({ discount }) => cents(discount)))),
    'Less amounts written off': amountOf('write-off'),
  }
}

/** Builds the printable credit memo: what it credits, and why. */
export function creditMemoDocument(memo: CreditMemoDetails): PrintedDocument {
  return {
    title: 'Credit Memo',
    number: memo.creditMemoNumber,
    parties: [billTo(memo)],
    facts: [
      ['Date', printedDay(memo.docDate)],
      ['Invoice', memo.invoiceNumber ?? '—'],
      ...(memo.returnNumber ? [['Return', memo.returnNumber] as const] : []),
      ['Reason', memo.reason],
    ],
    columns: pricedColumns,
    rows: memo.lines.map(pricedRow),
    sums: [
      ...sumsOf({ Goods: memo.goods, Tax: memo.tax, 'Less restocking fee': memo.restockingFee }),
      { name: 'Credited', amount: formatDecimal(memo.total), isStrong: true },
    ],
    notes: null,
  }
}

/** Builds the printable statement of account, with the activity of a period. */
export function statementDocument(statement: Statement): PrintedDocument {
  const { from, to, opening, closing, entries } = statement
  return {
    title: 'Statement of Account',
    subtitle: `${printedDay(from)} to ${printedDay(to)}`,
    number: null,
    parties: [{ ...billTo(statement), title: 'Customer' }],
    facts: [
      ['From', printedDay(from)],
      ['To', printedDay(to)],
      ['Terms', termsText(statement.paymentTerms)],
    ],
    columns: [
      { head: 'Date' },
      { head: 'Description', isWide: true },
      { head: 'Amount', isRight: true },
      { head: 'Balance', isRight: true },
    ],
    rows: [
      [printedDay(from), 'Opening balance', '', formatDecimal(opening)],
      ...entries.map(({ postedOn, memo, amount, balance }) => [
        printedDay(postedOn),
        memo,
        formatDecimal(amount),
        formatDecimal(balance),
      ]),
    ],
    sums: [{ name: 'Balance', amount: formatDecimal(closing), isStrong: true }],
    notes: null,
    asksForMoney: true,
  }
}

const ageNames = {
  notDue: 'Not due',
  days0to30: '0–30 days',
  days31to60: '31–60 days',
  days61to90: '61–90 days',
  over90: 'Over 90 days',
  unapplied: 'Unapplied',
} as const satisfies Partial<Record<keyof OpenItems, string>>

const itemNames = { invoice: 'Invoice', payment: 'Payment', credit: 'Credit memo' } as const

/** Returns the non-zero aging buckets of an account. */
export function agesIn(found: OpenItems): { name: string; amount: string }[] {
  const buckets = Object.entries(ageNames).map(([key, name]) => {
    return { name, amount: found[key as keyof typeof ageNames] }
  })
  return buckets.filter(({ amount }) => !isZero(amount))
}

/** Builds the printable statement of account, with its open items. */
export function openItemsDocument(found: OpenItems): PrintedDocument {
  const { asOf, items, balance } = found
  return {
    title: 'Statement of Account',
    subtitle: `Open items as of ${printedDay(asOf)}`,
    number: null,
    parties: [{ ...billTo(found), title: 'Customer' }],
    facts: [
      ['As of', printedDay(asOf)],
      ['Terms', termsText(found.paymentTerms)],
    ],
    columns: [
      { head: 'Item', isWide: true },
      { head: 'Date' },
      { head: 'Due' },
      { head: 'Days late', isRight: true },
      { head: 'Amount', isRight: true },
      { head: 'Open', isRight: true },
    ],
    rows: items.map(({ kind, number, docDate, dueDate, daysLate, amount, open }) => [
      `${itemNames[kind]} ${number}`,
      printedDay(docDate),
      dueDate ? printedDay(dueDate) : '',
      daysLate !== null && daysLate > 0 ? daysLate.toLocaleString('en-US') : '',
      formatDecimal(amount),
      formatDecimal(open),
    ]),
    sums: [
      ...agesIn(found).map(({ name, amount }) => ({ name, amount: formatDecimal(amount) })),
      { name: 'Balance', amount: formatDecimal(balance), isStrong: true },
    ],
    notes: null,
    asksForMoney: true,
  }
}

/** Formats the parts of a total; omits parts that are zero, except the goods. */
function sumsOf(parts: Record<string, string>): DocumentTotal[] {
  const totals = Object.entries(parts).filter(
    ([name, amount]) => name === 'Goods' || !isZero(amount),
  )
  return totals.map(([name, amount]) => ({ name, amount: formatDecimal(amount) }))
}

function isZero(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount)
}
