import { type Permission, permissions } from '#features/auth/rules.ts'
import type { Topic } from '../rules.ts'

const may = (permission: Permission) => permissions[permission].join(', ')

/** Topics on the warehouse exchange and the journal behind the documents. */
export const exchange: readonly Topic[] = [
  {
    id: 'wms',
    title: 'WMS Integration',
    blocks: [
      'It shows what goes to the warehouse and comes from it: when each kind of data was last ' +
        'exchanged, how many records there were, and what went wrong. The cards say Synced, or ' +
        'Error while a run failed or a problem is open.',
      {
        facts: [
          [
            'Full Sync',
            'Exports customers and new orders, then imports inventory and shipments. It tells ' +
              'how far it is and can be cancelled. Where a part or a document failed it is told ' +
              'as failed, with what, and the rest stays exchanged. By itself it runs on the ' +
              'schedule, every 15 minutes unless an administrator chose another.',
          ],
          [
            'Exports and Imports',
            'Run one kind of data alone. A shipment or a receipt that the warehouse reports at ' +
              'once comes by the webhook.',
          ],
          [
            'Exported customers',
            'Code, company name, email, phone, shipping and billing addresses, price level, ' +
              'credit limit.',
          ],
          [
            'Exported sales orders',
            'Details, lines with SKU and quantity, shipping address and method, special handling ' +
              'instructions.',
          ],
          [
            'Imported inventory',
            'Available quantity by SKU, reserved stock, on-order quantity, warehouse location.',
          ],
          [
            'Imported shipments',
            'Tracking numbers, carrier, ship dates, delivery estimates, confirmations, exceptions.',
          ],
          [
            'Problems',
            'Each says in words what is wrong with which record, and how often it was tried. ' +
              'Retry does it again, Retry all failed all that a try can end, Confirm count takes ' +
              'a count that was held back, Dismiss says that it is seen to.',
          ],
          ['Connection', 'Which warehouse it is, how often it is asked, and a test of each part.'],
        ],
      },
      {
        facts: [
          ['May run an exchange', may('wms.run')],
          ['May retry and dismiss', may('wms.mend')],
          ['May change the connection', may('wms.manage')],
        ],
      },
    ],
    tryIt: { label: 'Open the WMS integration', to: '/wms-integration' },
  },
  {
    id: 'journal',
    title: 'Journal',
    blocks: [
      'Every invoice, payment, credit, receipt and bill posts its own entry; debits and credits ' +
        'are equal, and nothing posted is changed: a correction is a new entry.',
      {
        facts: [
          [
            'Manual entries',
            'What no document posts, such as expenses and accruals: with a reason, by setting ' +
              'posted by a second person, and reversed once by a counter-entry.',
          ],
          [
            'Trial balance',
            'What every account has taken up to a day; an account opens its entries.',
          ],
          ['Income statement', 'What was earned and spent in a period.'],
          ['Balance sheet', 'What there is and what is owed on a day.'],
          [
            'Sales tax',
            'What is owed to each place by invoice date, what is paid of it, and account 2100.',
          ],
          ['Periods', 'A month that is closed takes no entry any more.'],
          ['May read it', may('ledger.read')],
          ['May enter journal entries', may('ledger.enter')],
          ['May post those of others', may('ledger.post')],
          ['May pay sales tax', may('ledger.payTax')],
        ],
      },
    ],
    tryIt: { label: 'Open the journal', to: '/journal' },
  },
]
