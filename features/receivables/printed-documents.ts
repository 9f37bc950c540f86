// One file: the documents of receivables share their parties, fields and totals.
import { termsText } from '#features/customers/labels.ts'
import { parseTerms } from '#features/customers/payment-terms.ts'
import {
  type Company,
  dayInWords,
  type DocumentTable,
  type DraftOf,
  type PrintedDocument,
  printedDay,
  pricedColumns,
  pricedRow,
  type DocumentTotal,
} from '#features/documents/printed-document.ts'
import { formatPercent } from '#features/settings/rules.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type {
  Application,
  CreditMemoDetails,
  InvoiceDetails,
  OpenItems,
  Statement,
} from './contract.ts'

type CustomerName = 'customerName' | 'customerCode'
type Billed = { customerName: string; customerCode: string; billingAddress: string | null }

function billTo({ customerName, customerCode, billingAddress }: Billed) {
  return { title: 'Bill to', name: `${customerName} (${customerCode})`, address: billingAddress }
}

function shipTo({ customerName, shippingAddress }: InvoiceDetails) {
  return { title: 'Ship to', name: customerName, address: shippingAddress }
}

/** Builds the printable invoice: customer, lines, amounts and due date. */
export function invoiceDocument(invoice: InvoiceDetails, company: Company): DraftOf<'invoice'> {
  const { carrier, trackingNumber, openAmount } = invoice
  const tracking = [carrier, trackingNumber].filter(Boolean).join(' ')
  return {
    kind: 'invoice',
    fields: invoiceFields(invoice, company),
    customerId: invoice.customerId,
    filing: {
      name: `Invoice ${invoice.invoiceNumber}`,
      party: invoice.customerCode,
      on: invoice.docDate,
    },
    title: 'Invoice',
    ...markOf(invoice),
    number: invoice.invoiceNumber,
    parties: [billTo(invoice), shipTo(invoice)],
    facts: [
      ['Date', printedDay(invoice.docDate, company)],
      ['Due', printedDay(invoice.dueDate, company)],
      ['Terms', termsInWords(invoice, company)],
      ['Our order', invoice.orderNumber ?? '—'],
      ['Your order', invoice.customerPO ?? '—'],
      ...(tracking ? [['Tracking', tracking] as const] : []),
    ],
    columns: pricedColumns,
    rows: invoice.lines.map(pricedRow),
    sums: [
      ...sumsOf({
        Subtotal: invoice.goods,
        Tax: invoice.tax,
        Shipping: invoice.freight,
        'Refund of a payment that bounced': invoice.charge,
      }),
      { name: 'Total', amount: formatDecimal(invoice.total), isStrong: true },
      ...sumsOf(settledOf(invoice)),
      { name: 'Balance due', amount: formatDecimal(openAmount), isStrong: true },
    ],
    tables: taxTables(invoice),
    notes: null,
    ...(!isZero(openAmount) && {
      asksForMoney: true,
      slip: {
        customer: `${invoice.customerName} (${invoice.customerCode})`,
        facts: [
          ['Invoice', invoice.invoiceNumber],
          ['Due', printedDay(invoice.dueDate, company)],
          ['Balance due', formatDecimal(openAmount)],
        ],
      },
    }),
  }
}

function invoiceFields(invoice: InvoiceDetails, company: Company): DraftOf<'invoice'>['fields'] {
  return {
    ...customerFields(invoice),
    'invoice.number': invoice.invoiceNumber,
    'invoice.date': printedDay(invoice.docDate, company),
    dueDate: printedDay(invoice.dueDate, company),
    terms: termsText(invoice.paymentTerms),
    total: formatDecimal(invoice.total),
    balanceDue: formatDecimal(invoice.openAmount),
    'order.number': invoice.orderNumber ?? '',
    'order.customerPO': invoice.customerPO ?? '',
  }
}

function customerFields({ customerName, customerCode }: Pick<Billed, CustomerName>) {
  return { 'customer.name': customerName, 'customer.code': customerCode }
}

