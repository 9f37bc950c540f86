import { type Permission, permissions } from '#features/auth/rules.ts'
import type { Topic } from '../rules.ts'

const may = (permission: Permission) => permissions[permission].join(', ')

/** Topics on open invoices (credits, dunning and the like) and outgoing documents. */
export const money: readonly Topic[] = [
  {
    id: 'credit-memos',
    title: 'Credit memos and refunds',
    blocks: [
      'A credit memo takes back a part of an invoice, by units or by an amount, never more than ' +
        'was invoiced and is not credited yet. A completed customer return makes its own.',
      {
        steps: [
          'It is applied to invoices of the customer like money, or stays open.',
          'What is open of it, or of a payment, is refunded: one person prepares the refund, ' +
            'another who had no part in it releases it.',
          'Only what was paid is paid out: while an invoice is open, its credit is applied to ' +
            'it first.',
          'A refund above {refundLimit} is released by a manager.',
          'A memo that was wrong is voided and a refund that never arrived is reversed, each ' +
            'with its reason. The memo of a return is void when the return is reopened.',
          'Where a payment bounces that was refunded in part, the customer is charged for the ' +
            'refund.',
        ],
      },
      { facts: [['May issue credit memos', may('receivables.credit')]] },
    ],
    tryIt: { label: 'Open the credit memos', to: '/ar-reports', search: { tab: 'memos' } },
  },
  {
    id: 'dunning',
    title: 'Dunning',
    blocks: [
      'A run proposes the reminders that are due; the clerk unticks and confirms, and the ' +
        'letters are numbered and kept. They are printed, had as PDF, or sent by e-mail: all of ' +
        'a run in one act, each with its own state. What the mail server did not take is shown ' +
        'with its sentence and tried again; nothing is sent twice.',
      {
        facts: [
          ['First reminder', '{dunningDays1} days past due'],
          ['Second reminder', '{dunningDays2} days past due'],
          ['Last reminder', '{dunningDays3} days past due'],
          ['Between two letters', 'at least {dunningGapDays} days'],
          ['Too little for a letter', 'less than {dunningMinimum} past due in all'],
          ['Credit ends', '{dunningBlockFrom}'],
        ],
      },
      'Disputed invoices are left out. Days, fees and texts are business rules. A customer who ' +
        'was blocked buys on credit again once finance has cleared them.',
    ],
    tryIt: { label: 'Open the reminders', to: '/ar-reports', search: { tab: 'reminders' } },
  },
  {
    id: 'documents',
    title: 'Documents and e-mail',
    blocks: [
      {
        list: [
          'Order confirmations, packing slips, pick lists, invoices, credit memos, purchase ' +
            'orders, return forms, reminders and statements of account are printed and made PDF ' +
            'of, with their number as a barcode.',
          'A statement of account tells what happened between two days, or what is open at one.',
          'Most of them are sent by e-mail from the details of the record. What was sent is kept ' +
            'as it was, on the tab Sent, of orders on the tab Documents, with what the mail ' +
            'server answered; a failed one is tried again there.',
        ],
      },
      'The head of all papers, bank details and the sender are business rules. E-mail leaves ' +
        'only where the program was started with a mail server.',
    ],
    tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
  },
]
