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

/** How an order came out: `Created`, `Refused` or `On hold for credit`. */
export function standingName({ verdict, holdReason }: OrderOutcome): string {
  if (verdict === 'approved') return 'Created'
  if (verdict === 'refused') return 'Refused'
  return holdReason === null ? 'On hold' : capitalize(onHoldText(holdReason))
}

/** How orders would have come out otherwise: `Created → Refused`, or `Created, other amount`. */
export function moveName({ from, to }: { from: OrderOutcome; to: OrderOutcome }): string {
  const [before, after] = [standingName(from), standingName(to)]
  return before === after ? `${before}, other amount` : `${before} → ${after}`
}

type Counts = {
  notComparable: number
  withoutReceipt: number
  hidesCredit: boolean
  hidesCost: boolean
  hidesRefused: boolean
}

/** What a result does not tell, as sentences. */
export function notesOf(result: Counts): string[] {
  const { notComparable, withoutReceipt, hidesCredit, hidesCost, hidesRefused } = result
  const orders = (count: number) =>
    count === 1 ? '1 order is left out' : `${count.toLocaleString('en-US')} orders are left out`
  const notAgain =
    'parked, bound by an approval, refused for the total, with amounts that are too large, or ' +
    'decided otherwise by today’s rules on the same facts'
  const noReceipt = 'because there is no record of the decision'
  const left = (what: string, hidden: string) =>
    `${what} is left as it was, because your role does not see ${hidden}.`
  return [
    'Each order is judged by itself: credit and stock that other orders used stay as they were.',
    ...(notComparable > 0 ? [`${orders(notComparable)}: ${notAgain}.`] : []),
    ...(withoutReceipt > 0 ? [`${orders(withoutReceipt)}, ${noReceipt}.`] : []),
    ...(hidesCredit ? [left('The credit check', 'credit')] : []),
    ...(hidesCost ? [left('The margin rule', 'costs')] : []),
    hidesRefused
      ? 'Orders that were refused are left out, because your role does not read the history.'
      : 'Orders that were refused are included as long as their decision records are stored.',
  ]
}