/** PAID, or VOID if a credit memo settled the whole of it; COPY if it was emailed before. */
function markOf(invoice: InvoiceDetails): Pick<PrintedDocument, 'mark'> {
  const marks = [...settledMark(invoice), ...(invoice.wasSent ? ['COPY'] : [])]
  return marks.length > 0 ? { mark: marks.join(' · ') } : {}
}

function settledMark({ openAmount, total, applications }: InvoiceDetails): string[] {
  if (!isZero(openAmount) || isZero(total)) return []
  const active = applications.filter(({ reversedOn }) => reversedOn === null)
  const isCredited = active.length > 0 && active.every(({ kind }) => kind === 'credit')
  return [isCredited ? 'VOID' : 'PAID']
}

/** The terms with their dates and amounts: `2% ($3.20) if paid by December 6; due December 26`. */
function termsInWords(invoice: InvoiceDetails, company: Company): string {
  const { paymentTerms, discountDate, discountLeft, dueDate } = invoice
  const due = `due ${dayInWords(dueDate, company)}`
  if (discountDate === null || isZero(discountLeft)) return `${termsText(paymentTerms)}, ${due}`
  const terms = parseTerms(paymentTerms)
  const percent = terms?.kind === 'net' ? terms.discount?.percent : undefined
  const amount = formatDecimal(discountLeft)
  const isSameYear = discountDate.slice(0, 4) === dueDate.slice(0, 4)
  const discountDateText = dayInWords(discountDate, company)
  const by = isSameYear ? discountDateText.replace(/, \d{4}$/, '') : discountDateText
  return `${percent ? `${percent}% (${amount})` : amount} if paid by ${by}; ${due}`
}

