import { type Holder, may, type Permission } from '#features/auth/rules.ts'
import { normalizePlace } from '#features/settings/countries-and-states.ts'

/** The states of a backtest; `stopped`: the server that ran it ended. */
export const backtestStates = [
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
  'stopped',
] as const
export type BacktestState = (typeof backtestStates)[number]

/** How many days of orders are compared. */
export const comparedDays = 90
/** How many days a backtest is stored. */
export const retentionDays = 7
/** The most customers, SKUs or places that one draft names. */
export const maxListed = 5000
/** The most receipts that are read and compared at once, and about how many bytes of them. */
export const batchSize = 500
export const batchBytes = 4 * 1024 * 1024
/** A backtest whose server did not report for this long has stopped. */
export const leaseSeconds = 30

/** True while a backtest waits or runs. */
export function isUnfinished(state: BacktestState): boolean {
  return state === 'waiting' || state === 'running'
}

export const draftParts = ['creditRules', 'creditLimits', 'prices', 'tax'] as const
export type DraftPart = (typeof draftParts)[number]

/** What a role needs to try each part of a draft: to change it, and to see its effect. */
const neededFor: Readonly<Record<DraftPart, readonly Permission[]>> = {
  creditRules: ['settings.manage', 'receivables.read'],
  creditLimits: ['customers.terms', 'receivables.read'],
  prices: ['skus.edit', 'skus.read', 'pricing.read'],
  tax: ['settings.manage'],
}

/** True if a user may try a part of a draft. Everyone who tries one must see orders. */
export function canTest(user: Holder, part: DraftPart): boolean {
  return may(user, 'salesOrders.read') && neededFor[part].every((each) => may(user, each))
}

/** The parts of a draft that a user may not try. */
export function forbiddenParts(
  user: Holder,
  draft: Partial<Record<DraftPart, unknown>>,
): DraftPart[] {
  return draftParts.filter((part) => draft[part] !== undefined && !canTest(user, part))
}

/** What a backtest leaves as it was decided, or leaves out, because the user may not see it. */
export type HiddenParts = { hidesCredit: boolean; hidesCost: boolean; hidesRefused: boolean }

/**
 * What a user may not see: credit, costs, and refused orders, whose receipts belong to those who
 * asked for them.
 */
export function hiddenPartsOf(user: Holder): HiddenParts {
  return {
    hidesCredit: !may(user, 'receivables.read'),
    hidesCost: !may(user, 'skus.cost'),
    hidesRefused: !may(user, 'audit.read'),
  }
}

/** True if a result shows something that is hidden from the user by now. */
export function showsHidden(result: HiddenParts, user: Holder): boolean {
  const { hidesCredit, hidesCost, hidesRefused } = hiddenPartsOf(user)
  return (
    (hidesCredit && !result.hidesCredit) ||
    (hidesCost && !result.hidesCost) ||
    (hidesRefused && !result.hidesRefused)
  )
}

/** One key for a place, however its country and state are written. */
export function placeKeyOf(place: { country: string; state?: string | undefined }): string {
  const { country, state = '' } = place
  const normal = normalizePlace({ country, state })
  return `${normal.country} ${normal.state}`.toLowerCase()
}
