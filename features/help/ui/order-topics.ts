import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'
import { priceLevels } from '#features/customers/contract.ts'
import { enteredOrderSources } from '#features/sales-orders/order-list-contract.ts'
import {
  salesOrderStatuses,
  shippingMethodNames,
  shippingMethods,
} from '#features/sales-orders/rules.ts'
import { sourceNames } from '#features/sales-orders/labels.ts'
import { buying } from './buying-topics.ts'
import type { HelpTab } from '../rules.ts'

const sources = enteredOrderSources.map((source) => sourceNames[source]).join(', ')
const methods = shippingMethods.map((method) => shippingMethodNames[method]).join(', ')
const levels = priceLevels.filter((level) => level.startsWith('tier')).join('/')

/** Topics on order entry, pricing, checks and the order life cycle. */
export const orders: HelpTab = {
  id: 'orders',
  label: 'Order Processing',
  topics: [
    {
      id: 'order-entry',
      title: 'Order Entry',
      blocks: [
        {
          steps: [
            'Select a customer by code and name.',
            `Choose an order source: ${sources}.`,
            'Add items by SKU and quantity.',
            'The system prices each item by customer tier, or by contract.',
            'Credit limit and stock are checked in real time.',
            'Review the validation results.',
            'Submit: Create Order is offered when the order is approved.',
          ],
        },
        `The shipping method (${methods}) goes to the warehouse with the address. ` +
          'No shipping charge for pickup; the others cost the same. The requested ship date is ' +
          'on the order and its confirmation; the order is late after it.',
        'Enter goes from field to field and from the last quantity to a new line. Ctrl+Enter ' +
          'validates, and creates when the order is approved.',
        'A validated order keeps its prices, credit and stock for some minutes, a setting under ' +
          'Orders; the screen says until when. Leaving the order gives them back. If something ' +
          'changed that cannot be held, such as a credit hold of the customer, Create Order ' +
          'shows each field with what was shown and what it is now; Ctrl+Enter accepts it.',
      ],
      tryIt: { label: 'Enter an order', to: '/order-entry' },
    },
    {
      id: 'offline',
      title: 'Offline and mobile use',
      blocks: [
        'The program can be installed: choose Install in the menu of the browser, or Add to Home ' +
          'Screen on an iPhone. It opens without a network and shows the lists you opened last, ' +
          'with their age.',
        {
          steps: [
            'Open Order Entry once while online, so that the device stores customers, SKUs, ' +
              'prices and stock.',
            'While offline, enter the order as usual. The age of its prices is shown.',
            'Press Save and Send Later. The order waits under Unsent Orders, encrypted.',
            `It is sent when the connection is back, with the source ${sourceNames.mobile}.`,
          ],
        },
        'The server checks the order first. If it is no longer approved, or the price, the stock ' +
          'or the total differs from what you saw, it asks for your decision: Accept and Send, ' +
          'Check Again, Edit, Move to Intake or Discard. The draft of the order stays under ' +
          'Drafts until then; do not create it on another device as well.',
        'The device is locked after 30 minutes in which no one used it, and 12 hours after you ' +
          'signed in. Orders that wait are not lost: sign in again to send them. Signing out ' +
          'deletes them, and asks first. While offline you cannot sign out: lock the device ' +
          'instead.',
        'When a new version of the program is ready, a bar says so. Load it when it suits you.',
      ],
      tryIt: { label: 'See unsent orders', to: '/unsent-orders' },
    },
    {
      id: 'decisions',
      title: 'Why? Reasons for the decisions on an order',
      blocks: [
        'Why? beside a price, the tax, the credit, the stock or a hold gives the reason: one ' +
          'sentence first, and behind it all that was considered. For a price these are the ' +
          'contract prices, the price of the customer’s level and the standard price, each ' +
          'with the reason why it applied or not.',
        'On Order Entry the buttons appear when the order is validated. On a sales order they ' +
          'answer for the newest decision, and the tab Decisions lists all of them: creation, ' +
          'changes, holds and releases, with the figures of that moment and the prices of all ' +
          'lines.',
        'Decide again as then recalculates the decision with its original data: the result must ' +
          'be the same. Decide again as now uses today’s prices, tax, credit and stock, and ' +
          'lists what is different. Neither changes the order. Changes of orders that had been ' +
          'processed can be recalculated too, if they were made since version 0.13.0.',
        'The facts behind a reason end with the settings used, when each was last changed and, ' +
          'if you may change settings, by whom.',
        'Show values as of a date, in the activity of a customer or a SKU, shows the credit, the ' +
          'terms, the contract prices or the list prices of that date; History in the settings ' +
          'shows settings and tax rates.',
        'The decision records of validations and refused orders are kept for a number of days, a ' +
          'setting under Orders. Those of an order stay with it and cannot be changed. Costs and ' +
          'credit are shown to those who may see them.',
      ],
      tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
    },
    {
      id: 'edi',
      title: 'Orders by EDI (X12)',
      blocks: [
        'Import EDI in Order Entry reads a partner’s file and shows the result for each ' +
          'line. Accept each order, hold it or skip it. Then the orders are created and ' +
          'the acknowledgments offered, which tell the partner what was held or skipped. ' +
          'Importing the same file again creates no second order.',
        {
          steps: [
            '997: whether the file is valid, with the errors by segment.',
            '855: our answer to the order, line by line: accepted, backordered, rejected ' +
              'or on hold.',
            'Orders over the credit limit, or with a different price or unit, are put on ' +
              'hold.',
            'Orders that you skipped, with a number received before, or with no known ' +
              'items are rejected.',
          ],
        },
        'The EDI screen lists every file. To do lists what needs action: changes, lines ' +
          'that cannot be delivered, and documents that a partner rejected. An administrator ' +
          'sets up partners on the customer’s EDI tab.',
      ],
      tryIt: { label: 'Open EDI', to: '/edi' },
    },
    {
      id: 'intake',
      title: 'The intake inbox',
      blocks: [
        'Intake lists incoming orders that need review: pasted text, emails, files, EDI orders, ' +
          'and orders of other programs that were refused. The menu shows how many are open.',
        {
          steps: [
            'Paste Order Text imports an email or another text. No order is created yet.',
            'The message shows its text on the left and the form on the right. Each field says ' +
              'what it was read from, and how sure that is.',
            'Correct what is wrong. Part numbers, units and ship-to addresses that you correct ' +
              'are applied to the customer’s next orders. The tab Corrections lists them; Add ' +
              'Correction enters one, such as the address of a store that EDI orders only name.',
            'Create Order creates the order by the rules of Order Entry, in your name.',
            'For a file or an EDI order, select the SKU of each unknown part number, and of a ' +
              'file enter how many of our units each unknown unit is; then Run again. The ' +
              'message itself is not changed.',
            'If an EDI order was refused because of a record, such as an inactive customer, the ' +
              'message links to it: change the record, then Run again.',
            'Another value, such as a misspelled customer or a quantity that is too large, is ' +
              'corrected for this message alone: enter it, and press Correct and Run Again.',
            'An order of a file that equals one of an earlier day waits for you: select it, and ' +
              'press Create Again. Reopen an EDI order whose PO is used already to do the same.',
          ],
        },
        'Move to Intake, in the Drafts menu of Order Entry and under Unsent Orders, moves ' +
          'an unfinished order to the inbox, where someone else completes it. If the connection ' +
          'is lost meanwhile, move it again: it becomes one message.',
        'Reject a message that is no order, with a reason. Rejected messages and duplicates can ' +
          'be reopened. Select several rows to assign them to you or a colleague, reject them ' +
          'or run them again. The originals of closed messages are deleted {intakeRawDays} days ' +
          'after they arrived.',
      ],
      tryIt: { label: 'Open the inbox', to: '/intake' },
    },
    {
      id: 'reservations',
      title: 'Who has my stock',
      blocks: [
        'The tab Reservations of a SKU, and Who has it? beside a short line of an order, list ' +
          'every order that holds units or waits for them. Priority 1 gets the next free units: ' +
          'the oldest order date comes first.',
        'Managers move units from one order to another with Re-allocate. The dialog shows what ' +
          'both orders would have before anything changes. The order that loses units waits for ' +
          'stock; if its customer accepts no backorders, it goes on hold. Orders that the ' +
          'warehouse is working on keep their units.',
        'Ring-fence keeps units for the orders of one customer. What these orders hold counts ' +
          'toward the quantity. 0 ends it.',
      ],
      tryIt: { label: 'Open the SKUs', to: '/skus' },
    },
    {
      id: 'pricing',
      title: 'Pricing priority',
      blocks: [
        {
          steps: [
            'Contract price: active, within its dates, and with its minimum quantity ' + 'reached.',
            `Price level: the SKU’s price for the customer’s level (${levels}), if it has ` +
              'one.',
            'Standard price: the fallback.',
          ],
        },
        'If several contract prices apply, the one with the highest minimum quantity wins, ' +
          'even if another is cheaper. The price source beside a line shows which price was ' +
          'used: contract, the tier, standard, replacement (as on the returned order) or manual. ' +
          'Prices are frozen when the order is created.',
        'Managers and administrators can override the price of a line, on new and existing ' +
          'orders. The price source is then manual, and both prices are recorded. Clear the ' +
          'price or change the quantity to return to the list price.',
        'If the business rules say so, an order with a price below cost, or below the minimum ' +
          'margin, is created on hold. A manager releases it, or raises the price.',
      ],
      tryIt: { label: 'Open the SKUs', to: '/skus' },
    },
    {
      id: 'credit',
      title: 'Credit check',
      blocks: [
        'Available credit = credit limit − current balance − open orders − what validated ' +
          'orders hold. Orders within it are approved automatically; orders above it are ' +
          'not approved, and the shortfall is shown. Customers on credit hold cannot buy. ' +
          'Prepaying customers need no limit; their orders stay on hold until a payment covers ' +
          'them.',
        'An order that is refused or on hold says what would release it: which invoices to ' +
          'pay, by how much to raise the limit, or which line to reduce or remove. The smallest ' +
          'amount comes first.',
        'The total includes tax and shipping. Credit is checked again when the order is ' +
          'created, so two orders at the same time cannot use the same credit.',
      ],
      tryIt: { label: 'Open the customers', to: '/customers' },
    },
    {
      id: 'stock',
      title: 'Stock check',
      blocks: [
        'For each SKU the panel shows the available, requested and missing quantities. A ' +
          'quantity above the available stock needs a backorder, which managers and some ' +
          'customers may use.',
      ],
      tryIt: { label: 'Open low stock', to: '/skus', search: { 'f.stock': 'low' } },
    },
    {
      id: 'sales-orders',
      title: 'Sales Orders',
      blocks: [
        {
          list: [
            'Status tracking',
            'Billing information',
            'Shipping address',
            'Line items and pricing',
          ],
        },
        `Status: ${salesOrderStatuses.join(', ')}. Pending and processing orders can be ` +
          'cancelled. Shipped, delivered and cancelled are final.',
        'If the warehouse already has the order, it shows Cancel requested until the ' +
          'warehouse answers. If it is too late to cancel, the order’s Warehouse tab offers ' +
          'a return.',
        'An order on hold shows the reason and, beside To release, what ends it.',
        'If the settings or the customer say so, a possible duplicate is parked: an order that ' +
          'repeats a customer PO, or has nearly the same lines as a recent one. It takes no ' +
          'stock and no credit. Compare and decide in its menu shows both orders side by side. ' +
          'Place both, discard the new one, or let it replace the first.',
        'The order’s menu lets you edit it, put it on hold, ship some or all units, remove ' +
          'units, and print its confirmation, packing slip and pick list. Backordered units ' +
          'are allocated automatically as stock arrives, oldest order first. The Related tab ' +
          'shows the purchase orders that will bring them, and how shipments, invoices and ' +
          'payments follow the order. Its invoices, credit memos and returns have that tab, too.',
        'A manager can change an order in processing. Each change is a numbered revision: ' +
          'the Revisions tab shows who changed which line, the order confirmation carries ' +
          'the number, and the warehouse receives the change. Shipped lines do not change.',
      ],
      tryIt: { label: 'Open the sales orders', to: '/sales-orders' },
    },
    {
      id: 'purchase-orders',
      title: 'Purchase Orders',
      blocks: [
        {
          list: [
            'Vendor orders',
            'Purchase requisition workflow: anyone requests goods, a manager approves, and ' +
              'a buyer turns the lines into draft orders, one for each vendor',
            'Purchase proposals: which SKUs will run out and why, ordered in one step',
            'Delivery tracking: expected dates and receipts, also partial ones',
            'Invoice matching: the bill is compared with the order and the receipt',
          ],
        },
        `Status: ${purchaseOrderStatuses.join(', ')}. If the warehouse expects the goods, ` +
          'a cancelled order shows Cancel requested until the warehouse answers. Its ' +
          'Warehouse tab shows the messages.',
        'Submit a draft, and another person approves it. A vendor’s SKUs have a rank, ' +
          'price, lead time and minimum quantity; its certificates have an expiration date. ' +
          'An expired certificate shows a warning on orders, or blocks them if a business ' +
          'rule says so.',
      ],
      tryIt: { label: 'Open the purchase orders', to: '/purchase-orders' },
    },
    ...buying,
  ],
}
