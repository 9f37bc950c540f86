import type { Settings } from './contract.ts'

/** The business rules of a new system (docs/rules.md). An administrator may change each. */
export const defaultSettings: Settings = {
  companyName: '',
  companyAddress: '',
  companyContact: '',
  bankDetails: '',
  invoiceFooter: '',
  mailSender: '',
  paperSize: 'letter',
  businessTimeZone: 'America/New_York',
  taxDefaultRate: '0.0800',
  shippingFlat: '15.00',
  shippingFreeFrom: '500.00',
  creditZeroMeans: 'none',
  creditOver: 'refuse',
  userMayEditTerms: true,
  requireIfMatch: false,
  sodMode: 'record',
  journalEntryApproval: 'none',
  purchaseApprovalLimit: '25000.00',
  billPricePercent: 2,
  billPriceAmount: '100.00',
  billRounding: '1.00',
  billApprovalLimit: '500.00',
  overReceiptPercent: 0,
  costMethod: 'average',
  certificateMode: 'warn',
  purchaseCoverDays: 30,
  returnWindowDays: 30,
  returnApprovalLimit: '500.00',
  writeOffLimitFinance: '25.00',
  writeOffLimitManager: '1000.00',
  refundLimit: '1000.00',
  creditOverrideLimit: '10000.00',
  creditOverdueDays: 60,
  creditOverduePercent: 10,
  leftoverDays: 7,
  dunningDays1: 7,
  dunningDays2: 21,
  dunningDays3: 45,
  dunningFee1: '0.00',
  dunningFee2: '0.00',
  dunningFee3: '0.00',
  dunningText1:
    'Our books show that these invoices are past due. If you have paid meanwhile, please ' +
    'disregard this letter; otherwise we ask you for your payment.',
  dunningText2:
    'In spite of our reminder these invoices are still open. Please pay them within 7 days, or ' +
    'tell us what stands in the way.',
  dunningText3:
    'These invoices are long past due. This is our last reminder: unless we receive your payment ' +
    'within 7 days, we deliver against payment in advance only and take further steps.',
  dunningGapDays: 14,
  dunningMinimum: '25.00',
  dunningBlockFrom: '3',
  customerPoAgain: 'warn',
  stockOnShort: 'free',
  stockOldHours: 24,
  stockOldMeans: 'warn',
  countGuardPercent: 20,
  maintenanceNotice: '',
}

/** From so many active accounts on there is somebody else to decide. */
const enforceFrom = 4

/** Whether duties, which are only recorded, had better be enforced. */
export function recommendsEnforce(of: {
  sodMode: Settings['sodMode']
  activeAccounts: number
}): boolean {
  return of.sodMode === 'record' && of.activeAccounts >= enforceFrom
}

/** A share as people read it: `0.082500` is `8.25 %`. */
export function formatPercent(share: string): string {
  const millionths = Math.round(Number(share) * 1_000_000)
  return `${(millionths / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })} %`
}

/** A share as a person types it, without its sign: `0.0800` is `8.00`, `0.072475` is `7.2475`. */
export function percentOf(share: string): string {
  const percent = Math.round(Number(share) * 1_000_000) / 10_000
  return percent.toFixed(Math.max(2, String(percent).split('.')[1]?.length ?? 0))
}

/** The least percentage that is typed; a smaller one is a share that was taken for one. */
const leastPercent = 0.1

/**
 * The share that a typed percentage is: `8.25`, `8.25%` and `8.25 %` are `0.0825`. Answers what was
 * typed with a `%` where it is none: with more than four decimals, above 100, or so small that it
 * can only be a share.
 */
export function parsePercent(typed: string): string {
  const text = typed.replace(/%\s*$/, '').trim()
  const percent = Number(text)
  const isPercent = /^\d{1,3}(?:\.\d{0,4})?$/.test(text) && percent <= 100
  if (!isPercent || (percent > 0 && percent < leastPercent)) return text && `${text} %`
  return (Math.round(percent * 10_000) / 1_000_000).toFixed(6).replace(/0{1,2}$/, '')
}
