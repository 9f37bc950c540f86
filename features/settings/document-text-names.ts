import type { DocumentTexts, TextDocument } from './document-texts.ts'

// Which settings have the texts of which document.

type TextName = keyof DocumentTexts

/** The settings with the texts of each document. */
export const textNames = {
  'order-confirmation': { above: 'textAboveConfirmation', below: 'textBelowConfirmation' },
  'packing-slip': { above: 'textAbovePackingSlip', below: 'textBelowPackingSlip' },
  'pick-list': { above: 'textAbovePickList', below: 'textBelowPickList' },
  'shipment-notice': { above: 'textAboveShipmentNotice', below: 'textBelowShipmentNotice' },
  invoice: { above: 'textAboveInvoice', below: 'textBelowInvoice' },
  'credit-memo': { above: 'textAboveCreditMemo', below: 'textBelowCreditMemo' },
  'purchase-order': { above: 'textAbovePurchaseOrder', below: 'textBelowPurchaseOrder' },
  'return-form': { above: 'textAboveReturnForm', below: 'textBelowReturnForm' },
  statement: { above: 'textAboveStatement', below: 'textBelowStatement' },
  'dunning-letter': { above: 'textAboveReminder', below: 'textBelowReminder' },
} as const satisfies Record<TextDocument, { above: TextName; below: TextName }>

/** The settings with the subject and the message of the email of each document that is sent. */
export const emailTextNames = {
  'order-confirmation': {
    subject: 'emailSubjectConfirmation',
    message: 'emailMessageConfirmation',
  },
  'shipment-notice': {
    subject: 'emailSubjectShipmentNotice',
    message: 'emailMessageShipmentNotice',
  },
  invoice: { subject: 'emailSubjectInvoice', message: 'emailMessageInvoice' },
  'credit-memo': { subject: 'emailSubjectCreditMemo', message: 'emailMessageCreditMemo' },
  'purchase-order': { subject: 'emailSubjectPurchaseOrder', message: 'emailMessagePurchaseOrder' },
  'return-form': { subject: 'emailSubjectReturnForm', message: 'emailMessageReturnForm' },
  statement: { subject: 'emailSubjectStatement', message: 'emailMessageStatement' },
  'dunning-letter': { subject: 'emailSubjectReminder', message: 'emailMessageReminder' },
} as const satisfies Partial<Record<TextDocument, { subject: TextName; message: TextName }>>
