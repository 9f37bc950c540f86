import { orderSources } from '#features/sales-orders/contract.ts'
import { describeKeys } from '#platform/ui/keyboard/shortcuts.ts'
import type { HelpTab } from '../rules.ts'

/** Channel names for the overview. */
const channels: Record<(typeof orderSources)[number], string> = {
  web: 'web',
  phone: 'phone',
  csv: 'CSV import',
  edi: 'EDI',
  api: 'API',
  mobile: 'mobile app',
}
const sources = orderSources.map((source) => channels[source]).join(', ')

/** Topics on the purpose of the program, navigation and terms. */
export const overview: HelpTab = {
  id: 'overview',
  label: 'System Overview',
  topics: [
    {
      id: 'about',
      title: 'What it does',
      blocks: [
        'Prizm Order Management is the order-management module of a warehouse-management suite ' +
          '(WMS). It extends the WMS, which is provided by somebody else, and needs no full ERP.',
        {
          list: [
            `Multi-channel order entry: ${sources}.`,
            'Customer, vendor and SKU master data.',
            'A pricing engine: contract price, then price level, then standard price.',
            'Real-time credit-limit checks, which approve or reject automatically.',
            'Stock checks against the WMS, by what it reports.',
            'Returns handling: RMA (customer returns) and RTV (returns to vendors).',
            'Accounts payable and accounts receivable reports.',
          ],
        },
      ],
    },
    {
      id: 'flows',
      title: 'Order-to-cash and purchase-to-pay',
      blocks: [
        {
          facts: [
            [
              'Order-to-cash',
              'A customer orders, credit, stock and price are checked, the warehouse ships, the ' +
                'customer owes and pays.',
            ],
            [
              'Purchase-to-pay',
              'We order from a vendor, somebody approves, the warehouse receives, the bill is ' +
                'matched against order and receipt, we pay.',
            ],
          ],
        },
      ],
    },
    {
      id: 'comments',
      title: 'Comments',
      blocks: [
        'Press C in an open record and write; Ctrl+Enter sends. What you say stands in the ' +
          'record’s timeline among its changes, for everybody who may read it. With @ and ' +
          'a name you tell somebody, who finds it behind the bell.',
        'You can delete your own comment there, and bring it back by Undo or Ctrl+Z.',
      ],
    },
    {
      id: 'finding',
      title: 'Finding things',
      blocks: [
        'Press / anywhere and type an order number, a customer PO, a code or a name; of a number ' +
          'its start or its end is enough. Lists are filtered as you type, and their address ' +
          'says what you see: copy it to show a colleague the same filters, order, page and ' +
          'open record.',
        'Ctrl with Enter or a click, or the middle mouse button, opens what was found in a new ' +
          'tab. Where nothing matches you are offered to make it, as far as your role may.',
        'Above a list stand views: filters with a name. Change one and save it as your own, ' +
          'for you alone or for everybody. Ticked rows are approved, released or printed ' +
          'together; each is decided for itself, and the message says which stayed and why.',
        'What you deleted can be brought back for 30 days: by Undo in the message, by Ctrl+Z, or ' +
          'by Recently deleted in the menu of the list or in the palette.',
      ],
      tryIt: {
        label: 'Open orders to process',
        to: '/sales-orders',
        search: { 'f.status': 'pending' },
      },
    },
    {
      id: 'keyboard',
      title: 'Keyboard',
      blocks: [
        'Everything can be done without a mouse. Single-key shortcuts are off while you type. ' +
          'You can turn them off in Preferences. Hold Alt for half a second to see the keys on ' +
          'the screen.',
        'A field for a day takes t for today, +7 or -1 for days from it, fri for the next ' +
          'Friday, 15 for a day of this month, or a date. Alt+Down opens its calendar.',
        'The palette (Ctrl+K) finds everything by its name: what can be done with the open ' +
          'record or the selected rows, screens, records, reports, saved views, settings, help. ' +
          'Before you type it begins with the ten records and commands you used last.',
        { keys: describeKeys() },
      ],
    },
    {
      id: 'glossary',
      title: 'Glossary',
      blocks: [
        {
          facts: [
            ['Available credit', 'Credit limit − current balance − open orders.'],
            ['Available stock', 'Current stock − reserved.'],
            ['Backorder', 'A quantity promised although it is not there yet.'],
            ['Contract price', 'A price agreed with one customer for one SKU.'],
            ['Customer PO', 'The number the customer gave the order.'],
            ['Minimum stock', 'At or below it a SKU is low, and its stock is shown in red.'],
            ['On order', 'What approved purchase orders will bring.'],
            ['Order source', 'How an order came in.'],
            ['Price level', 'Which list of prices holds for a customer.'],
            ['Price source', 'Where the price of a line came from.'],
            ['Reserved', 'What open orders hold of the stock.'],
            ['RMA', 'A customer sends goods back (return merchandise authorisation).'],
            ['RTV', 'We send goods back to a vendor (return to vendor).'],
            ['SKU', 'One thing that is bought, kept and sold (stock-keeping unit).'],
            ['WMS', 'The warehouse-management system: it ships and receives.'],
          ],
        },
      ],
    },
  ],
}
