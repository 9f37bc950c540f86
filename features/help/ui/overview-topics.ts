import { orderSources } from '#features/sales-orders/order-list-contract.ts'
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
  text: 'pasted text',
  email: 'email',
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
        'Prizm Order Management is the order-management module of a warehouse-management ' +
          'suite. It extends a WMS from another provider and needs no full ERP.',
        {
          list: [
            `Multi-channel order entry: ${sources}.`,
            'Customer, vendor and SKU master data.',
            'A pricing engine: contract price, then price level, then standard price.',
            'Real-time credit-limit checks, with automatic approval or rejection.',
            'Stock checks based on what the WMS reports.',
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
              'A customer orders; credit, stock and price are checked; the warehouse ' +
                'ships; the customer is invoiced and pays.',
            ],
            [
              'Purchase-to-pay',
              'We order from a vendor; a second person approves; the warehouse receives; ' +
                'the bill is matched to the order and receipt; we pay.',
            ],
          ],
        },
      ],
    },
    {
      id: 'comments',
      title: 'Comments',
      blocks: [
        'Press C in an open record and write; Ctrl+Enter sends. Comments appear in the ' +
          'record’s timeline, for everyone who can read the record. Type @ and a name to ' +
          'notify a colleague.',
        'You can delete your own comments there. Undo or Ctrl+Z restores them.',
      ],
    },
    {
      id: 'finding',
      title: 'Finding things',
      blocks: [
        'Press / anywhere and type an order number, customer PO, code or name. The first ' +
          'or last digits of a number are enough. Lists filter as you type. The page’s ' +
          'address holds the filters, sort order, page and open record: copy it to show a ' +
          'colleague the same view.',
        'Ctrl+Enter, Ctrl+click or the middle mouse button opens a result in a new tab. If ' +
          'nothing matches, you can create the record if your role allows it.',
        'Views above a list are named sets of filters. Change one and save it as your own, ' +
          'private or shared. Select rows to approve, release or print them together. Each ' +
          'row is checked separately, and the message lists the rows that were skipped and ' +
          'why.',
        'Space previews the row with the focus, and so does the button that appears in the row ' +
          'under the mouse. The totals below a list cover all its pages. Group by shows them for ' +
          'each status, day, customer or vendor, and puts the rows under headings.',
        'Deleted records can be restored for 30 days: with Undo in the message, with ' +
          'Ctrl+Z, or from Recently deleted in the list’s menu or the palette.',
      ],
      tryIt: {
        label: 'Open orders to process',
        to: '/sales-orders',
        search: { 'f.status': 'pending' },
      },
    },
    {
      id: 'scanning',
      title: 'Scanning barcodes',
      blocks: [
        'A hand scanner types the code and presses Enter: click in a field and scan. ' +
          'On a phone, a tablet and a computer with a camera, Scan barcode reads the code by ' +
          'camera instead and enters it in the same way.',
        {
          facts: [
            [
              'Search, and Search or command',
              'Opens the order, return, invoice or SKU, to ship, receive or inspect it. A code ' +
                'that is scanned by camera never runs a command.',
            ],
            ['Lists of documents and of SKUs', 'Filters the list.'],
            [
              'Items of Order Entry',
              'Adds a line. A SKU that has a line already gets another unit.',
            ],
            [
              'Fields for a SKU or an order',
              'In returns, sales and purchase orders, requisitions, bills, prices and intake, ' +
                'while they are empty. Lines have the button on phones and tablets only.',
            ],
          ],
        },
        'It reads the Code 128 of our documents, and EAN, UPC and Code 39 of products. Enter the ' +
          'code of a product as the barcode of its SKU. The picture is not sent or stored, and ' +
          'the camera stops when the dialog closes or the page is hidden.',
        {
          list: [
            'The browser asks once whether this page may use the camera. If you refused, allow ' +
              'it in the settings of the browser.',
            'Browsers allow the camera only if the address begins with https.',
            'It works offline if this device was online with the program before.',
          ],
        },
      ],
    },
    {
      id: 'keyboard',
      title: 'Keyboard',
      blocks: [
        'Everything can be done without a mouse. Single-key shortcuts are off while you type. ' +
          'You can turn them off in Preferences. Hold Alt for half a second to see the keys on ' +
          'the screen.',
        'In a date field, type t for today, +7 or -1 for days from today, fri for the next ' +
          'Friday, 15 for a day of this month, or a date. Alt+Down opens the calendar.',
        'The palette (Ctrl+K) finds everything by name: actions for the open record or ' +
          'selected rows, screens, records, reports, saved views, settings and help. Before ' +
          'you type, it lists your ten most recent records and commands.',
        { keys: describeKeys() },
      ],
    },
    {
      id: 'glossary',
      title: 'Glossary',
      blocks: [
        {
          facts: [
            [
              'Available credit',
              'Credit limit − current balance − open orders − what validated orders hold.',
            ],
            ['Available stock', 'Current stock − reserved − what validated orders hold.'],
            ['Backorder', 'A quantity promised before it is in stock.'],
            ['Contract price', 'A price agreed with one customer for one SKU.'],
            ['Customer PO', 'The customer’s own number for the order.'],
            [
              'Minimum stock',
              'At or below this quantity the SKU is low, and its stock is ' + 'shown in red.',
            ],
            ['On order', 'Quantity on approved purchase orders.'],
            ['Order source', 'The channel an order came from.'],
            ['Price level', 'The price list that applies to a customer.'],
            ['Price source', 'How the price of a line was determined.'],
            ['Reserved', 'Stock allocated to open orders.'],
            ['RMA', 'A customer returns goods (return merchandise authorization).'],
            ['RTV', 'We return goods to a vendor (return to vendor).'],
            ['SKU', 'An item that is bought, stocked and sold (stock-keeping unit).'],
            ['WMS', 'The warehouse-management system: it ships and receives.'],
          ],
        },
      ],
    },
  ],
}
