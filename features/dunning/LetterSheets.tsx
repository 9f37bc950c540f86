import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { Barcode } from '#features/documents/Barcode.tsx'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import type { LetterDetails } from './contract.ts'
import { levelNames } from './rules.ts'

/** Reminders on paper, each on pages of its own. */
export function LetterSheets({ letters }: { letters: readonly LetterDetails[] }) {
  return (
    <PrintSheet>
      {letters.map((letter) => (
        <LetterPaper key={letter.id} letter={letter} />
      ))}
    </PrintSheet>
  )
}

function LetterPaper({ letter }: { letter: LetterDetails }) {
  const { letterNumber, recipient, customerCode, address, level, words } = letter
  return (
    <article className="text-[10pt] leading-snug text-black [&+&]:break-before-page">
      <header className="flex justify-between gap-8">
        <h1 className="text-[18pt] font-semibold">{levelNames[level]}</h1>
        <Barcode text={letterNumber} />
      </header>
      <section className="mt-6 w-1/2 border border-black p-3">
        <p className="font-semibold">{`${recipient} (${customerCode})`}</p>
        <p className="whitespace-pre-line">{address}</p>
      </section>
      <p className="mt-6">{formatDay(letter.letterOn as Day)}</p>
      <p className="mt-4 whitespace-pre-line">{words}</p>
      <Lines letter={letter} />
    </article>
  )
}

function Lines({ letter: { lines, total, fee, feeInvoiceNumber } }: { letter: LetterDetails }) {
  const cell = 'border-b border-black/30 py-1.5 pr-3 align-top'
  const day = (text: string) => formatDay(text as Day)
  return (
    <>
      <table className="numbers mt-6 w-full border-collapse">
        <thead>
          <tr className="border-b-2 border-black text-left">
            <th className="py-1 pr-3">Invoice</th>
            <th className="py-1 pr-3">Date</th>
            <th className="py-1 pr-3">Due</th>
            <th className="py-1 pr-3 text-right">Days late</th>
            <th className="py-1 text-right">Open</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.invoiceId} className="break-inside-avoid">
              <td className={cell}>{line.invoiceNumber}</td>
              <td className={cell}>{day(line.docDate)}</td>
              <td className={cell}>{day(line.dueDate)}</td>
              <td className={`${cell} text-right`}>{line.daysLate}</td>
              <td className={`${cell} pr-0 text-right`}>{formatDecimal(line.openAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="numbers mt-4 ml-auto grid w-fit grid-cols-[auto_auto] gap-x-8 text-right">
        {feeInvoiceNumber && (
          <>
            <dt>{`Fee (${feeInvoiceNumber})`}</dt>
            <dd>{formatDecimal(fee)}</dd>
          </>
        )}
        <dt className="font-semibold">To be paid</dt>
        <dd className="font-semibold">{formatDecimal(decimal(sum([cents(total), cents(fee)])))}</dd>
      </dl>
    </>
  )
}
