/** A kind of message: its long and short title, and its fields. */
export type Flow = { kind: string; title: string; short: string; fields: readonly string[] }

/** Kinds sent to the warehouse. */
export const exported: readonly Flow[] = [
  {
    kind: 'customer',
    title: 'Customers',
    short: 'Customers',
    fields: [
      'Code',
      'Company name',
      'Email',
      'Phone',
      'Shipping address',
      'Billing address',
      'Price level',
      'Credit limit',
    ],
  },
  {
    kind: 'order',
    title: 'Sales orders',
    short: 'Sales orders',
    fields: [
      'Order number and date',
      'Customer and customer PO',
      'Lines with SKU and quantity',
      'Shipping address and method',
      'Special handling instructions',
    ],
  },
  {
    kind: 'expected_receipt',
    title: 'Expected receipts of approved purchase orders',
    short: 'Expected receipts',
    fields: ['Order number', 'Vendor', 'Expected date', 'Lines with SKU and quantity'],
  },
  {
    kind: 'expected_return',
    title: 'Expected customer returns',
    short: 'Expected returns',
    fields: ['Return number', 'Customer and their order', 'Reason', 'Lines with SKU and quantity'],
  },
  {
    kind: 'item',
    title: 'SKUs',
    short: 'SKUs',
    fields: ['SKU', 'Name', 'Unit of measure', 'Barcode', 'Category'],
  },
]

/** Kinds received from the warehouse. */
export const imported: readonly Flow[] = [
  {
    kind: 'inventory',
    title: 'Inventory',
    short: 'Inventory',
    fields: [
      'Available quantity by SKU',
      'Reserved stock',
      'On-order quantity',
      'Warehouse location',
    ],
  },
  {
    kind: 'shipment.created',
    title: 'Shipments',
    short: 'Shipments',
    fields: [
      'Tracking numbers',
      'Carrier',
      'Ship dates',
      'Delivery estimates',
      'Confirmations',
      'Exceptions',
    ],
  },
  {
    kind: 'receipt.created',
    title: 'Receipts of purchase orders and returns',
    short: 'Receipts',
    fields: ['Receipt number', 'Lines with SKU and quantity', 'Day of receipt'],
  },
]
