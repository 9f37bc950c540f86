import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'
import { orderSources, priceSources } from '#features/sales-orders/contract.ts'
import {
  salesOrderStatuses,
  shippingMethodNames,
  shippingMethods,
} from '#features/sales-orders/rules.ts'
import { sourceNames } from '#features/sales-orders/ui/source-names.ts'
import { buying } from './buying.ts'
import type { HelpTab } from '../rules.ts'

const sources = orderSources.map((source) => sourceNames[source]).join(', ')
const methods = shippingMethods.map((method) => shippingMethodNames[method]).join(', ')
const levels = priceSources.filter((source) => source.startsWith('tier')).join('/')

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
          'No shipping charge for pickup; the others cost the same.',
        'Enter goes from field to field and from the last quantity to a new line. Ctrl+Enter ' +
          'validates, and creates when the order is approved.',
      ],
      tryIt: { label: 'Take an order', to: '/order-entry' },
    },
    {
      id: 'edi',
      title: 'Orders by EDI (X12)',
      blocks: [
        'Import EDI in Order Entry takes a partner’s file: it shows what would become of each ' +
          'line and lets you accept each order, keep it on hold or leave it out; then it places ' +
          'the orders and offers the answers, which tell the partner what was held and left out. ' +
          'The same file again makes no second order.',
        {
          steps: [
            '997: whether the file is right by the standard, and what is wrong by its segment.',
            '855: what we say to the order, line by line: accepted, backordered, refused, on hold.',
            'On hold are orders above the credit limit, with another price or another unit.',
            'Refused are orders that somebody left out, those whose number has come before, and ' +
              'those nothing of which we know.',
          ],
        },
        'The screen EDI has every file, and under To do what waits for a person: changes, lines ' +
          'that cannot be delivered, answers that a partner refused. An administrator keeps the ' +
          'partners on the customer’s tab EDI.',
      ],
      tryIt: { label: 'Open EDI', to: '/edi' },
    },
    {
      id: 'pricing',
      title: 'Pricing priority',
      blocks: [
        {
          steps: [
            'Contract price: active, in its dates, with its minimum quantity reached.',
            `Price level: the SKU’s price of the customer’s level (${levels}), where it has one.`,
            'Standard price: the fallback.',
          ],
        },
        'Of several contract prices the one with the highest minimum quantity holds, not the ' +
          'cheapest. The price source beside a line says which price was used ' +
          `(${priceSources.join(', ')}). Prices are frozen when the order is created.`,
        'Managers and administrators may type another price over the one of a line, on a new ' +
          'order and on one that is changed: its source is then manual, both prices are on ' +
          'record, and it goes back to the list by clearing it or by another quantity.',
      ],
      tryIt: { label: 'Open the SKUs', to: '/skus' },
    },
    {
      id: 'credit',
      title: 'Credit check',
      blocks: [
        'Available credit = credit limit − current balance − open orders. An order within it is ' +
          'approved automatically, one above it is rejected with the amount it lacks. A customer ' +
          'on credit hold cannot buy; one who pays before needs no limit, and their order waits ' +
          'on hold until a payment covers it.',
        'The total is what the order costs with tax and shipping. It is decided again when the ' +
          'order is created, so that two orders at once cannot use the same credit.',
      ],
      tryIt: { label: 'Open the customers', to: '/customers' },
    },
    {
      id: 'stock',
      title: 'Stock check',
      blocks: [
        'For each SKU the panel shows what is available and what is requested, and how many are ' +
          'short. An order that asks for more than there is needs a backorder, which managers ' +
          'and some customers are allowed.',
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
        `Status: ${salesOrderStatuses.join(', ')}. A pending or processing order may be ` +
          'cancelled; there is no way back from shipped, delivered or cancelled.',
        'An order that the warehouse has stands as Cancel requested until it answers; where it ' +
          'was too late, the tab Warehouse of the order offers a return.',
        'The menu of an order edits it, puts it on hold, ships some of its ' +
          'units or all, takes units off it, and prints its confirmation, packing slip and pick ' +
          'list. What is backordered is given units by itself as they come in, the oldest order ' +
          'first; the tab Related says which purchase orders bring them.',
        'An order that was started is changed by a manager. Each change is a numbered revision: ' +
          'the tab Revisions says who changed which line, the order confirmation carries the ' +
          'number, and the warehouse is sent the change. What has left stays as it is.',
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
            'Purchase requisition workflow: anybody asks for goods, a manager approves, and a ' +
              'buyer turns the lines into draft orders, one for each vendor',
            'Purchase proposals: what will run out and why, ordered in one act',
            'Delivery tracking: expected dates and receipts, also partial ones',
            'Invoice matching: the bill is held against order and receipt',
          ],
        },
        `Status: ${purchaseOrderStatuses.join(', ')}. One whose goods the warehouse expects ` +
          'stands as Cancel requested until it answers; its tab Warehouse shows what was said.',
        'A draft is submitted, and somebody else approves it. On a vendor the SKUs are kept with ' +
          'rank, price, lead time and minimum quantity, and certificates with the day they end: ' +
          'an expired one is pointed out on orders, or stops them where a setting says so.',
      ],
      tryIt: { label: 'Open the purchase orders', to: '/purchase-orders' },
    },
    ...buying,
  ],
}
