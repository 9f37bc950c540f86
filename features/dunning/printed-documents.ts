import { type PrintedDocument, printedDay } from '#features/documents/printed-document.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type { LetterDetails } from './contract.ts'
import { levelNames } from './rules.ts'

/** Builds the printable reminder: its text, the overdue invoices, and the amount to pay. */
export function reminderDocument(letter: LetterDetails): PrintedDocument {
  const { letterNumber, recipient, customerCode, address, total, fee, feeInvoiceNumber } = letter
  const amountDue = formatDecimal(decimal(sum([cents(total), cents(fee)])))
  return {
    title: levelNames[letter.level],
    number: letterNumber,
    parties: [{ title: 'To', name: `${recipient} (${customerCode})`, address }],
    facts: [['Date', printedDay(letter.letterOn)]],
    words: letter.words,
    columns: [
      { head: 'Invoice', isWide: true },
      { head: 'Date' },
      { head: 'Due' },
      { head: 'Days late', isRight: true },
      { head: 'Open', isRight: true },
    ],
    rows: letter.lines.map((line) => [
      line.invoiceNumber,
      printedDay(line.docDate),
      printedDay(line.dueDate),
      line.daysLate.toLocaleString('en-US'),
      formatDecimal(line.openAmount),
    ]),
    sums: [
      ...(feeInvoiceNumber
        ? [{ name: `Fee (${feeInvoiceNumber})`, amount: formatDecimal(fee) }]
        : []),
      { name: 'To be paid', amount: amountDue, isStrong: true },
    ],
    notes: null,
    asksForMoney: true,
  }
}
