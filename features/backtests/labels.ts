import { onHoldText } from '#features/decisions/hold-labels.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { BacktestState, DraftPart } from './rules.ts'

/** What the parts of a draft are called in a sentence. */
export const partNames: Readonly<Record<DraftPart, string>> = {
  creditRules: 'credit rules',
  creditLimits: 'credit limits',
  prices: 'list prices',
  tax: 'sales tax',
}

/** What the states of a backtest are called. */
export const stateNames: Readonly<Record<BacktestState, string>> = {
  waiting: 'Waiting to start',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}

type OrderOutcome = { verdict: 'approved' | 'refused' | 'held'; holdReason: string | null }

/** The outcome of an order: `Created`, `Not created` or `On hold for credit`. */
export function outcomeName({ verdict, holdReason }: OrderOutcome): string {
  if (verdict === 'approved') return 'Created'
  if (verdict === 'refused') return 'Not created'
  return holdReason === null ? 'On hold' : capitalize(onHoldText(holdReason))
}

/** A different outcome: `Created → Not created`, or `Created, different amount`. */
export function outcomeChangeName({ from, to }: { from: OrderOutcome; to: OrderOutcome }): string {
  const [before, after] = [outcomeName(from), outcomeName(to)]
  return before === after ? `${before}, different amount` : `${before} → ${after}`
}

type Counts = {
  notComparable: number
  withoutReceipt: number
  hidesCredit: boolean
  hidesCost: boolean
  hidesRefused: boolean
}

/** The limits of a result, as sentences. */
export function notesOf(result: Counts): string[] {
  const { notComparable, withoutReceipt, hidesCredit, hidesCost, hidesRefused } = result
  const orders = (count: number) =>
    count === 1
      ? '1 order is not included'
      : `${count.toLocaleString('en-US')} orders are not included`
  const notComparableText =
    'the result cannot be recalculated, for example because an order was parked or the rules ' +
    'have changed since'
  const noReceipt = 'because there is no decision record'
  const unchanged = (checks: string, hidden: string) =>
    `${checks} keep their original result because your role cannot see ${hidden}.`
  return [
    'Each order is decided by itself: credit and stock that other orders used stay as they were.',
    ...(notComparable > 0 ? [`${orders(notComparable)}: ${notComparableText}.`] : []),
    ...(withoutReceipt > 0 ? [`${orders(withoutReceipt)}, ${noReceipt}.`] : []),
    ...(hidesCredit ? [unchanged('Credit checks', 'credit')] : []),
    ...(hidesCost ? [unchanged('Margin checks', 'costs')] : []),
    hidesRefused
      ? 'Orders that were refused are not included because your role cannot see the history.'
      : 'Orders that were refused are included as long as their decision records are stored.',
  ]
}
