import { type Permission, permissions, roles } from '#features/auth/rules.ts'
import { exchange } from './exchange.ts'
import type { HelpTab } from '../rules.ts'

const may = (permission: Permission) => permissions[permission].join(', ')

/** Topics on operations: health, troubleshooting, roles and returns. */
export const administration: HelpTab = {
  id: 'administration',
  label: 'System Administration',
  topics: [
    {
      id: 'health',
      title: 'Health dashboard',
      blocks: [
        'Administrators run the system with it. It shows:',
        {
          list: [
            'Endpoint response times',
            'HTTP status codes of calls that fail',
            'Database connectivity',
            'API availability',
            'Memory, uptime and environment',
            'Performance: the last checks of each endpoint as bars, with p50 and p95',
            'Data Checks, for administrators: whether every rule of the data holds, looked ' +
              'through every night',
          ],
        },
      ],
      tryIt: { label: 'Open the health check', to: '/system-health' },
    },
    ...exchange,
    {
      id: 'troubleshooting',
      title: 'Troubleshooting',
      blocks: [
        {
          troubles: [
            {
              symptom: 'A document did not arrive by e-mail',
              check:
                'The tab Sent of its record, Documents of an order, says what the mail server ' +
                'answered; then Retry',
              link: { label: 'Sales Orders', to: '/sales-orders' },
            },
            {
              symptom: 'Slow responses',
              check: 'Check database connections',
              link: { label: 'Health Check', to: '/system-health' },
            },
            {
              symptom: 'Authentication errors',
              check:
                'Verify user sessions: a session ends after 30 minutes without use. Your ' +
                'sessions in the menu of your name lists yours',
              link: { label: 'Sign in again', to: '/auth' },
            },
            {
              symptom: 'Order validation failures',
              check: 'Check customer and SKU data: both active, credit and stock sufficient',
              link: { label: 'Customers', to: '/customers' },
            },
            {
              symptom: 'Pricing errors',
              check: 'Verify price level assignments of the customer, and contract prices',
              link: { label: 'SKU Management', to: '/skus' },
            },
          ],
        },
      ],
    },
    {
      id: 'returns',
      title: 'Returns management',
      blocks: [
        {
          facts: [
            [
              'RMA workflow',
              'A customer’s return is approved, the goods are received, in one delivery or ' +
                'several, looked at, put back in stock, scrapped or sent on, and the customer ' +
                'is credited ' +
                'for what arrived. What will not come is closed with a reason.',
            ],
            [
              'On hold',
              'Put on hold stops a return, with a reason, until Release hold; meanwhile it can ' +
                'only be rejected or cancelled. What arrives meanwhile is put on record.',
            ],
            [
              'Replacement',
              'Create replacement order makes the order that replaces the goods, once, free of ' +
                'charge or at the original price. Goods replaced for nothing are not credited.',
            ],
            [
              'On to the vendor',
              'Units whose disposition is Send to vendor become an RTV in one step: Send to ' +
                'vendor in the menu of the RMA.',
            ],
            [
              'RTV workflow',
              'A return to a vendor is approved, the goods are shipped, and the vendor credits ' +
                'us: its Credit tab shows how much.',
            ],
          ],
        },
      ],
      tryIt: { label: 'Open the returns', to: '/returns' },
    },
    {
      id: 'programs',
      title: 'Programs that call the API',
      blocks: [
        'Administrators make an API key under API keys in the menu of their own name. A key ' +
          'acts as one user, within its scopes; it is shown once and works until it is revoked ' +
          'or its last day is over. Programs send it as Authorization: Bearer, and every call ' +
          'is described at /api/docs. Approving, overriding, releasing, closing, writing off and ' +
          'refunding are scopes of their own; accounts, keys, settings, connections and the ' +
          'closing of periods belong to people alone.',
      ],
    },
    {
      id: 'first-steps',
      title: 'First steps',
      blocks: [
        'A card on the Dashboard tells administrators what is not set up yet. Each step is ' +
          'ticked by what is there. Hiding it is for oneself; First steps in the menu of the own ' +
          'name shows it again.',
        {
          list: [
            'Load demo data loads a year of a made-up business, all or nothing. It is refused ' +
              'where there are records, and cannot be taken out again',
            'Take the tour leads through five things to try',
            'Its seven accounts begin with demo- and are switched off: Manage users switches one ' +
              'on and gives it a password',
            'Company details, tax and shipping are business rules; places may have a tax rate ' +
              'of their own',
            'Customers, vendors and SKUs are imported from CSV files',
          ],
        },
      ],
      tryIt: { label: 'Open the dashboard', to: '/' },
    },
    {
      id: 'roles',
      title: 'Users and roles',
      blocks: [
        `Roles: ${roles.join(', ')}. Administrators make accounts and set roles under Manage ` +
          'users in the menu of their own name.',
        {
          facts: [
            ['Create orders', may('orders.create')],
            ['Change credit and terms', may('customers.terms')],
            ['Change contract prices', may('pricing.edit')],
            ['Approve purchase orders', may('purchaseOrders.approve')],
            ['Receive purchase orders', may('purchaseOrders.receive')],
            ['Adjust stock', may('skus.adjust')],
            ['Approve adjustments of much value', may('skus.approveAdjust')],
            ['Change settings', may('settings.manage')],
          ],
        },
      ],
    },
    {
      id: 'duties',
      title: 'Separation of duties',
      blocks: [
        'Some steps need a second person, such as to approve what somebody made. A business rule ' +
          'says whether one person is refused, or let through and put on record. Refusing is ' +
          'recommended from the fourth active account on.',
        `The report Separation of duties lists what was let through. Roles: ${may('audit.read')}.`,
      ],
      tryIt: {
        label: 'Open the report',
        to: '/',
        search: { report: 'separation-of-duties' },
      },
    },
  ],
}
