import type { RuleField } from './rule-fields.ts'

const page = 'email'
const customers = 'Sent to customers automatically'
const vendors = 'Sent to vendors automatically'

const sent = (section: string, label: string, hint: string): RuleField => ({
  page,
  section,
  kind: 'switch',
  label,
  hint: `${hint} A customer or vendor can have another choice in their record.`,
  example: 'It applies to documents from now on; earlier ones are not sent.',
})

/** The form fields of what is emailed by itself, on the page Email. */
export const emailFields = {
  autoEmailConfirmation: sent(
    customers,
    'Email order confirmations',
    'When an order is created or released, and again when it is revised.',
  ),
  autoEmailShipment: sent(
    customers,
    'Email shipment notices',
    'When a shipment leaves, with carrier and tracking number.',
  ),
  autoEmailInvoice: sent(customers, 'Email invoices', 'When an invoice is posted.'),
  autoEmailReminder: sent(customers, 'Email reminders', 'When the dunning run creates one.'),
  autoEmailStatement: sent(
    customers,
    'Email monthly statements',
    'To customers with a balance or activity in the month before.',
  ),
  statementDay: {
    page,
    section: customers,
    kind: 'count',
    label: 'Statement day',
    hint: 'The day of the month on which statements are sent, from 1 to 28.',
    example: 'With 1, the statement of May is sent on June 1.',
  },
  autoEmailPurchaseOrder: sent(
    vendors,
    'Email purchase orders',
    'When a purchase order is approved.',
  ),
  digestHour: {
    page,
    section: 'Daily digest',
    kind: 'count',
    label: 'Hour of the daily digest',
    hint: 'In the business time zone, from 0 to 23, for users who chose the digest.',
    example: 'With 7, the digest is sent at 7 AM.',
  },
} as const satisfies Record<string, RuleField>
