import { type Permission, permissions } from '#features/auth/rules.ts'
import type { Topic } from '../rules.ts'

const rolesOf = (permission: Permission) => permissions[permission].join(', ')

/** Topics on the warehouse exchange and the journal behind the documents. */
export const exchange: readonly Topic[] = [
  {
    id: 'wms',
    title: 'WMS Integration',
    blocks: [
      'This screen shows the data exchanged with the warehouse: when each kind was last ' +
        'exchanged, how many records there were, and any errors. A card says Error if a run ' +
        'failed or a problem is open, otherwise Synced.',
      {
        facts: [
          [
            'Full Sync',
            'Exports customers and new orders, then imports inventory and shipments. It ' +
              'shows its progress and can be cancelled. If a part or a document fails, the ' +
              'failure is listed with its reason, and the rest of the sync is not affected. It ' +
              'also runs on a schedule: every 15 minutes unless an administrator changes it.',
          ],
          [
            'Exports and Imports',
            'Exchange one kind of data. Shipments and receipts reported in real time ' +
              'arrive by webhook.',
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
            'Each problem names the record, what is wrong and the number of attempts. ' +
              'Retry tries again, Retry all failed retries every problem that can be ' +
              'retried, Confirm count accepts a count on hold, and Dismiss marks the problem ' +
              'as handled.',
          ],
          ['Connection', 'The connected warehouse, the schedule, and a test of each part.'],
        ],
      },
      {
        facts: [
          ['Can run an exchange', rolesOf('wms.run')],
          ['Can retry and dismiss', rolesOf('wms.mend')],
          ['Can change the connection', rolesOf('wms.manage')],
        ],
      },
    ],
    tryIt: { label: 'Open the WMS integration', to: '/wms-integration' },
  },
  {
    id: 'journal',
    title: 'Journal',
    blocks: [
      'Every invoice, payment, credit, receipt and bill posts its own balanced entry. ' +
        'Posted entries are never changed; corrections are new entries. The text of an entry ' +
        'opens its document, if you may read it.',
      {
        facts: [
          [
            'Manual entries',
            'For expenses, accruals and other entries without a document. Each needs a ' +
              'reason, may require a second person to post it (a setting), and can be ' +
              'reversed once.',
          ],
          ['Trial balance', 'Account balances as of a date. Open an account to see its entries.'],
          ['Income statement', 'Revenue and expenses for a period.'],
          ['Balance sheet', 'Assets, liabilities and equity as of a date.'],
          [
            'Sales tax',
            'Tax owed by jurisdiction and invoice date, the payments, and the balance of ' +
              'account 2100.',
          ],
          ['Periods', 'Closed months accept no postings.'],
          ['Can read it', rolesOf('ledger.read')],
          ['Can enter journal entries', rolesOf('ledger.enter')],
          ['Can post those of others', rolesOf('ledger.post')],
          ['Can pay sales tax', rolesOf('ledger.payTax')],
        ],
      },
    ],
    tryIt: { label: 'Open the journal', to: '/journal' },
  },
]
