import { type Paper, paperDay } from '#features/documents/paper.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type { LetterDetails } from './contract.ts'
import { levelNames } from './rules.ts'

/** Builds the printable reminder: its text, the overdue invoices, and the amount to pay. */
export function reminderPaper(letter: LetterDetails): Paper {
  const { letterNumber, recipient, customerCode, address, total, fee, feeInvoiceNumber } = letter
  const owed = formatDecimal(decimal(sum([cents(total), cents(fee)])))
  return {
    title: levelNames[letter.level],
    number: letterNumber,
    parties: [{ title: 'To', name: `${recipient} (${customerCode})`, address }],
    facts: [['Date', paperDay(letter.letterOn)]],
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
      paperDay(line.docDate),
      paperDay(line.dueDate),
      line.daysLate.toLocaleString('en-US'),
      formatDecimal(line.openAmount),
    ]),
    sums: [
      ...(feeInvoiceNumber
        ? [{ name: `Fee (${feeInvoiceNumber})`, amount: formatDecimal(fee) }]
        : []),
      { name: 'To be paid', amount: owed, isStrong: true },
    ],
    notes: null,
    asksForMoney: true,
  }
}
