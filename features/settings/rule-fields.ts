import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { changeSettings, Settings } from './contract.ts'
import type { CompanyProfile } from './company-profile.ts'
import type { DocumentTexts } from './document-texts.ts'
import { creditFields } from './credit-fields.ts'
import { dunningFields } from './dunning-fields.ts'
import { goodsFields } from './goods-fields.ts'
import { percentOf, parsePercent } from './rules.ts'

/** The company profile and the texts on documents have a page of their own. */
export type RuleName = Exclude<
  keyof Settings,
  'maintenanceNotice' | 'companyLogo' | keyof CompanyProfile | keyof DocumentTexts
>

/** The form field of a rule: section, texts and kind of value. */
export type RuleField = { section: string; label: string; hint: string } & (
  | { kind: 'amount' | 'text' | 'area' | 'count' | 'percent' | 'switch'; options?: never }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** The form fields of all rules, in form order; the type requires every rule. */
export const ruleFields: Record<RuleName, RuleField> = {
  mailSender: {
    section: 'Email',
    kind: 'text',
    label: 'From address',
    hint: 'Documents are sent from this address, and replies come back to it.',
  },
  taxDefaultRate: {
    section: 'Prices, tax and shipping',
    kind: 'percent',
    label: 'Default sales tax, %',
    hint: 'Override by location below.',
  },
  shippingFlat: {
    section: 'Prices, tax and shipping',
    kind: 'amount',
    label: 'Shipping',
    hint: 'Charged on orders below the free-shipping amount.',
  },
  shippingFreeFrom: {
    section: 'Prices, tax and shipping',
    kind: 'amount',
    label: 'Free shipping from',
    hint: 'Orders with at least this subtotal ship free.',
  },
  businessTimeZone: {
    section: 'Prices, tax and shipping',
    kind: 'text',
    label: 'Business time zone',
    hint: 'Where a business day begins and ends, such as America/New_York.',
  },
  ...creditFields,
  sodMode: {
    section: 'Controls',
    kind: 'choice',
    label: 'Separation of duties',
    hint: 'What happens when one person does both steps of a task that requires two people.',
    options: [
      { value: 'record', label: 'Log only' },
      { value: 'enforce', label: 'Block' },
    ],
  },
  journalEntryApproval: {
    section: 'Controls',
    kind: 'choice',
    label: 'Manual journal entries',
    hint: 'Post immediately, or keep as a draft until another person posts it.',
    options: [
      { value: 'none', label: 'Post immediately' },
      { value: 'second', label: 'Posted by another person' },
    ],
  },
  purchaseApprovalLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Purchase approval limit for managers',
    hint: 'Per purchase order. Administrators have no limit.',
  },
  ...goodsFields,
  certificateMode: {
    section: 'Controls',
    kind: 'choice',
    label: 'Expired vendor certificates',
    hint: 'For purchase order lines that need the certificate.',
    options: [
      { value: 'warn', label: 'Warn' },
      { value: 'block', label: 'Block the lines' },
    ],
  },
  purchaseCoverDays: {
    section: 'Controls',
    kind: 'count',
    label: 'Purchase proposals: days of supply',
    hint: 'Days of usage to buy beyond the reorder point, 1 to 365.',
  },
  billPricePercent: {
    section: 'Controls',
    kind: 'count',
    label: 'Bills: price tolerance, %',
    hint: 'Block a bill line whose price exceeds the order price by more than this.',
  },
  billPriceAmount: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills: price tolerance per line',
    hint: 'Block a bill line that costs this much more than ordered.',
  },
  billRounding: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills: rounding tolerance',
    hint: 'Accept a bill that differs from the order by up to this in total.',
  },
  billApprovalLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills without a purchase order: two approvals above',
    hint: 'Each such bill must be released; above this amount, by two people.',
  },
  requireIfMatch: {
    section: 'Controls',
    kind: 'switch',
    label: 'Require If-Match on API updates',
    hint: 'API updates without it are rejected (428). The screens always send it.',
  },
  writeOffLimitFinance: {
    section: 'Controls',
    kind: 'amount',
    label: 'Write-off limit for finance',
    hint: 'Per invoice, and 20 times as much per month. A manager approves more.',
  },
  writeOffLimitManager: {
    section: 'Controls',
    kind: 'amount',
    label: 'Write-off limit for managers',
    hint: 'Per invoice, and 5 times as much per month. Administrators: no limit.',
  },
  refundLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Refund limit for finance',
    hint: 'A manager releases larger refunds.',
  },
  returnWindowDays: {
    section: 'Returns',
    kind: 'count',
    label: 'Return window (days)',
    hint: 'Counted from the shipment. 0: no limit. Managers may accept later returns.',
  },
  returnApprovalLimit: {
    section: 'Returns',
    kind: 'amount',
    label: 'Return approval limit for sales',
    hint: 'A manager approves larger returns. Nobody approves their own.',
  },
  leftoverDays: {
    section: 'Controls',
    kind: 'count',
    label: 'Partially shipped after (days)',
    hint: 'The view Partially shipped lists orders without a shipment for this long.',
  },
  ...dunningFields,
  customerPoAgain: {
    section: 'Controls',
    kind: 'choice',
    label: 'Duplicate customer PO',
    hint: 'Order Entry shows a warning either way. Cancelled orders do not count.',
    options: [
      { value: 'warn', label: 'Create order' },
      { value: 'hold', label: 'Create order on hold' },
    ],
  },
  stockOnShort: {
    section: 'Warehouse',
    kind: 'choice',
    label: 'Warehouse count below reserved stock',
    hint: 'The count is accepted either way. Orders at the warehouse keep their units.',
    options: [
      { value: 'free', label: 'Release stock from the newest pending orders' },
      { value: 'tell', label: 'Notify only' },
    ],
  },
  stockOldHours: {
    section: 'Warehouse',
    kind: 'count',
    label: 'Count is outdated after (hours)',
    hint: '0: never. Does not apply to SKUs never counted.',
  },
  stockOldMeans: {
    section: 'Warehouse',
    kind: 'choice',
    label: 'Orders for SKUs with an outdated count',
    hint: 'Order Entry shows a warning either way.',
    options: [
      { value: 'warn', label: 'Create order' },
      { value: 'hold', label: 'Create order on hold for stock' },
    ],
  },
  countGuardPercent: {
    section: 'Warehouse',
    kind: 'count',
    label: 'Hold counts that set more than % of SKUs to zero',
    hint: 'Of the SKUs with stock, 0 to 100. A user confirms or discards the count.',
  },
}

/** The sections of the form, in order, each with its rules. */
export function sections(): [string, RuleName[]][] {
  const found = new Map<string, RuleName[]>()
  for (const [name, { section }] of Object.entries(ruleFields)) {
    found.set(section, [...(found.get(section) ?? []), name as RuleName])
  }
  return [...found]
}

type Rules = Pick<WireBodyOf<typeof changeSettings>, RuleName>

/** The rules as form values: numbers become text, rates become percentages. */
export function typedRules(settings: Settings): Record<string, string | boolean> {
  const names = Object.keys(ruleFields) as RuleName[]
  return Object.fromEntries(names.map((name) => [name, typedRule(name, settings[name])]))
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
