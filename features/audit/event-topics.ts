import type { EventEntity } from './audited-entities.ts'

/** A topic of events: the kind of record that it is about, and what happened to it. */
type EventTopic = { entity: EventEntity; sentence: string }

/** The topics of events, as `GET /api/events` lists them and webhooks send them. */
export const eventTopics = {
  'sales-order.created': { entity: 'sales_order', sentence: 'A sales order was created.' },
  'sales-order.changed': {
    entity: 'sales_order',
    sentence: 'A sales order changed or took a step, such as its shipment.',
  },
  'invoice.posted': { entity: 'invoice', sentence: 'An invoice to a customer was posted.' },
  'payment.recorded': {
    entity: 'customer_payment',
    sentence: 'A payment of a customer was recorded.',
  },
  'credit-memo.posted': { entity: 'credit_memo', sentence: 'A credit memo was posted.' },
  'credit-memo.voided': { entity: 'credit_memo', sentence: 'A credit memo was voided.' },
  'refund.released': { entity: 'refund', sentence: 'A refund to a customer was released.' },
  'refund.reversed': { entity: 'refund', sentence: 'A refund to a customer was reversed.' },
  'dunning.reminded': {
    entity: 'dunning_letter',
    sentence: 'A reminder about overdue invoices was made.',
  },
  'return.created': { entity: 'return', sentence: 'A return was created.' },
  'return.changed': { entity: 'return', sentence: 'A return took a step.' },
  'requisition.changed': {
    entity: 'requisition',
    sentence: 'A requisition was submitted, decided or ordered.',
  },
  'purchase-order.changed': {
    entity: 'purchase_order',
    sentence: 'A purchase order was created, changed or took a step.',
  },
  'vendor-bill.changed': {
    entity: 'vendor_bill',
    sentence: 'A bill of a vendor was entered or took a step.',
  },
  'vendor-credit.changed': {
    entity: 'vendor_credit',
    sentence: 'A credit of a vendor was entered or took a step.',
  },
  'vendor-payment.changed': {
    entity: 'vendor_payment',
    sentence: 'A payment to a vendor was created or took a step.',
  },
  'manual-entry.changed': {
    entity: 'manual_entry',
    sentence: 'A manual journal entry was created or took a step.',
  },
  'sales-tax-payment.changed': {
    entity: 'sales_tax_payment',
    sentence: 'A payment of sales tax was created or took a step.',
  },
} as const satisfies Record<string, EventTopic>

export type EventTopicName = keyof typeof eventTopics

/** The names of the topics. */
export const eventTopicNames = Object.keys(eventTopics) as [EventTopicName, ...EventTopicName[]]
