import { defaultRoleLimits } from '#features/auth/authority-rules.ts'
import type { CompanyProfile } from './company-profile.ts'
import { defaultTimeZone, type Settings } from './contract.ts'
import type { DocumentTexts } from './document-texts.ts'

// Re-exported for other rooms.
export type { CompanyProfile, DateStyle } from './company-profile.ts'

/** A company that was not entered yet. */
export const emptyCompany: CompanyProfile = {
  companyName: '',
  companyLegalName: '',
  companyAddress: '',
  remitToAddress: '',
  receivingAddress: '',
  companyCountry: 'USA',
  companyPhone: '',
  companyEmail: '',
  companyWeb: '',
  companyContact: '',
  taxNumbers: '',
  bankDetails: '',
  checksPayableTo: '',
  invoiceFooter: '',
  accentColor: '#1f3a5f',
  paperSize: 'letter',
  dateStyle: 'us',
  pdfFormat: 'pdf',
}

/** No document has a text of its own. */
const noTexts: DocumentTexts = {
  textAboveConfirmation: '',
  textBelowConfirmation: '',
  textAbovePackingSlip: '',
  textBelowPackingSlip: '',
  textAbovePickList: '',
  textBelowPickList: '',
  textAboveShipmentNotice: '',
  textBelowShipmentNotice: '',
  textAboveInvoice: '',
  textBelowInvoice: '',
  textAboveCreditMemo: '',
  textBelowCreditMemo: '',
  textAbovePurchaseOrder: '',
  textBelowPurchaseOrder: '',
  textAboveReturnForm: '',
  textBelowReturnForm: '',
  textAboveStatement: '',
  textBelowStatement: '',
  textAboveReminder: '',
  textBelowReminder: '',
  emailSubjectConfirmation: '',
  emailMessageConfirmation: '',
  emailSubjectShipmentNotice: '',
  emailMessageShipmentNotice: '',
  emailSubjectInvoice: '',
  emailMessageInvoice: '',
  emailSubjectCreditMemo: '',
  emailMessageCreditMemo: '',
  emailSubjectPurchaseOrder: '',
  emailMessagePurchaseOrder: '',
  emailSubjectReturnForm: '',
  emailMessageReturnForm: '',
  emailSubjectStatement: '',
  emailMessageStatement: '',
  emailSubjectReminder: '',
  emailMessageReminder: '',
}

/** The default business rules (docs/rules.md). An administrator may change each. */
export const defaultSettings: Settings = {
  ...emptyCompany,
  ...noTexts,
  companyLogo: '',
  mailSender: '',
  autoEmailConfirmation: false,
  autoEmailShipment: false,
  autoEmailInvoice: false,
  autoEmailReminder: false,
  autoEmailStatement: false,
  autoEmailPurchaseOrder: false,
  statementDay: 1,
  digestHour: 7,
  businessTimeZone: defaultTimeZone,
  taxDefaultRate: '0.0800',
  shippingFlat: '15.00',
  shippingFreeFrom: '500.00',
  creditZeroMeans: 'none',
  creditOver: 'refuse',
  userMayEditTerms: true,
  requireIfMatch: false,
  requireShownTotal: false,
  secondFactorAdmin: false,
  secondFactorManager: false,
  secondFactorSales: false,
  secondFactorPurchasing: false,
  secondFactorWarehouse: false,
  secondFactorFinance: false,
  secondFactorViewer: false,
  secondFactorUser: false,
  sodMode: 'record',
  journalEntryApproval: 'none',
  purchaseApprovalLimit: defaultRoleLimits.purchaseApprovalLimit,
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
  writeOffLimitFinance: defaultRoleLimits.writeOffLimit,
  writeOffLimitManager: '1000.00',
  refundLimit: '1000.00',
  creditOverrideLimit: defaultRoleLimits.creditOverrideLimit,
  creditOverdueDays: 60,
  creditOverduePercent: 10,
  approvalMinutes: 15,
  decisionDays: 30,
  intakeRawDays: 365,
  leftoverDays: 7,
  dunningDays1: 7,
  dunningDays2: 21,
  dunningDays3: 45,
  dunningFee1: '0.00',
  dunningFee2: '0.00',
  dunningFee3: '0.00',
  dunningText1:
    'Our records show that these invoices are past due. If you have already paid, please ' +
    'disregard this letter. Otherwise, please send payment.',
  dunningText2:
    'Despite our reminder, these invoices remain unpaid. Please pay them within 7 days, or ' +
    'contact us about any dispute.',
  dunningText3:
    'These invoices are long past due. This is our final reminder. Unless we receive your ' +
    'payment within 7 days, future orders will require prepayment, and we may take further ' +
    'collection action.',
  dunningGapDays: 14,
  dunningMinimum: '25.00',
  dunningBlockFrom: '3',
  customerPoAgain: 'warn',
  duplicateCheck: 'off',
  duplicateHours: 48,
  duplicateTolerancePercent: 10,
  marginBelow: 'accept',
  minimumMarginPercent: 0,
  stockOnShort: 'free',
  stockOldHours: 24,
  stockOldMeans: 'warn',
  countGuardPercent: 20,
  maintenanceNotice: '',
}

