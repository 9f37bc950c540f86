import { cents, formatMoney } from '#platform/kernel/money.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { changeSettings, Settings } from './contract.ts'
import type { CompanyProfile } from './company-profile.ts'
import type { DocumentTexts } from './document-texts.ts'
import { accountingFields } from './accounting-fields.ts'
import { creditFields } from './credit-fields.ts'
import { emailFields } from './email-fields.ts'
import { generalFields } from './general-email-and-api-fields.ts'
import { purchasingFields } from './purchasing-fields.ts'
import { receivablesFields } from './receivables-fields.ts'
import type { RulePage } from './rule-pages.ts'
import { defaultSettings, formatPercent, percentOf, parsePercent } from './rules.ts'
import { securityFields } from './security-fields.ts'
import { sellingFields } from './selling-fields.ts'
import { warehouseFields } from './warehouse-fields.ts'

/** The company profile and the texts on documents have a page of their own. */
export type RuleName = Exclude<
  keyof Settings,
  'maintenanceNotice' | 'companyLogo' | keyof CompanyProfile | keyof DocumentTexts
>

/** The form field of a rule: its place, its texts and the kind of its value. */
export type RuleField = {
  page: RulePage
  section: string
  label: string
  /** What the rule does. */
  hint: string
  /** What it means for a case with figures; absent if the rule is a text to print. */
  example?: string
} & (
  | { kind: 'amount' | 'text' | 'area' | 'count' | 'percent' | 'switch'; options?: never }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** The form fields of all rules, in the order of their pages; the type requires every rule. */
export const ruleFields: Record<RuleName, RuleField> = {
  ...generalFields,
  ...emailFields,
  ...sellingFields,
  ...creditFields,
  ...purchasingFields,
  ...receivablesFields,
  ...accountingFields,
  ...warehouseFields,
  ...securityFields,
}

const ruleNames = Object.keys(ruleFields) as RuleName[]

/** The rules of a page, in order. */
export function rulesOf(page: RulePage): RuleName[] {
  return ruleNames.filter((name) => ruleFields[name].page === page)
}

/** The sections of a page, in order, each with its rules. */
export function sectionsOf(page: RulePage): [section: string, names: RuleName[]][] {
  const found = new Map<string, RuleName[]>()
  for (const name of rulesOf(page)) {
    const { section } = ruleFields[name]
    found.set(section, [...(found.get(section) ?? []), name])
  }
  return [...found]
}

/** The rules whose label, hint or example contains every word, in any case. */
export function findRules(query: string): RuleName[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return ruleNames.filter((name) => {
    const { label, hint, example = '', section } = ruleFields[name]
    const text = `${section} ${label} ${hint} ${example}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The default of a rule as people write it: `$15.00`, `8%`, `On`, or the label of its choice. */
export function defaultText(name: RuleName): string {
  const field = ruleFields[name]
  const value = defaultSettings[name]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (field.kind === 'amount') return formatMoney(cents(String(value)))
  if (field.kind === 'percent') return formatPercent(String(value))
  if (field.kind === 'choice') {
    return field.options.find((option) => option.value === value)?.label ?? String(value)
  }
  return value === '' ? 'none' : String(value)
}

type Rules = Pick<WireBodyOf<typeof changeSettings>, RuleName>

/** The rules of a page as form values: numbers become text, rates become percentages. */
export function typedRules(settings: Settings, page: RulePage): Record<string, string | boolean> {
  return Object.fromEntries(rulesOf(page).map((name) => [name, typedRule(name, settings[name])]))
}

function typedRule(name: RuleName, value: Settings[RuleName]): string | boolean {
  if (typeof value === 'boolean') return value
  return ruleFields[name].kind === 'percent' ? percentOf(String(value)) : String(value)
}

/** Converts form values to the API format. */
export function rulesToWire(typed: Record<string, string | boolean>): Rules {
  const wired = Object.entries(typed).map(([name, value]) => {
    const { kind } = ruleFields[name as RuleName]
    if (kind === 'percent') return [name, parsePercent(String(value))]
    const isNumber = kind === 'count' && /^-?\d+$/.test(String(value).trim())
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(wired) as Rules
}

/** Only the changed rules, so that concurrent changes by other users are not overwritten. */
export function changedRules(before: Settings, requested: Rules): Rules {
  const isSame = (name: RuleName, value: unknown) =>
    ruleFields[name].kind === 'percent'
      ? Number(before[name]) === Number(value)
      : before[name] === value
  const entries = Object.entries(requested)
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(name as RuleName, value)))
}
