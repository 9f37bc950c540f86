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
