import type { RuleField } from './rule-fields.ts'

/** The form fields of the pages General, Email and API. */
export const generalFields = {
  businessTimeZone: {
    page: 'general',
    section: 'Business day',
    kind: 'text',
    label: 'Business time zone',
    hint: 'The time zone of the business day, such as America/New_York.',
    example: 'An order entered at 11:30 PM in this zone has the date of that day.',
  },
  mailSender: {
    page: 'email',
    section: 'Sender',
    kind: 'text',
    label: 'From address',
    hint: 'Documents are sent from this address, and replies come back to it.',
    example: 'billing@example.com',
  },
  requireIfMatch: {
    page: 'api',
    section: 'Updates',
    kind: 'switch',
    label: 'Require If-Match on API updates',
    hint: 'API updates without it are rejected (428). The screens always send it.',
    example: 'A program reads a customer before it changes it, so no change is overwritten.',
  },
  requireShownTotal: {
    page: 'api',
    section: 'Orders',
    kind: 'switch',
    label: 'Require the shown total of API keys',
    hint:
      'An API key creates an order, or changes its lines, only with the total that it showed or ' +
      'the token of a validated order. Others are rejected (422). Files and EDI need none.',
    example: 'A web shop shows $36.60 and sends it along, so no other total is charged.',
  },
} as const satisfies Record<string, RuleField>
