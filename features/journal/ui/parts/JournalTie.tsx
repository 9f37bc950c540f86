import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { readTrialBalance } from '../../trial-balance-contract.ts'
import { type Account, accounts } from '../../rules.ts'

type JournalTieProps = {
  account: Account
  /** The figure, positive for what the account usually has. */
  amount: string
  /** The day of the figure. */
  asOf: Day
  /** True for an account with a credit balance, such as payables. */
  isCredit?: boolean
}

/**
 * The balance of an account on the day of a figure, with the difference, and a link to its entries.
 * It is read when it is shown. Users who may not read the books see the account only.
 */
export function JournalTie({ account, amount, asOf, isCredit = false }: JournalTieProps) {
  const mayRead = useMay()('ledger.read')
  const read = useRead(readTrialBalance, { query: { asOf }, enabled: mayRead })
  const { number, name } = accounts[account]
  if (!mayRead) return <p>{`Account ${number} ${name}`}</p>
  const found = read.data?.accounts.find((each) => each.account === number)
  const debit = centsOfSum(found?.balance ?? '0.00')
  const balance = (isCredit ? 0 - debit : debit) as Cents
  return (
    <p aria-live="polite">
      <Link to="/journal" search={{ 'f.account': number, 'f.to': asOf }} className="underline">
        {`Account ${number} ${name}`}
      </Link>
      {read.data && `: ${formatDecimal(decimal(balance))}, ${differenceText(amount, balance)}`}
      {read.error && `: ${read.error.sentence}`}
    </p>
  )
}

function differenceText(amount: string, balance: Cents): string {
  const difference = (centsOfSum(amount) - balance) as Cents
  if (difference === 0) return 'equal to the figure'
  return `different by ${formatDecimal(decimal(difference))}`
}
