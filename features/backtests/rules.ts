import { type Holder, may, type Permission } from '#features/auth/rules.ts'

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
/** Receipts that are read and compared at once. */
export const batchSize = 500
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
export function mayTry(user: Holder, part: DraftPart): boolean {
  return may(user, 'salesOrders.read') && neededFor[part].every((each) => may(user, each))
}

/** The parts of a draft that a user may not try. */
export function forbiddenParts(
  user: Holder,
  draft: Partial<Record<DraftPart, unknown>>,
): DraftPart[] {
  return draftParts.filter((part) => draft[part] !== undefined && !mayTry(user, part))
}

/** What a backtest leaves as it was decided, because the user may not see it. */
export function hiddenFrom(user: Holder): { hidesCredit: boolean; hidesCost: boolean } {
  return { hidesCredit: !may(user, 'receivables.read'), hidesCost: !may(user, 'skus.cost') }
}
