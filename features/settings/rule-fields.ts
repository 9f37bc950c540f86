import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { changeSettings, Settings } from './contract.ts'
import { creditFields } from './credit-fields.ts'
import { dunningFields } from './dunning-fields.ts'
import { goodsFields } from './goods-fields.ts'
import { percentOf, parsePercent } from './rules.ts'

export type RuleName = Exclude<keyof Settings, 'maintenanceNotice'>

/** How a rule is asked for: its words, and what kind of value it has. */
export type RuleField = { section: string; label: string; hint: string } & (
  | { kind: 'amount' | 'text' | 'area' | 'count' | 'percent' | 'switch'; options?: never }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** Every rule that an administrator may change, in the order of the form; none may be left out. */
export const ruleFields: Record<RuleName, RuleField> = {
  companyName: {
    section: 'Company',
    kind: 'text',
    label: 'Company name',
    hint: 'Printed at the top of every document.',
  },
  companyContact: {
    section: 'Company',
    kind: 'text',
    label: 'Company contact',
    hint: 'Telephone, e-mail, web: one line below the address.',
  },
  companyAddress: {
    section: 'Company',
    kind: 'area',
    label: 'Company address',
    hint: 'As it is written on a letter; vendors deliver to it.',
  },
  mailSender: {
    section: 'Company',
    kind: 'text',
    label: 'From address',
    hint: 'Documents are sent from this address, and replies come back to it.',
  },
  bankDetails: {
    section: 'Company',
    kind: 'area',
    label: 'Bank details',
    hint: 'Stand on invoices and statements of account.',
  },
  invoiceFooter: {
    section: 'Company',
    kind: 'area',
    label: 'Text below invoices',
    hint: 'For example, retention of title or a thank-you.',
  },
  paperSize: {
    section: 'Company',
    kind: 'choice',
    label: 'Paper of PDFs',
    hint: 'A printed page takes the paper that the printer has.',
    options: [
      { value: 'letter', label: 'Letter' },
      { value: 'a4', label: 'A4' },
    ],
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
    hint: 'What an order pays below the amount from which it is free.',
  },
  shippingFreeFrom: {
    section: 'Prices, tax and shipping',
    kind: 'amount',
    label: 'Free shipping from',
    hint: 'Orders of this subtotal and more ship free.',
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
    hint: 'When one person does both parts of a task that two should share.',
    options: [
      { value: 'record', label: 'Log only' },
      { value: 'enforce', label: 'Block' },
    ],
  },
  journalEntryApproval: {
    section: 'Controls',
    kind: 'choice',
    label: 'Journal entries by hand',
    hint: 'Whether an entry waits as a draft until another person posts it.',
    options: [
      { value: 'none', label: 'Posted at once' },
      { value: 'second', label: 'Posted by a second person' },
    ],
  },
  purchaseApprovalLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Managers approve purchases up to',
    hint: 'Of one purchase order; administrators have no limit.',
  },
  ...goodsFields,
  certificateMode: {
    section: 'Controls',
    kind: 'choice',
    label: 'Expired certificates of vendors',
    hint: 'Whether lines of a purchase order that need one are only pointed out, or refused.',
    options: [
      { value: 'warn', label: 'Warn' },
      { value: 'block', label: 'Refuse the lines' },
    ],
  },
  purchaseCoverDays: {
    section: 'Controls',
    kind: 'count',
    label: 'Purchase proposals: days of use',
    hint: 'For how long a proposal buys beyond the reorder point, 1 to 365.',
  },
  billPricePercent: {
    section: 'Controls',
    kind: 'count',
    label: 'Bills: price above the order, in percent',
    hint: 'A line of a bill that is dearer than this is blocked.',
  },
  billPriceAmount: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills: price above the order, in all',
    hint: 'A line of a bill that costs this much more is blocked, whatever the percentage.',
  },
  billRounding: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills: small differences',
    hint: 'Up to this a whole bill is taken as it is.',
  },
  billApprovalLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Bills without an order: two people above',
    hint: 'What no purchase order asked for always needs a release, above this by two people.',
  },
  requireIfMatch: {
    section: 'Controls',
    kind: 'switch',
    label: 'API changes must name the version they change',
    hint: 'Programs without If-Match are refused (428). The screens always send it.',
  },
  writeOffLimitFinance: {
    section: 'Controls',
    kind: 'amount',
    label: 'Finance writes off up to',
    hint: 'Of one invoice, and 20 times as much in a month. Above it a manager does.',
  },
  writeOffLimitManager: {
    section: 'Controls',
    kind: 'amount',
    label: 'Managers write off up to',
    hint: 'Of one invoice, and 5 times as much in a month. Administrators: any.',
  },
  refundLimit: {
    section: 'Controls',
    kind: 'amount',
    label: 'Finance releases refunds up to',
    hint: 'Above it a manager releases them.',
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
    label: 'Sales approves returns up to',
    hint: 'Above it a manager decides, and nobody approves their own.',
  },
  leftoverDays: {
    section: 'Controls',
    kind: 'count',
    label: 'Leftovers after, in days',
    hint: 'The rest of an order of which nothing has left for so long is a view of Sales Orders.',
  },
  ...dunningFields,
  customerPoAgain: {
    section: 'Controls',
    kind: 'choice',
    label: 'An order under a customer PO that was used before',
    hint: 'Order Entry says so in both cases. A cancelled order does not count.',
    options: [
      { value: 'warn', label: 'Is placed as usual' },
      { value: 'hold', label: 'Is placed on hold as a duplicate' },
    ],
  },
  stockOnShort: {
    section: 'Warehouse',
    kind: 'choice',
    label: 'The warehouse counts less than is reserved',
    hint: 'The count is taken either way. Orders in the warehouse keep their units.',
    options: [
      { value: 'free', label: 'The youngest pending orders wait' },
      { value: 'tell', label: 'Only tell of it' },
    ],
  },
  stockOldHours: {
    section: 'Warehouse',
    kind: 'count',
    label: 'A count is old after, in hours',
    hint: '0: never. A SKU that was never counted has no age.',
  },
  stockOldMeans: {
    section: 'Warehouse',
    kind: 'choice',
    label: 'An order of goods with an old count',
    hint: 'Order Entry says so in both cases.',
    options: [
      { value: 'warn', label: 'Is placed as usual' },
      { value: 'hold', label: 'Is placed on hold for stock' },
    ],
  },
  countGuardPercent: {
    section: 'Warehouse',
    kind: 'count',
    label: 'Hold counts that zero more than % of SKUs',
    hint: 'Of the SKUs with stock, 0 to 100. Somebody confirms or discards the count.',
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

type Rules = Omit<WireBodyOf<typeof changeSettings>, 'maintenanceNotice'>

/** The rules as a form holds them: counts as they are typed, shares as percentages. */
export function typedRules(settings: Settings): Record<string, string | boolean> {
  const names = Object.keys(ruleFields) as RuleName[]
  return Object.fromEntries(names.map((name) => [name, typedRule(name, settings[name])]))
}

function typedRule(name: RuleName, value: Settings[RuleName]): string | boolean {
  if (typeof value === 'boolean') return value
  return ruleFields[name].kind === 'percent' ? percentOf(String(value)) : String(value)
}

/** What was typed in wire form. */
export function rulesToWire(typed: Record<string, string | boolean>): Rules {
  const wired = Object.entries(typed).map(([name, value]) => {
    const { kind } = ruleFields[name as RuleName]
    if (kind === 'percent') return [name, parsePercent(String(value))]
    const isNumber = kind === 'count' && /^-?\d+$/.test(String(value).trim())
    return [name, isNumber ? Number(value) : value]
  })
  return Object.fromEntries(wired) as Rules
}

/** Only what differs: what somebody else changed meanwhile is not written back. */
export function changedRules(before: Settings, wanted: Rules): Rules {
  const isSame = (name: RuleName, value: unknown) =>
    ruleFields[name].kind === 'percent'
      ? Number(before[name]) === Number(value)
      : before[name] === value
  const entries = Object.entries(wanted)
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(name as RuleName, value)))
}
