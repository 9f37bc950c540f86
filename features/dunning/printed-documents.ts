import {
  type Company,
  contactFacts,
  type DocumentTable,
  type DraftOf,
  printedDay,
  withPO,
} from '#features/documents/printed-document.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type { LetterDetails } from './contract.ts'
import { levelNames } from './rules.ts'

/** Builds the printable reminder: its text, the overdue invoices, and the amount to pay. */
export function reminderDocument(
  letter: LetterDetails,
  company: Company,
): DraftOf<'dunning-letter'> {
  const { letterNumber, recipient, customerCode, address, total, fee, feeInvoiceNumber } = letter
  const amountDue = formatDecimal(decimal(sum([cents(total), cents(fee)])))
  return {
    kind: 'dunning-letter',
    fields: {
      'customer.name': recipient,
      'customer.code': customerCode,
      'reminder.number': letterNumber,
      'reminder.date': printedDay(letter.letterOn, company),
      amountDue,
    },
    customerId: letter.customerId,
    filing: {
      name: `${levelNames[letter.level]} ${letterNumber}`,
      party: customerCode,
      on: letter.letterOn,
    },
    title: titles[letter.level],
    number: letterNumber,
    parties: [{ title: 'To', name: recipient, address }],
    facts: [
      ['Reminder', letterNumber],
      ['Date', printedDay(letter.letterOn, company)],
      ['Customer number', customerCode],
      ...contactFacts(company),
    ],
    words: letter.words,
    columns: [
      { head: 'Invoice', isWide: true },
      { head: 'Date' },
      { head: 'Due' },
      { head: 'Days late', isRight: true },
      { head: 'Open', isRight: true },
    ],
    rows: letter.lines.map((line) => [
      withPO(line.invoiceNumber, line.customerPO),
      printedDay(line.docDate, company),
      printedDay(line.dueDate, company),
      line.daysLate.toLocaleString('en-US'),
      formatDecimal(line.openAmount),
    ]),
    sums: [
      ...(feeInvoiceNumber
        ? [{ name: `Fee (${feeInvoiceNumber})`, amount: formatDecimal(fee) }]
        : []),
      { name: 'Amount due', amount: amountDue, isStrong: true },
    ],
    tables: [agingOf(letter)],
    notes: null,
    asksForMoney: true,
    slip: {
      customer: recipient,
      facts: [
        ['Customer number', customerCode],
        ['Reminder', letterNumber],
        ['Amount due', amountDue],
      ],
    },
  }
}

/** Written like the titles of the other documents. */
const titles: Record<LetterDetails['level'], string> = {
  1: 'First Reminder',
  2: 'Second Reminder',
  3: 'Last Reminder',
}

const overdueBuckets = [
  { name: '1–30 days', last: 30 },
  { name: '31–60 days', last: 60 },
  { name: '61–90 days', last: 90 },
  { name: 'Over 90 days', last: Infinity },
] as const

/** What is overdue, by the days since it was due. */
function agingOf({ lines }: LetterDetails): DocumentTable {
  const bucketOf = (daysLate: number) => overdueBuckets.find(({ last }) => daysLate <= last)
  const amounts = overdueBuckets.map((bucket) => {
    const own = lines.filter(({ daysLate }) => bucketOf(daysLate) === bucket)
    return formatDecimal(decimal(sum(own.map(({ openAmount }) => cents(openAmount)))))
  })
  return {
    title: 'Overdue (days past due)',
    columns: overdueBuckets.map(({ name }) => ({ head: name, isRight: true })),
    rows: [amounts],
  }
}