/** The sales tax by location and rate; none if the invoice has no recorded rate. */
function taxTables({ taxCountry, taxState, taxRate, tax, goods }: InvoiceDetails): DocumentTable[] {
  if (taxRate === null || isZero(tax)) return []
  const place = [taxState, taxCountry].filter(Boolean).join(', ')
  return [
    {
      title: 'Sales tax',
      columns: [
        { head: 'Place' },
        { head: 'Rate', isRight: true },
        { head: 'Taxable', isRight: true },
        { head: 'Tax', isRight: true },
      ],
      rows: [[place || '—', formatPercent(taxRate), formatDecimal(goods), formatDecimal(tax)]],
    },
  ]
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
export function creditMemoDocument(
  memo: CreditMemoDetails,
  company: Company,
): DraftOf<'credit-memo'> {
  const { creditMemoNumber, customerCode: party, docDate: on } = memo
  return {
    kind: 'credit-memo',
    fields: {
      ...customerFields(memo),
      'creditMemo.number': creditMemoNumber,
      'creditMemo.date': printedDay(on, company),
      'invoice.number': memo.invoiceNumber ?? '',
      total: formatDecimal(memo.total),
    },
    customerId: memo.customerId,
    filing: { name: `Credit memo ${creditMemoNumber}`, party, on },
    title: 'Credit Memo',
    number: memo.creditMemoNumber,
    parties: [billTo(memo)],
    facts: [
      ['Date', printedDay(memo.docDate, company)],
      ['Invoice', memo.invoiceNumber ?? '—'],
      ...(memo.returnNumber ? [['Return', memo.returnNumber] as const] : []),
      ['Reason', memo.reason],
    ],
    columns: pricedColumns,
    rows: memo.lines.map(pricedRow),
    sums: [
      ...sumsOf({ Subtotal: memo.goods, Tax: memo.tax, 'Less restocking fee': memo.restockingFee }),
      { name: 'Credited', amount: formatDecimal(memo.total), isStrong: true },
    ],
    notes: null,
  }
}

/** Builds the printable statement of account, with the activity of a period. */
export function statementDocument(
  statement: Statement,
  company: Company,
  aging?: OpenItems,
): DraftOf<'statement'> {
  const { from, to, opening, closing, entries, customerCode } = statement
  return {
    kind: 'statement',
    fields: {
      ...customerFields(statement),
      'statement.from': printedDay(from, company),
      'statement.to': printedDay(to, company),
      balance: formatDecimal(closing),
    },
    customerId: statement.customerId,
    filing: { name: 'Statement', party: customerCode, on: to },
    title: 'Statement of Account',
    subtitle: `${printedDay(from, company)} to ${printedDay(to, company)}`,
    number: null,
    parties: [{ ...billTo(statement), title: 'Customer' }],
    facts: [
      ['From', printedDay(from, company)],
      ['To', printedDay(to, company)],
      ['Terms', termsText(statement.paymentTerms)],
    ],
    columns: [
      { head: 'Date' },
      { head: 'Description', isWide: true },
      { head: 'Amount', isRight: true },
      { head: 'Balance', isRight: true },
    ],
    rows: [
      [printedDay(from, company), 'Opening balance', '', formatDecimal(opening)],
      ...entries.map(({ postedOn, memo, amount, balance }) => [
        printedDay(postedOn, company),
        memo,
        formatDecimal(amount),
        formatDecimal(balance),
      ]),
    ],
    sums: [{ name: 'Balance', amount: formatDecimal(closing), isStrong: true }],
    ...(aging && { tables: agingTables(aging) }),
    notes: null,
    asksForMoney: true,
    slip: statementSlip(statement, printedDay(to, company), closing),
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

type AgingLine = { name: string; amount: string }

function allAgingLines(found: OpenItems): AgingLine[] {
  return Object.entries(ageNames).map(([key, name]) => {
    return { name, amount: found[key as keyof typeof ageNames] }
  })
}

/** Returns the non-zero aging buckets of an account. */
export function agingLinesOf(found: OpenItems): AgingLine[] {
  return allAgingLines(found).filter(({ amount }) => !isZero(amount))
}

/** Builds the printable statement of account, with its open items. */
export function openItemsDocument(found: OpenItems, company: Company): DraftOf<'statement'> {
  const { asOf, items, balance, customerCode } = found
  return {
    kind: 'statement',
    fields: {
      ...customerFields(found),
      // Open items have no first day.
      'statement.from': '',
      'statement.to': printedDay(asOf, company),
      balance: formatDecimal(balance),
    },
    customerId: found.customerId,
    filing: { name: 'Open items', party: customerCode, on: asOf },
    title: 'Statement of Account',
    subtitle: `Open items as of ${printedDay(asOf, company)}`,
    number: null,
    parties: [{ ...billTo(found), title: 'Customer' }],
    facts: [
      ['As of', printedDay(asOf, company)],
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
      printedDay(docDate, company),
      dueDate ? printedDay(dueDate, company) : '',
      daysLate !== null && daysLate > 0 ? daysLate.toLocaleString('en-US') : '',
      formatDecimal(amount),
      formatDecimal(open),
    ]),
    empty: 'No items are open.',
    sums: [{ name: 'Balance', amount: formatDecimal(balance), isStrong: true }],
    tables: agingTables(found),
    notes: null,
    asksForMoney: true,
    slip: statementSlip(found, printedDay(asOf, company), balance),
  }
}

/**
 * The aging of an account in one row, with the buckets that are zero, and what is unapplied if
 * anything is; nothing if nothing is open.
 */
function agingTables(found: OpenItems): DocumentTable[] {
  if (agingLinesOf(found).length === 0) return []
  const ages = allAgingLines(found).filter(
    ({ name, amount }) => name !== ageNames.unapplied || !isZero(amount),
  )
  const columns = ages.map(({ name }) => ({ head: name, isRight: true }) as const)
  return [{ title: 'Aging', columns, rows: [ages.map(({ amount }) => formatDecimal(amount))] }]
}

function statementSlip({ customerName, customerCode }: Billed, day: string, balance: string) {
  const facts = [
    ['Statement', day],
    ['Balance', formatDecimal(balance)],
  ] as const
  return { customer: `${customerName} (${customerCode})`, facts }
}

/** Formats the parts of a total; omits parts that are zero, except the subtotal. */
function sumsOf(parts: Record<string, string>): DocumentTotal[] {
  const totals = Object.entries(parts).filter(
    ([name, amount]) => name === 'Subtotal' || !isZero(amount),
  )
  return totals.map(([name, amount]) => ({ name, amount: formatDecimal(amount) }))
}

function isZero(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount)
}