/** True if documents can state who sends them: an invoice without name and address is none. */
export function hasSender(
  company: Pick<CompanyProfile, 'companyName' | 'companyAddress'>,
): boolean {
  return company.companyName.trim() !== '' && company.companyAddress.trim() !== ''
}

/** Why no document can be emailed while the company has no name or address. */
export const noSenderSentence =
  'The company has no name or address yet. Enter them in the company profile'

/** True if customers can see from a document who we are, how to reach us and how to pay. */
export function isCompanyComplete(company: CompanyProfile): boolean {
  const { companyPhone, companyEmail, bankDetails, checksPayableTo } = company
  const isReachable = companyPhone !== '' || companyEmail !== ''
  const isPayable = bankDetails !== '' || checksPayableTo !== ''
  return hasSender(company) && isReachable && isPayable
}

/** The number of active accounts from which enforcement is recommended. */
const enforceFrom = 4

/** True if separation of duties is only recorded and should be enforced. */
export function recommendsEnforce(of: {
  sodMode: Settings['sodMode']
  activeAccounts: number
}): boolean {
  return of.sodMode === 'record' && of.activeAccounts >= enforceFrom
}

/** A rate as display text: `0.082500` is `8.25 %`. */
export function formatPercent(rate: string): string {
  return `${percentOf(rate).replace(/\.?0+$/, '')}%`
}

/** A rate as a percentage for a form, with two to four decimals: `0.0800` is `8.00`. */
export function percentOf(rate: string): string {
  const [integer = '', decimals = ''] = rate.split('.')
  const digits = `${integer}${decimals.padEnd(6, '0').slice(0, 6)}`
  const percent = String(Number(digits.slice(0, -4)))
  return `${percent}.${digits.slice(-4).replace(/0{1,2}$/, '')}`
}

/** The lowest accepted percentage: below it, the user entered a fraction such as `0.0825`. */
const leastPercent = 0.1

/**
 * Converts an entered percentage to a rate: `8.25`, `8.25%` and `8.25 %` are `0.0825`. Text that is
 * not a percentage up to 100 with at most four decimals, or is below `leastPercent`, is returned
 * with a `%`, which the schema rejects.
 */
export function parsePercent(typed: string): string {
  const text = typed.replace(/%\s*$/, '').trim()
  const parts = /^(\d{1,3})(?:\.(\d{0,4}))?$/.exec(text)
  const isTooSmall = Number(text) > 0 && Number(text) < leastPercent
  if (!parts || Number(text) > 100 || isTooSmall) return text && `${text}%`
  // Shifts the decimal point by two digits as text, so that nothing is rounded.
  const digits = (parts[1] ?? '').padStart(3, '0') + (parts[2] ?? '').padEnd(4, '0')
  return `${digits.slice(0, 1)}.${digits.slice(1).replace(/0{1,2}$/, '')}`
}
