// One file: the documents of receivables share their parties, fields and totals.
import { termsText } from '#features/customers/labels.ts'
import { parseTerms } from '#features/customers/payment-terms.ts'
import {
  type Company,
  contactFacts,
  dayInWords,
  type DocumentTable,
  type DraftOf,
  type PrintedDocument,
  printedDay,
  pricedColumns,
  pricedRow,
  type DocumentTotal,
  withPO,
} from '#features/documents/printed-document.ts'
import { isOwnCountry } from '#features/settings/countries-and-states.ts'
import { formatPercent } from '#features/settings/rules.ts'
import { type Cents, cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type {
  Application,
  CreditMemoDetails,
  InvoiceDetails,
  OpenItems,
  Statement,
} from './contract.ts'
import { isItemPastDue } from './rules.ts'

type CustomerName = 'customerName' | 'customerCode'
type Billed = { customerName: string; customerCode: string; billingAddress: string | null }

function billTo({ customerName, billingAddress }: Billed) {
  return { title: 'Bill to', name: customerName, address: billingAddress }
}

/** The number under which we know the customer; it is no part of the postal address. */
function customerNumber({ customerCode }: Pick<Billed, 'customerCode'>) {
  return ['Customer number', customerCode] as const
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
      ['Invoice', invoice.invoiceNumber],
      ['Date', printedDay(invoice.docDate, company)],
      ['Due', printedDay(invoice.dueDate, company)],
      ['Terms', termsInWords(invoice, company)],
      ...orderFacts(invoice),
      customerNumber(invoice),
      ...(tracking ? [['Tracking', tracking] as const] : []),
    ],
    columns: pricedColumns,
    rows: invoice.lines.map(pricedRow),
    empty: whatIsCharged(invoice),
    sums: [
      ...sumsOf({
        Subtotal: invoice.goods,
        [taxName(invoice, company)]: invoice.tax,
        Shipping: invoice.freight,
        'Refund of a payment that bounced': invoice.charge,
      }),
      { name: 'Total', amount: formatDecimal(invoice.total), isStrong: true },
      ...sumsOf(settledOf(invoice)),
      { name: 'Balance due', amount: formatDecimal(openAmount), isStrong: true },
    ],
    notes: null,
    ...(!isZero(openAmount) && {
      asksForMoney: true,
      slip: {
        customer: invoice.customerName,
        facts: [
          customerNumber(invoice),
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

/**
 * The sales tax by place and rate, such as `Tax (OH, 8% of $20.00)`; the own country is left out.
 * An invoice without a recorded rate only says `Tax`.
 */
function taxName(invoice: InvoiceDetails, { companyCountry }: Company): string {
  const { taxCountry, taxState, taxRate, tax, goods } = invoice
  if (taxRate === null || isZero(tax)) return 'Tax'
  const isHere = taxCountry !== null && isOwnCountry(taxCountry, companyCountry)
  const place = [taxState, isHere && taxState ? null : taxCountry].filter(Boolean).join(', ')
  const rate = `${formatPercent(taxRate)} of ${formatDecimal(goods)}`
  return `Tax (${place ? `${place}, ` : ''}${rate})`
}

/** The order by both of its numbers; none on an invoice without an order. */
function orderFacts({ orderNumber, customerPO }: InvoiceDetails): [string, string][] {
  if (orderNumber === null) return []
  return [
    ['Your PO', customerPO ?? '—'],
    ['Our order', orderNumber],
  ]
}

/** What an invoice without lines charges, for those who approve it. */
function whatIsCharged({ orderNumber, isLateFee, charge }: InvoiceDetails): string {
  if (isLateFee) return 'Fee for a payment reminder.'
  if (orderNumber !== null) return `Order ${orderNumber}, charged as one amount.`
  return isZero(charge) ? 'Charged as one amount.' : 'Refund of a payment that bounced.'
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
    ...(memo.status === 'void' && { mark: 'VOID' }),
    number: memo.creditMemoNumber,
    parties: [billTo(memo)],
    facts: [
      ['Credit memo', memo.creditMemoNumber],
      ['Date', printedDay(memo.docDate, company)],
      ['Invoice', memo.invoiceNumber ?? '—'],
      ...(memo.returnNumber ? [['Return', memo.returnNumber] as const] : []),
      ['Reason', memo.reason],
      customerNumber(memo),
    ],
    columns: pricedColumns,
    rows: memo.lines.map(pricedRow),
    empty: 'Credited as one amount.',
    sums: [
      ...sumsOf({ Subtotal: memo.goods, Tax: memo.tax, 'Less restocking fee': memo.restockingFee }),
      { name: 'Credited', amount: formatDecimal(memo.total), isStrong: true },
      ...sumsOf(usedCreditOf(memo)),
      { name: 'Open credit', amount: formatDecimal(memo.openAmount), isStrong: true },
    ],
    tables: appliedTables(memo, company),
    notes: null,
  }
}

const inForce = ({ applications }: CreditMemoDetails) =>
  applications.filter(({ reversedOn }) => reversedOn === null)

/** What is no longer open: applied to invoices, and else refunded. A void one has nothing open. */
function usedCreditOf(memo: CreditMemoDetails): Record<string, string> {
  if (memo.status === 'void') return {}
  const applied = sum(inForce(memo).map(({ amount }) => cents(amount)))
  const refunded = (cents(memo.total) - applied - cents(memo.openAmount)) as Cents
  return { 'Less applied to invoices': decimal(applied), 'Less refunded': decimal(refunded) }
}

/** The invoices that the credit settles, so that nobody deducts it a second time. */
function appliedTables(memo: CreditMemoDetails, company: Company): DocumentTable[] {
  const rows = inForce(memo).map(({ invoiceNumber, appliedOn, amount }) => [
    invoiceNumber,
    printedDay(appliedOn, company),
    formatDecimal(amount),
  ])
  if (rows.length === 0) return []
  const columns = [
    { head: 'Invoice' },
    { head: 'Date' },
    { head: 'Amount', isRight: true },
  ] as const
  return [{ title: 'Applied to', columns, rows }]
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
      customerNumber(statement),
      ['From', printedDay(from, company)],
      ['To', printedDay(to, company)],
      ['Terms', termsText(statement.paymentTerms)],
      ...contactFacts(company),
    ],
    columns: [
      { head: 'Date' },
      { head: 'Description', isWide: true },
      { head: 'Amount', isRight: true },
      { head: 'Balance', isRight: true },
    ],
    rows: [
      [printedDay(from, company), 'Opening balance', '', formatDecimal(opening)],
      ...entries.map(({ postedOn, memo, customerPO, amount, balance }) => [
        printedDay(postedOn, company),
        withPO(memo, customerPO),
        formatDecimal(amount),
        formatDecimal(balance),
      ]),
    ],
    sums: [
      ...(aging ? pastDueSums(aging) : []),
      { name: 'Balance', amount: formatDecimal(closing), isStrong: true },
    ],
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
      customerNumber(found),
      ['As of', printedDay(asOf, company)],
      ['Terms', termsText(found.paymentTerms)],
      ...contactFacts(company),
    ],
    columns: [
      { head: 'Item', isWide: true },
      { head: 'Date' },
      { head: 'Due' },
      { head: 'Days late', isRight: true },
      { head: 'Amount', isRight: true },
      { head: 'Open', isRight: true },
    ],
    rows: items.map((item) => [
      withPO(`${itemNames[item.kind]} ${item.number}`, item.customerPO),
      printedDay(item.docDate, company),
      item.dueDate ? printedDay(item.dueDate, company) : '',
      isItemPastDue(item) ? (item.daysLate ?? 0).toLocaleString('en-US') : '',
      formatDecimal(item.amount),
      formatDecimal(item.open),
    ]),
    empty: 'No items are open.',
    sums: [
      ...pastDueSums(found),
      { name: 'Balance', amount: formatDecimal(balance), isStrong: true },
    ],
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
  const amounts = ages.map(({ amount }) => formatDecimal(amount))
  return [{ title: 'Aging (days past due)', columns, rows: [amounts] }]
}

/** What is past due on that day, of all that is open; nothing if nothing is. */
function pastDueSums({ items }: OpenItems): DocumentTotal[] {
  const late = items.filter(isItemPastDue)
  return sumsOf({ 'Past due': decimal(sum(late.map(({ open }) => cents(open)))) })
}

function statementSlip(account: Billed, day: string, balance: string) {
  const facts = [
    customerNumber(account),
    ['Statement', day],
    ['Balance', formatDecimal(balance)],
  ] as const
  return { customer: account.customerName, facts }
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
