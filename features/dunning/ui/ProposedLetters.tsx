import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/format.ts'
import type { ProposedLetter } from '../contract.ts'
import { levelNames } from '../rules.ts'

type ProposedLettersProps = {
  letters: readonly ProposedLetter[]
  /** The ids of the unticked invoices. */
  left: ReadonlySet<number>
  onLeave: (left: ReadonlySet<number>) => void
}

/** Lists the due letters, with one checkbox per customer and one per invoice. */
export function ProposedLetters({ letters, left, onLeave }: ProposedLettersProps) {
  const set = (ids: readonly number[], isWanted: boolean) => {
    const next = new Set(left)
    for (const id of ids) {
      if (isWanted) next.delete(id)
      else next.add(id)
    }
    onLeave(next)
  }
  return (
    <ul className="grid gap-6">
      {letters.map((letter) => (
        <li key={letter.customerId}>
          <OneLetter letter={letter} left={left} onSet={set} />
        </li>
      ))}
    </ul>
  )
}

type OneLetterProps = {
  letter: ProposedLetter
  left: ReadonlySet<number>
  onSet: (ids: readonly number[], isWanted: boolean) => void
}

function OneLetter({ letter, left, onSet }: OneLetterProps) {
  const { customerCode, customerName, level, invoices, total, fee, lastLetterOn } = letter
  const ids = invoices.map(({ invoiceId }) => invoiceId)
  const isWanted = ids.some((id) => !left.has(id))
  return (
    <fieldset className="card p-4">
      <legend className="sr-only">{customerName}</legend>
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          type="checkbox"
          checked={isWanted}
          onChange={({ target }) => onSet(ids, target.checked)}
        />
        <span className="font-semibold">{`${customerCode} · ${customerName}`}</span>
        <span>{levelNames[level]}</span>
        <span className="numbers ml-auto font-semibold">{formatDecimal(total)}</span>
      </label>
      <p className="text-caption mt-1 font-normal text-muted">
        {lastLetterOn ? `Last letter ${formatDay(lastLetterOn as Day)}. ` : 'No earlier letter. '}
        {cents(fee) > 0 && `A fee of ${formatDecimal(fee)} is charged. `}
        {letter.blocksCredit && 'It also blocks the credit of the customer.'}
      </p>
      <ul className="mt-2 grid gap-1 pl-6">
        {invoices.map((invoice) => (
          <li key={invoice.invoiceId}>
            <InvoiceTick invoice={invoice} left={left} onSet={onSet} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type InvoiceTickProps = Pick<OneLetterProps, 'left' | 'onSet'> & {
  invoice: ProposedLetter['invoices'][number]
}

function InvoiceTick({ invoice, left, onSet }: InvoiceTickProps) {
  const { invoiceId, invoiceNumber, dueDate, daysLate, openAmount, level } = invoice
  const days = counted(daysLate, 'day')
  return (
    <label className="numbers flex flex-wrap items-center gap-x-3">
      <input
        type="checkbox"
        checked={!left.has(invoiceId)}
        onChange={({ target }) => onSet([invoiceId], target.checked)}
      />
      <span className="font-medium">{invoiceNumber}</span>
      <span className="text-muted">
        {`due ${formatDay(dueDate as Day)}, ${days} late · ${levelNames[level]}`}
      </span>
      <span className="ml-auto">{formatDecimal(openAmount)}</span>
    </label>
  )
}
