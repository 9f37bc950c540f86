// One file: the topics of one tab of the help center are read as one list
import { type Permission, permissions, roles } from '#features/auth/rules.ts'
import { exchange } from './warehouse-and-journal-topics.ts'
import type { HelpTab } from '../rules.ts'

const rolesOf = (permission: Permission) => permissions[permission].join(', ')

/** Topics on operations: health, troubleshooting, roles and returns. */
export const administration: HelpTab = {
  id: 'administration',
  label: 'System Administration',
  topics: [
    {
      id: 'health',
      title: 'Health dashboard',
      blocks: [
        'Administrators use this screen to monitor the system. It shows:',
        {
          list: [
            'Endpoint response times',
            'HTTP status codes of failed calls',
            'Database connectivity',
            'API availability',
            'Memory, uptime and environment',
            'Performance: the last checks of each endpoint as bars, with p50 and p95',
            'Service Levels: a synthetic test order every minute, which is rolled back, and how ' +
              'many bad minutes of 28 days are left in each error budget',
            'Data Checks, for administrators: the nightly check of every data rule',
            'Database Tables, for administrators: how large each is, and when its rows are deleted',
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
              symptom: 'A document did not arrive by email',
              check:
                'The record’s Sent tab (an order’s Documents tab) shows the mail server’s ' +
                'answer; then choose Retry',
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
                'Verify user sessions: a session ends after 30 minutes of inactivity. Your ' +
                'sessions in your user menu lists yours',
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
              'Approve a customer’s return, receive the goods in one or more deliveries, ' +
                'inspect them, then restock, scrap or forward them. The customer is credited ' +
                'for what arrived. Close the remaining units with a reason.',
            ],
            [
              'Incorrect receipts',
              'Reverse a receipt on the Receipts tab, with a reason. Its goods are removed ' +
                'from stock and are expected again. Reopen a completed return first.',
            ],
            [
              'On hold',
              'Use Put on hold to pause a return, with a reason, until you use Release hold. A ' +
                'return on hold can only be rejected or cancelled. Goods that arrive meanwhile ' +
                'are still recorded.',
            ],
            [
              'Replacement',
              'Create replacement order creates one order for the replacement goods, free ' +
                'of charge or at the original price. Goods replaced free of charge are not ' +
                'credited.',
            ],
            [
              'Forward to a vendor',
              'To return units with the disposition Send to vendor, choose Send to vendor ' +
                'in the RMA’s menu. This creates an RTV.',
            ],
            [
              'RTV workflow',
              'Approve a return to a vendor and ship the goods. The vendor then credits ' +
                'us; the Credit tab shows the amount and opens the credit, which lists the ' +
                'bills that it was applied to.',
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
        'Administrators create API keys under API keys in Settings. A key acts as ' +
          'one user, limited to its scopes. It is shown once and works until it is revoked ' +
          'or expires. Programs send it as Authorization: Bearer; /api/docs describes every ' +
          'call. Approving, overriding, releasing, closing, writing off and refunding need ' +
          'their own scopes. Accounts, keys, settings, connections and closing periods are ' +
          'never available to a key.',
        'Require the shown total of API keys, a setting, accepts an order or a change of lines ' +
          'from a key only with the total that it showed, or the token of a validated order.',
        'Rotate gives a key a new secret; the old one works for as long as you choose, up to 7 ' +
          'days. Edit limits a key to some addresses and to a number of calls per minute.',
        'The description of the API lists every call with its parameters, and sends those that ' +
          'only read with your own session, to see what they answer.',
        { apiDocs: 'Open the description of the API' },
      ],
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      blocks: [
        'A webhook sends the events of its topics to another program as they happen. ' +
          'Administrators create it under Webhooks in Settings. Its secret is shown once: the ' +
          'receiver checks with it that a message is ours.',
        {
          list: [
            'Test sends a ping message once',
            'A message that the receiver does not accept is sent again seven times within ' +
              '24 hours. Then it is given up, and administrators are notified',
            'Open a webhook to see its deliveries, with what was sent and answered. Replay of a ' +
              'delivery sends it again; Replay of the webhook sends all events since a time again',
            'New secret replaces the secret; for 24 hours messages are signed with both',
            'A webhook is deactivated if its receiver answers 410 Gone or fails for five days',
          ],
        },
      ],
      tryIt: { label: 'Open the settings', to: '/settings' },
    },
    {
      id: 'past-orders',
      title: 'Test a change on past orders',
      blocks: [
        'Test on past orders in Settings shows what other credit rules, credit limits, list ' +
          'prices or tax would have done to the orders of the last 90 days: which would not ' +
          'have been created, which would have gone on hold, and which amounts would have been ' +
          'different. Nothing is changed.',
        {
          list: [
            'You see the parts that your role may change. An empty field changes nothing',
            'The test runs in the background: leave the page, and find the result there for 7 days',
            'Each order is decided by itself, with the credit and stock of its time',
            'Orders without a decision record are left out. The result says how many',
          ],
        },
      ],
      tryIt: { label: 'Test on past orders', to: '/settings', search: { tab: 'backtest' } },
    },
    {
      id: 'first-steps',
      title: 'First steps',
      blocks: [
        'A card on the Dashboard shows administrators which setup steps are left. Steps ' +
          'are checked off automatically. Hiding the card hides it only for you; First steps ' +
          'in your user menu shows it again.',
        {
          list: [
            'Load demo data loads a year of sample business data. It works only before any ' +
              'records exist, and the data cannot be removed',
            'Take the tour shows five things to try',
            'The seven demo accounts begin with demo- and are disabled. Enable one under ' +
              'Users in Settings and set its password',
            'Company profile holds the name, addresses, payment details and logo on documents',
            'Tax and shipping are settings; a location can have its own tax rate',
            'Customers, vendors and SKUs are imported from CSV files',
          ],
        },
      ],
      tryIt: { label: 'Open the dashboard', to: '/' },
    },
    {
      id: 'settings',
      title: 'Settings',
      blocks: [
        'Settings has a page for each subject. Each setting says what it does, gives an example ' +
          'and shows its default. Find a setting by any word. Changes apply to new decisions ' +
          'only. Administrators change settings; everyone else can read them.',
        {
          list: [
            'Sales tax has a default rate and rates by location, each from a day on',
            'General has the maintenance notice, which everyone sees in Notifications',
            'Users and API keys are for administrators only',
            'Security requires a second factor of the roles you choose',
            'Single sign-on lets people sign in at the provider of your company',
            'History shows who changed which record or setting, when, from what to what',
          ],
        },
      ],
      tryIt: { label: 'Open the settings', to: '/settings' },
    },
    {
      id: 'history',
      title: 'History',
      blocks: [
        'History in Settings lists every change to the records that your role may read, newest ' +
          'first. Open a change to see each field before and after.',
        {
          list: [
            'Filter by kind of record, user, date or action, or type the beginning of a ' +
              'record’s number. The user system is the program itself',
            'Export the list as CSV or as a workbook, like any other list',
            'Verify now checks that no sealed entry was changed, removed or inserted. It runs in ' +
              'the background; one verification runs at a time',
            'Download the result has the hashes of all seals. Give it to someone outside, such ' +
              'as your auditor, to prove later that earlier entries were not altered',
            'A customer or user whose personal data was erased is shown under a pseudonym, and ' +
              'earlier values as (erased)',
            'Personal data… in the menu of a customer or a user exports what is stored, or ' +
              'erases it and says what remains and why. Only administrators may do so',
          ],
        },
      ],
      tryIt: { label: 'Open the history', to: '/settings', search: { tab: 'history' } },
    },
    {
      id: 'bulk-changes',
      title: 'Imports and bulk changes',
      blocks: [
        'Imports and bulk changes in Settings lists every imported file, every bulk edit and ' +
          'every upsert of a program, of the kinds that your role may make: who, when, the file, ' +
          'and how many records were created, changed or skipped. Open one to see the result of ' +
          'each record.',
        {
          list: [
            'Undo reverses all changes in one step. If a record was changed since, others refer ' +
              'to it, or your role cannot change it back or delete it, nothing is undone and ' +
              'each such record is listed with the reason',
            'Imported orders are cancelled, the stock change made by a count is reversed, and ' +
              'shipments get a return for each order; nothing is deleted from the books',
            'Orders that were started or submitted in bulk are recalled or withdrawn. Orders ' +
              'shipped in bulk, approvals and releases cannot be undone as a whole; the page ' +
              'says what to do instead',
            'Changes can be undone for 30 days',
          ],
        },
      ],
      tryIt: {
        label: 'Open imports and bulk changes',
        to: '/settings',
        search: { tab: 'bulk-changes' },
      },
    },
    {
      id: 'company',
      title: 'Company profile',
      blocks: [
        'The company profile is what customers and vendors see on documents: names, addresses, ' +
          'contact and payment details, logo, accent color, paper size and date style. ' +
          'Administrators edit it in Settings.',
        {
          list: [
            'No document is emailed while the company name or the office address is missing',
            'The remit-to address is where checks go; the receiving address is where vendors ' +
              'deliver. Both default to the office address',
            'The logo is a PNG, JPEG or SVG file of up to 1 MB',
            'Each kind of document has a text above and one below its lines. While you type, ' +
              'the page of the latest record shows them, with the fields filled in. Earlier ' +
              'record shows them on another one. Documents have them once you save',
            'The note of a customer is in their form. Preview latest order shows it on the ' +
              'order confirmation while you type',
          ],
        },
      ],
      tryIt: { label: 'Open the company profile', to: '/company-profile' },
    },
    {
      id: 'second-factor',
      title: 'Second factor and passwords',
      blocks: [
        'With a second factor, you sign in with your password and a code from an authenticator ' +
          'app. Set it up under Second factor in your user menu.',
        {
          list: [
            'Each recovery code replaces the app once. Keep the codes where you find them ' +
              'without your phone',
            'If you lose both, ask an administrator to remove your second factor under Users',
            'If your role requires a second factor, you set it up before anything else',
            'Forgot password? on the sign-in page emails a link that works once, for 30 minutes. ' +
              'It is offered if email is set up; otherwise ask an administrator',
            'Administrators invite people by email, approve sign-ups and unlock accounts with ' +
              'many wrong passwords under Users',
          ],
        },
      ],
      tryIt: { label: 'Open the settings', to: '/settings' },
    },
    {
      id: 'single-sign-on',
      title: 'Single sign-on and passkeys',
      blocks: [
        'With single sign-on, people sign in at the OpenID Connect provider of your company, by ' +
          'the button on the sign-in page. Signing out ends the session there, too.',
        {
          list: [
            'Enter the issuer, client ID and client secret under Single sign-on in Settings, and ' +
              'register the address shown there with the provider',
            'Map the groups of the provider to roles, built-in ones or your own. While a group ' +
              'is mapped, the groups decide the role at each sign-in; other groups give none',
            'A person’s account is found by a verified email the first time, then by the ' +
              'provider’s own id. Create accounts makes one for people who have none',
            'Single sign-on only leaves the password to one break-glass administrator, for the ' +
              'day on which the provider is down. Choose one who has a password',
            'If a person is another one at the provider now, choose Unlink single sign-on in the ' +
              'menu of the user. The next sign-in links the account again',
          ],
        },
        'A passkey signs you in by the fingerprint, face or PIN of your device. Add one under ' +
          'Passkeys in your user menu; it also counts as the second factor of your role.',
        {
          list: [
            'Adding or removing one asks for your password, or for a code if you have a second ' +
              'factor',
            'Remove the passkey of a device that you lost. An administrator removes all of them ' +
              'with Remove second factor under Users',
            'If a passkey may have been copied, its sign-in is refused and the administrators ' +
              'are notified',
          ],
        },
      ],
      tryIt: {
        label: 'Open single sign-on',
        to: '/settings',
        search: { tab: 'single-sign-on' },
      },
    },
    {
      id: 'roles',
      title: 'Users and roles',
      blocks: [
        `Roles: ${roles.join(', ')}. Administrators create accounts and set roles under ` +
          'Users in Settings.',
        {
          facts: [
            ['Create orders', rolesOf('orders.create')],
            ['Change credit and terms', rolesOf('customers.terms')],
            ['Change contract prices', rolesOf('pricing.edit')],
            ['Approve purchase orders', rolesOf('purchaseOrders.approve')],
            ['Receive purchase orders', rolesOf('purchaseOrders.receive')],
            ['Adjust stock', rolesOf('skus.adjust')],
            ['Approve large stock adjustments', rolesOf('skus.approveAdjust')],
            ['Change settings', rolesOf('settings.manage')],
          ],
        },
        'These roles do not change. Under Roles in Settings, copy one or add a role of your own, ' +
          'and choose what it may see and do. A role needs to see what it may change. If you ' +
          'change the permissions, everyone with this role is signed out. A role that a user ' +
          'has cannot be deleted, and no one gives a permission that their own role does not ' +
          'hold. Only administrators give the roles admin, manager and finance.',
      ],
      tryIt: { label: 'Open the roles', to: '/settings', search: { tab: 'roles' } },
    },
    {
      id: 'approvals',
      title: 'Approval limits, levels and substitutes',
      blocks: [
        {
          facts: [
            [
              'Limits of a user',
              'In the menu of a user, choose Limits: the highest purchase order to approve, how ' +
                'far above the credit to approve a sales order, and the most to write off. An ' +
                'empty limit is that of the role. Another administrator changes yours.',
            ],
            [
              'Approval levels',
              'Under Purchasing in Settings, choose which role or person approves purchase ' +
                'orders up to which amount. Each level approves before the next one, and no one ' +
                'approves an order twice. The goods are on order after the last level.',
            ],
            [
              'While you are away',
              'Choose Delegated approvals in your user menu. The person can approve in your ' +
                'name, up to your limits, on the days you choose, but not what you created. ' +
                'The history names both of you.',
            ],
          ],
        },
      ],
    },
    {
      id: 'duties',
      title: 'Separation of duties',
      blocks: [
        'Some steps need a second person, such as approving a purchase order. A business ' +
          'rule sets whether one person doing both is blocked, or allowed and logged. ' +
          'Blocking is recommended with four or more active accounts.',
        'The Separation of duties report lists the logged cases. Roles: ' +
          `${rolesOf('audit.read')}.`,
      ],
      tryIt: {
        label: 'Open the report',
        to: '/',
        search: { report: 'separation-of-duties' },
      },
    },
  ],
}
