import * as z from 'zod/mini'
import { freeLine, freeText } from '#platform/kernel/fields.ts'
import { fieldMistake } from './text-placeholders.ts'

// The company's own texts on its documents, and the fields that each document can fill in.

const company = ['company.name', 'company.phone', 'company.email'] as const
const customer = ['customer.name', 'customer.code', 'customer.supplierNumber'] as const
const order = ['order.number', 'order.date', 'order.customerPO', 'order.shipDate'] as const

/** The fields of each document: a text may use no others, and its room supplies all of them. */
export const documentFields = {
  'order-confirmation': [...customer, ...order, 'order.total', ...company],
  'packing-slip': [...customer, ...order, ...company],
  'pick-list': [...customer, ...order, ...company],
  'shipment-notice': [
    ...customer,
    ...order,
    'shipment.number',
    'shipment.date',
    'carrier',
    'trackingNumber',
    ...company,
  ],
  invoice: [
    ...customer,
    'invoice.number',
    'invoice.date',
    'dueDate',
    'terms',
    'total',
    'balanceDue',
    'order.number',
    'order.customerPO',
    ...company,
  ],
  'credit-memo': [
    ...customer,
    'creditMemo.number',
    'creditMemo.date',
    'invoice.number',
    'total',
    ...company,
  ],
  'purchase-order': [
    'vendor.name',
    'vendor.code',
    'order.number',
    'order.date',
    'order.expectedDate',
    'order.total',
    ...company,
  ],
  'return-form': [
    'party.name',
    'party.code',
    'return.number',
    'return.date',
    'return.reason',
    'order.number',
    ...company,
  ],
  statement: [...customer, 'statement.from', 'statement.to', 'balance', ...company],
  'dunning-letter': [...customer, 'reminder.number', 'reminder.date', 'amountDue', ...company],
} as const
export type TextDocument = keyof typeof documentFields

/** The fields of a customer's own note, which documents of all kinds for them show. */
export const customerNoteFields = [...customer, ...company] as const

/** The fields that are filled in for every document alike, from the company and the customer. */
type CommonField = (typeof company)[number] | 'customer.supplierNumber'

/** What a room supplies for the texts on a document: a value for each other field of it. */
export type FieldValues<Name extends TextDocument> = Readonly<
  Record<Exclude<(typeof documentFields)[Name][number], CommonField>, string>
>

/** A text of up to 1,000 characters. Throws 422 at a field that the document does not have. */
export function textWithFields(known: readonly string[]) {
  return freeText(1000).check(knownFields(known))
}

const knownFields = (known: readonly string[]) =>
  z.refine<string>((text) => fieldMistake(text, known) === undefined, {
    error: ({ input }) => fieldMistake(String(input), known) ?? 'Invalid input',
  })

const on = (name: TextDocument) => textWithFields(documentFields[name])
const subjectOf = (name: TextDocument) => freeLine(150).check(knownFields(documentFields[name]))
const messageOf = (name: TextDocument) => freeText(3000).check(knownFields(documentFields[name]))

/** The subject and message of each email; empty for the usual ones. */
function emailTexts() {
  return {
    emailSubjectConfirmation: subjectOf('order-confirmation'),
    emailMessageConfirmation: messageOf('order-confirmation'),
    emailSubjectShipmentNotice: subjectOf('shipment-notice'),
    emailMessageShipmentNotice: messageOf('shipment-notice'),
    emailSubjectInvoice: subjectOf('invoice'),
    emailMessageInvoice: messageOf('invoice'),
    emailSubjectCreditMemo: subjectOf('credit-memo'),
    emailMessageCreditMemo: messageOf('credit-memo'),
    emailSubjectPurchaseOrder: subjectOf('purchase-order'),
    emailMessagePurchaseOrder: messageOf('purchase-order'),
    emailSubjectReturnForm: subjectOf('return-form'),
    emailMessageReturnForm: messageOf('return-form'),
    emailSubjectStatement: subjectOf('statement'),
    emailMessageStatement: messageOf('statement'),
    emailSubjectReminder: subjectOf('dunning-letter'),
    emailMessageReminder: messageOf('dunning-letter'),
  }
}

/** Texts above and below the lines of each document, and of its email; empty for none. */
export const documentTexts = z.object({
  textAboveConfirmation: on('order-confirmation'),
  textBelowConfirmation: on('order-confirmation'),
  textAbovePackingSlip: on('packing-slip'),
  textBelowPackingSlip: on('packing-slip'),
  textAbovePickList: on('pick-list'),
  textBelowPickList: on('pick-list'),
  textAboveShipmentNotice: on('shipment-notice'),
  textBelowShipmentNotice: on('shipment-notice'),
  textAboveInvoice: on('invoice'),
  textBelowInvoice: on('invoice'),
  textAboveCreditMemo: on('credit-memo'),
  textBelowCreditMemo: on('credit-memo'),
  textAbovePurchaseOrder: on('purchase-order'),
  textBelowPurchaseOrder: on('purchase-order'),
  textAboveReturnForm: on('return-form'),
  textBelowReturnForm: on('return-form'),
  textAboveStatement: on('statement'),
  textBelowStatement: on('statement'),
  textAboveReminder: on('dunning-letter'),
  textBelowReminder: on('dunning-letter'),
  ...emailTexts(),
})
export type DocumentTexts = z.infer<typeof documentTexts>
