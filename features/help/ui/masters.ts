import { priceLevels } from '#features/customers/contract.ts'
import { unitOfMeasureLabels } from '#features/skus/contract.ts'
import { usualDiscounts } from '#features/skus/rules.ts'
import type { HelpTab } from '../rules.ts'

const units = Object.values(unitOfMeasureLabels).join(', ')

/** Topics on customers, vendors, SKUs and contract prices, with sample files. */
export const masters: HelpTab = {
  id: 'masters',
  label: 'Master Data',
  topics: [
    {
      id: 'customers',
      title: 'Customers',
      blocks: [
        {
          list: [
            'Code and company name',
            'Contacts: phone, email, website',
            'Billing and shipping addresses',
            'Credit limit',
            'Payment terms such as Net 30 and Net 60',
            `Price level: ${priceLevels.join(', ')}`,
            'Tax-exempt status, with the number of the exemption',
          ],
        },
      ],
      tryIt: { label: 'Add a customer', to: '/customers', search: { new: '1' } },
    },
    {
      id: 'vendors',
      title: 'Vendors',
      blocks: [
        {
          list: [
            'Code and company details',
            'Contacts and addresses',
            'Payment terms',
            'Tax ID and certification tracking',
            'Lead times',
            'Minimum order quantities',
            'Preferred ranking',
            'Performance metrics',
          ],
        },
      ],
      tryIt: { label: 'Add a vendor', to: '/vendors', search: { new: '1' } },
    },
    {
      id: 'skus',
      title: 'SKUs',
      blocks: [
        {
          list: [
            'Code, name and description',
            'Category',
            `Unit of measure: ${units}; imports may bring others such as GAL`,
            'Standard price',
            'Tier 1-3 prices',
            'Cost and margin',
            'Price effective dates',
            'Minimum and current stock: at or below the minimum the stock is shown in red',
          ],
        },
      ],
      tryIt: { label: 'Add a SKU', to: '/skus', search: { new: '1' } },
    },
    {
      id: 'tiers',
      title: 'Tier discounts',
      blocks: [
        'How far below the standard price a tier usually lies. A price outside is pointed out, ' +
          'never refused.',
        { facts: usualDiscounts.map(({ name, from, to }) => [name, `${from}-${to}%`] as const) },
      ],
      tryIt: { label: 'Open the SKUs', to: '/skus' },
    },
    {
      id: 'contract-prices',
      title: 'Contract pricing',
      blocks: [
        {
          list: [
            'Agreed with one customer for one SKU',
            'Effective date ranges: the first and the last day both count',
            'A minimum quantity, from which it holds',
            'Automatic expiry after the last day',
          ],
        },
        'Contract prices are kept in the record of the customer and of the SKU, on the tab ' +
          'Contract prices. A price list comes in there by Import CSV: where you let it update ' +
          'what is there, a price without a last day ends the day before one that follows it.',
      ],
      tryIt: { label: 'Open the customers', to: '/customers' },
    },
    {
      id: 'samples',
      title: 'Sample files',
      blocks: [
        'Plain CSV with the names of the fields in the first row: what a file for this program ' +
          'looks like. Import CSV on the lists takes them: it matches the columns, checks ' +
          'every row, and lets you mend what is wrong. Records can be taken back by its undo; a ' +
          'count and shipments, which have buttons of their own, cannot.',
        {
          files: [
            { name: 'customers-clean.csv', says: 'eight customers, ready to use' },
            { name: 'customers-errors.csv', says: 'five customers, each with one mistake' },
            { name: 'vendors.csv', says: 'five vendors' },
            { name: 'skus.csv', says: 'eight SKUs with tier prices and stock' },
            {
              name: 'contract-prices-of-customer.csv',
              says: 'a price list of one customer: the tab Contract prices of SAMPLE-C01',
            },
            {
              name: 'contract-prices-of-sku.csv',
              says: 'what two customers pay for one SKU: the same tab of SAMPLE-S01',
            },
            { name: 'wms-inventory.csv', says: 'a count of three SKUs, for Import Count' },
            {
              name: 'wms-shipments.csv',
              says:
                'a parcel with carrier and tracking number, for Import Shipments; put the number ' +
                'of your order in place of SO-YOUR-ORDER',
            },
            { name: 'purchase-orders.csv', says: 'two purchase orders to two of the vendors' },
            { name: 'orders-multi.csv', says: 'three orders of two of the customers' },
            { name: '850-good.edi', says: 'an order in X12, for Import EDI in Order Entry' },
            { name: '850-unknown-sku.edi', says: 'one of which a SKU is not known' },
            { name: '850-over-credit.edi', says: 'one that is above the credit limit' },
          ],
        },
        'A warehouse that is connected by files leaves X12, not CSV. To try these, change their ' +
          'day to today and lay them into the folder “in” of its connection: the next import ' +
          'takes them.',
        {
          files: [
            { name: 'wms-inventory.edi', says: 'a count of three SKUs (846)' },
            {
              name: 'wms-shipments.edi',
              says:
                'a parcel with carrier, tracking number and the day it should arrive (945); put ' +
                'the number of your order in place of SO-YOUR-ORDER, such as that of 850-good.edi',
            },
          ],
        },
      ],
    },
  ],
}
