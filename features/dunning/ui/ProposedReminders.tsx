import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import type { ProposedLetter } from '../contract.ts'
import { levelNames } from '../rules.ts'

type ProposedRemindersProps = {
  letters: readonly ProposedLetter[]
  /** The ids of the unticked invoices. */
  unselected: ReadonlySet<number>
  onUnselect: (unselected: ReadonlySet<number>) => void
}

/** Lists the due letters, with one checkbox per customer and one per invoice. */
export function ProposedReminders({ letters, unselected, onUnselect }: ProposedRemindersProps) {
  const select = (ids: readonly number[], isSelected: boolean) => {
    const next = new Set(unselected)
    for (const id of ids) {
      if (isSelected) next.delete(id)
      else next.add(id)
    }
    onUnselect(next)
  }
  return (
    <ul className="grid gap-6">
      {letters.map((letter) => (
        <li key={letter.customerId}>
          <ProposedLetterCard letter={letter} unselected={unselected} onSelect={select} />
        </li>
      ))}
    </ul>
  )
}

type ProposedLetterCardProps = {
  letter: ProposedLetter
  unselected: ReadonlySet<number>
  onSelect: (ids: readonly number[], isSelected: boolean) => void
}

function ProposedLetterCard({ letter, unselected, onSelect }: ProposedLetterCardProps) {
  const { customerCode, customerName, level, invoices, total, fee, lastLetterOn } = letter
  const ids = invoices.map(({ invoiceId }) => invoiceId)
  const isSelected = ids.some((id) => !unselected.has(id))
  return (
    <fieldset className="card p-4">
      <legend className="sr-only">{customerName}</legend>
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ target }) => onSelect(ids, target.checked)}
        />
        <span className="font-semibold">{`${customerCode} · ${customerName}`}</span>
        <span>{levelNames[level]}</span>
        <span className="numbers ml-auto font-semibold">{formatDecimal(total)}</span>
      </label>
      <p className="text-caption mt-1 font-normal text-muted">
        {lastLetterOn ? `Last reminder ${formatDay(lastLetterOn)}. ` : 'No earlier reminder. '}
        {cents(fee) > 0 && `A fee of ${formatDecimal(fee)} is charged. `}
        {letter.blocksCredit && 'It also blocks the customer’s credit.'}
      </p>
      <ul className="mt-2 grid gap-1 pl-6">
        {invoices.map((invoice) => (
          <li key={invoice.invoiceId}>
            <InvoiceCheckbox invoice={invoice} unselected={unselected} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type InvoiceCheckboxProps = Pick<ProposedLetterCardProps, 'unselected' | 'onSelect'> & {
  invoice: ProposedLetter['invoices'][number]
}

function InvoiceCheckbox({ invoice, unselected, onSelect }: InvoiceCheckboxProps) {
  const { invoiceId, invoiceNumber, dueDate, daysLate, openAmount, level } = invoice
  const days = counted(daysLate, 'day')
  return (
    <label className="numbers flex flex-wrap items-center gap-x-3">
      <input
        type="checkbox"
        checked={!unselected.has(invoiceId)}
        onChange={({ target }) => onSelect([invoiceId], target.checked)}
      />
      <span className="font-medium">{invoiceNumber}</span>
      <span className="text-muted">
        {`due ${formatDay(dueDate)}, ${days} late · ${levelNames[level]}`}
      </span>
      <span className="ml-auto">{formatDecimal(openAmount)}</span>
    </label>
  )
}
