import type { Settings } from './contract.ts'

/** The business rules of a new system (docs/rules.md). An administrator may change each. */
export const defaultSettings: Settings = {
  businessTimeZone: 'America/New_York',
  taxDefaultRate: '0.0800',
  shippingFlat: '15.00',
  shippingFreeFrom: '500.00',
  creditZeroMeans: 'none',
  userMayEditTerms: true,
  requireIfMatch: false,
  sodMode: 'record',
  purchaseApprovalLimit: '25000.00',
  billPricePercent: 2,
  billPriceAmount: '100.00',
  billRounding: '1.00',
  billApprovalLimit: '500.00',
  overReceiptPercent: 0,
  returnWindowDays: 30,
  returnApprovalLimit: '500.00',
  writeOffLimitFinance: '25.00',
  writeOffLimitManager: '1000.00',
  refundLimit: '1000.00',
  maintenanceNotice: '',
}
