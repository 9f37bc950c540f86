import { type Permission, permissions } from '#features/auth/rules.ts'
import type { Topic } from '../rules.ts'

const rolesOf = (permission: Permission) => permissions[permission].join(', ')

/** Topics on open invoices (credits, dunning and the like) and outgoing documents. */
export const money: readonly Topic[] = [
  {
    id: 'credit-memos',
    title: 'Credit memos and refunds',
    blocks: [
      'A credit memo credits part of an invoice, by units or by amount, up to what was ' +
        'invoiced and not yet credited. A completed customer return creates its own credit ' +
        'memo.',
      {
        steps: [
          'Apply a credit memo to the customer’s invoices, or leave it open.',
          'Refund an open credit or payment: one person prepares the refund, and another ' +
            'person releases it.',
          'Only money that was paid is refunded. While an invoice is open, the credit is ' +
            'applied to it first.',
          'A manager releases refunds above {refundLimit}.',
          'Void an incorrect memo, or reverse a refund that never arrived, each with a ' +
            'reason. Reopening a return voids its memo.',
          'If a payment bounces after part of it was refunded, the customer is charged for ' +
            'the refund.',
        ],
      },
      { facts: [['Can issue credit memos', rolesOf('receivables.credit')]] },
    ],
    tryIt: { label: 'Open the credit memos', to: '/ar-reports', search: { tab: 'memos' } },
  },
  {
    id: 'dunning',
    title: 'Dunning',
    blocks: [
      'A dunning run proposes the reminders that are due. Clear any you don’t want and ' +
        'confirm; the reminders are numbered and saved. Print them, download them as PDF, or ' +
        'email the whole run. Each reminder shows its own email status. Rejected email is ' +
        'shown with the server’s message and retried. No reminder is sent twice.',
      {
        facts: [
          ['First reminder', '{dunningDays1} days past due'],
          ['Second reminder', '{dunningDays2} days past due'],
          ['Last reminder', '{dunningDays3} days past due'],
          ['Between two reminders', 'at least {dunningGapDays} days'],
          ['No reminder', 'if less than {dunningMinimum} is past due in total'],
          ['Credit ends', '{dunningBlockFrom}'],
        ],
      },
      'Disputed invoices are excluded. Days, fees and texts are settings. A blocked ' +
        'customer can buy on credit again after finance clears the block.',
    ],
    tryIt: { label: 'Open the reminders', to: '/ar-reports', search: { tab: 'reminders' } },
  },
  {
    id: 'documents',
    title: 'Documents and email',
    blocks: [
      {
        list: [
          'Print, or download as PDF, order confirmations, packing slips, pick lists, ' +
            'invoices, credit memos, purchase orders, return forms, reminders and statements ' +
            'of account. Each carries its number as a barcode. The contact of the customer or ' +
            'vendor is printed as an attention line.',
          'A statement of account lists the activity between two dates, or the open items ' +
            'as of a date.',
          'Send most of them by email from the record’s details. The Sent tab (Documents ' +
            'tab of an order) keeps each sent document with the mail server’s answer. Retry ' +
            'failed ones there.',
        ],
      },
      'The letterhead and the payment details come from the company profile. Email is sent ' +
        'only if a mail server is configured and the From address is set in Settings.',
    ],
    tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
  },
  {
    id: 'automatic-emails',
    title: 'Automatic emails and notifications by email',
    blocks: [
      {
        list: [
          'Settings, Email decides which documents are emailed by themselves: order ' +
            'confirmations, shipment notices, invoices, reminders, monthly statements and ' +
            'purchase orders. The Emails tab of a customer or vendor can differ, and names the ' +
            'recipients of each document.',
          'Settings, Company profile has the subject and message of each email, with a preview. ' +
            'The logo is shown above the message.',
          'A document that could not be emailed says why in the record’s Sent tab; choose Retry ' +
            'there, or on System Health under Emails Not Delivered. Set aside there what needs ' +
            'no more attention.',
          'Retry sends a message again to the same address. To another address, send the ' +
            'document from its record.',
          'May have been sent: the program stopped, or the mail server did not answer, while it ' +
            'sent the email. Ask the recipient before you choose Retry.',
          'An address that the mail server refuses is shown on the Emails tab until it accepts ' +
            'an email. So is one whose email came back, for at least a week; that email is ' +
            'Bounced in the Sent tab, with the reason.',
          'Notifications come by email if you choose so: bell, Notification settings. Choose at ' +
            'once or the daily digest for each kind.',
        ],
      },
    ],
    tryIt: { label: 'Open the settings', to: '/settings' },
  },
]
