/** Valid bodies of some calls, by operationId, for the OpenAPI document. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  login: { username: 'jordan', password: 'correct horse battery staple' },
  createCustomer: {
    customerCode: 'C-1001',
    name: 'Pinecrest Bakeries',
    email: 'purchasing@pinecrest.example',
    creditLimit: '25000.00',
    priceLevel: 'tier1',
  },
  upsertCustomers: {
    records: [
      { customerCode: 'C-1001', name: 'Pinecrest Bakeries', email: 'office@pinecrest.example' },
      { customerCode: 'C-1002', phone: '555-0100', website: null },
    ],
  },
  createWebhook: {
    url: 'https://shop.example/hooks/prizm',
    description: 'Web shop',
    topics: ['sales-order.changed', 'invoice.posted'],
  },
  createVendor: {
    vendorCode: 'V-200',
    name: 'Northgate Mills',
    email: 'sales@northgate.example',
  },
  createSku: { sku: 'FLR-25', name: 'Flour, 25 kg', cost: '9.40', price: '14.50' },
  upsertSkus: {
    records: [
      { sku: 'FLR-25', name: 'Flour, 25 kg', cost: '9.40', price: '14.50' },
      { sku: 'FLR-50', price: '27.90' },
    ],
  },
  upsertPlannedPrices: {
    records: [{ sku: 'FLR-25', effectiveDate: '2026-04-01', price: '14.90' }],
  },
  upsertContractPrices: {
    records: [{ customerCode: 'C-1001', sku: 'FLR-25', contractPrice: '12.90' }],
  },
  createContractPrice: {
    customerId: 42,
    skuId: 7,
    contractPrice: '12.90',
    effectiveDate: '2026-03-01',
  },
  validateOrder: { customerId: 42, items: [{ skuId: 7, quantity: 10 }] },
  createOrder: {
    customerId: 42,
    customerPO: 'PO-4711',
    orderSource: 'api',
    items: [{ skuId: 7, quantity: 10 }],
    expectedTotal: '145.00',
  },
  shipSalesOrder: {
    items: [{ lineNo: 1, quantity: 10 }],
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
  },
  cancelSalesOrder: { reason: 'Ordered twice' },
  createPurchaseOrder: {
    orderNumber: 'PO-2026-031',
    vendorId: 3,
    expectedDate: '2026-03-15',
    items: [{ skuId: 7, quantity: 100, unitPrice: '9.40' }],
  },
  recordPayment: {
    customerId: 42,
    amount: '145.00',
    receivedOn: '2026-03-01',
    method: 'ach',
    reference: 'TRX-9921',
  },
}
