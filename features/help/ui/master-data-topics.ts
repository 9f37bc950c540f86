import { priceLevels } from '#features/customers/contract.ts'
import { unitOfMeasureLabels } from '#features/skus/contract.ts'
import { typicalDiscounts } from '#features/skus/rules.ts'
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
      id: 'planned-prices',
      title: 'Planned prices',
      blocks: [
        'To change prices from a future day on, select SKUs and choose Plan price change, or ' +
          'import a file: Planned prices in the list menu, then Import CSV. Each row has a SKU, ' +
          'a day and the prices from that day on. An order has the prices of its order date. ' +
          'A plan can be cancelled until its day.',
      ],
      tryIt: { label: 'Open the planned prices', to: '/skus', search: { view: 'planned' } },
    },
    {
      id: 'tiers',
      title: 'Tier discounts',
      blocks: [
        'The usual discount of each tier from the standard price. A price outside the ' +
          'range shows a warning but is accepted.',
        { facts: typicalDiscounts.map(({ name, from, to }) => [name, `${from}-${to}%`] as const) },
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
            'A minimum quantity for the price to apply',
            'Automatic expiry after the last day',
          ],
        },
        'Contract prices are on the Contract prices tab of the customer and of the SKU. ' +
          'Import a price list there with Import CSV. If you allow updates, a price without ' +
          'an end date ends the day before the price that follows it.',
      ],
      tryIt: { label: 'Open the customers', to: '/customers' },
    },
    {
      id: 'samples',
      title: 'Sample files',
      blocks: [
        'CSV files with the field names in the first row, as examples of the import ' +
          'format. Import CSV on a list reads them: it matches the columns, checks every ' +
          'row, and lets you correct errors. Counts and shipments have their own buttons. ' +
          'Each import can be undone, also in the settings under Imports and bulk changes.',
        {
          files: [
            { name: 'customers-clean.csv', description: 'eight customers, ready to use' },
            { name: 'customers-errors.csv', description: 'five customers, each with one mistake' },
            { name: 'vendors.csv', description: 'five vendors' },
            { name: 'skus.csv', description: 'eight SKUs with tier prices and stock' },
            {
              name: 'contract-prices-of-customer.csv',
              description: 'a price list of one customer: the tab Contract prices of SAMPLE-C01',
            },
            {
              name: 'contract-prices-of-sku.csv',
              description: 'prices of two customers for one SKU: the same tab of SAMPLE-S01',
            },
            { name: 'planned-prices.csv', description: 'prices of three SKUs from a later day on' },
            { name: 'wms-inventory.csv', description: 'a count of three SKUs, for Import Count' },
            {
              name: 'wms-shipments.csv',
              description:
                'a parcel with carrier and tracking number, for Import Shipments; replace ' +
                'SO-YOUR-ORDER with your order number',
            },
            {
              name: 'purchase-orders.csv',
              description: 'two purchase orders to two of the vendors',
            },
            { name: 'orders-multi.csv', description: 'three orders of two of the customers' },
            { name: '850-good.edi', description: 'an X12 order, for Import EDI in Order Entry' },
            { name: '850-unknown-sku.edi', description: 'an order with an unknown SKU' },
            { name: '850-over-credit.edi', description: 'an order over the credit limit' },
          ],
        },
        'A warehouse connected by files sends X12, not CSV. To try these files, change ' +
          'their date to today and put them in the “in” folder of the connection. The next ' +
          'import reads them.',
        {
          files: [
            { name: 'wms-inventory.edi', description: 'a count of three SKUs (846)' },
            {
              name: 'wms-shipments.edi',
              description:
                'a parcel with carrier, tracking number and expected delivery date (945); ' +
                'replace SO-YOUR-ORDER with your order number, such as that of 850-good.edi',
            },
          ],
        },
      ],
    },
  ],
}
