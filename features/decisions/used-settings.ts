import { defaultSettings, formatPercent } from '#features/settings/rules.ts'
import type { DecisionFacts } from './contract.ts'

/** The names of the settings that decisions on orders use. */
type SettingName = Extract<
  keyof typeof defaultSettings,
  | 'shippingFlat'
  | 'shippingFreeFrom'
  | 'creditOver'
  | 'creditZeroMeans'
  | 'creditOverdueDays'
  | 'creditOverduePercent'
  | 'stockOldHours'
  | 'stockOldMeans'
  | 'marginBelow'
  | 'minimumMarginPercent'
  | 'taxDefaultRate'
>

/** A setting that a decision used; without `value`, the facts have only what follows from it. */
type UsedSetting = { name: SettingName; value?: string | number }

/** The settings that the facts of a decision depend on, in the order of the questions. */
export function usedSettings({ settings, credit, stock, tax }: DecisionFacts): UsedSetting[] {
  const used: UsedSetting[] = []
  if (tax && !tax.isExempt) used.push({ name: 'taxDefaultRate', value: tax.rate })
  if (settings) {
    const { shippingFlat, shippingFreeFrom, creditOver, minimumMarginPercent } = settings
    used.push({ name: 'shippingFlat', value: shippingFlat })
    used.push({ name: 'shippingFreeFrom', value: shippingFreeFrom })
    if (creditOver !== undefined) used.push({ name: 'creditOver', value: creditOver })
    const isMarginOn = minimumMarginPercent !== undefined
    used.push({ name: 'marginBelow', value: isMarginOn ? 'hold' : 'accept' })
    if (isMarginOn) used.push({ name: 'minimumMarginPercent', value: minimumMarginPercent })
  }
  if (settings && stock) {
    const { countsOldBefore, stockOldMeans } = settings
    used.push({ name: 'stockOldHours', ...(countsOldBefore === undefined && { value: 0 }) })
    if (stockOldMeans !== undefined) used.push({ name: 'stockOldMeans', value: stockOldMeans })
  }
  if (credit) {
    used.push({ name: 'creditZeroMeans', value: credit.zeroMeans })
    const { overdueRule } = credit
    if (overdueRule) {
      used.push({ name: 'creditOverdueDays', value: overdueRule.days })
      used.push({ name: 'creditOverduePercent', value: overdueRule.percent })
    }
  }
  return used
}

/** A value of a setting that had begun when a decision was made. */
export type StoredVersion<Moment> = {
  name: string
  value: unknown
  /** Null if it is older than all past values. */
  knownFrom: Moment | null
  changedBy: string | null
  /** True if it had ended by then. */
  hasEnded: boolean
}

/**
 * Since when each setting that a decision used had its value, and who set it. `versions` has the
 * last two of each, the newest first: a node reads settings again after a second, so a decision
 * right after a change may have used the value before. Without a version the default applied. The
 * default tax rate is left out where another rate applied.
 */
export function versionsOfSettings<Moment>(
  used: readonly UsedSetting[],
  versions: readonly StoredVersion<Moment>[],
) {
  return used.flatMap(({ name, value: decided }) => {
    const known = versions.filter((version) => version.name === name)
    const current = known.find(({ hasEnded }) => !hasEnded)
    const isDecided = ({ value }: { value: unknown }) => {
      return decided !== undefined && isSameValue(name, value, decided)
    }
    const wasDefault = isDecided({ value: defaultSettings[name] })
    const version = known.find(isDecided) ?? (wasDefault ? undefined : current)
    const value = version ? version.value : defaultSettings[name]
    if (name === 'taxDefaultRate' && !isDecided({ value })) return []
    return [
      {
        name,
        value,
        isDefault: version === undefined,
        knownFrom: version?.knownFrom ?? null,
        changedBy: version?.changedBy ?? null,
      },
    ]
  })
}

/** A tax rate is a fraction: 0.08 and 0.0800 are one. */
function isSameValue(name: SettingName, value: unknown, decided: string | number): boolean {
  if (name !== 'taxDefaultRate') return value === decided
  return formatPercent(String(value)) === formatPercent(String(decided))
}
