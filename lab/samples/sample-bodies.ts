// One file: the bodies of all calls are read as one list.
import { forRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import { ediPartner } from '../staff/edi-order.ts'
import { stepSpecimens } from './sample-bodies-of-transitions.ts'
import { password } from '../nodes/test-system.ts'

/** A square, as SVG in base64. */
export const logo = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

/** The address is public, and no name that must be resolved. */
const webhook = (n: number) => ({
  url: `https://93.184.215.14/hooks/${n}`,
  description: `Specimen ${n}`,
  topics: ['invoice.posted'],
})

/** Ids of existing records, for bodies that refer to some. */
export type SpecimenFacts = { customerId: number; skuId: number }

type BodyBuilder = (facts: SpecimenFacts, n: number) => Record<string, unknown>

const { customerPO: _, ...plainRecordedTexts } = forRecordedFields(() => 'Specimen')

/**
 * A valid body for each writing call, the `n`-th of its kind, for the input experiments. Calls that
 * need a record in a certain state are set up in `call-setups.ts`.
 */
const specimens: Record<string, BodyBuilder> = {
  'POST /api/register': (_, n) => ({
    username: `specimen-${n}`,
    email: `specimen-${n}@example.com`,
    password,
  }),
  'POST /api/login': () => ({ username: 'lab-admin', password }),
  'POST /api/users': (_, n) => ({
    username: `made-${n}`,
    email: `made-${n}@example.com`,
    password,
    role: 'viewer',
  }),
  'PUT /api/users/:id': () => ({ role: 'viewer' }),
  'POST /api/user/password': () => ({ currentPassword: password, newPassword: password }),
  'POST /api/api-keys': (_, n) => ({ name: `Specimen ${n}`, scopes: ['read', 'orders'] }),
  'PUT /api/api-keys/:id': (_, n) => ({ name: `Specimen ${n}`, ratePerMinute: 600 }),
  'POST /api/api-keys/:id/rotate': () => ({ overlapHours: 24 }),
  'PUT /api/users/:id/limits': () => ({ writeOffLimit: '10.00' }),
  'POST /api/roles': (_, n) => ({ name: `Specimen ${n}`, permissions: ['customers.read'] }),
  'POST /api/webhooks': (_, n) => webhook(n),
  'POST /api/webhooks/:id/replay': () => ({ since: '2030-01-01T00:00:00Z' }),
  'PUT /api/single-sign-on': (_, n) => ({
    issuer: '',
    clientId: '',
    groupClaim: 'groups',
    groupRoles: [{ group: 'specimen', role: 'viewer' }],
    createsAccounts: false,
    defaultRole: null,
    buttonText: `Specimen ${n}`,
    isOnly: false,
    breakGlassId: null,
  }),
  'PUT /api/user/preferences': () => ({ density: 'compact' }),
  'PUT /api/purchase-approval-levels': () => ({ levels: [] }),
  'PUT /api/settings': () => ({ businessTimeZone: 'America/New_York' }),
  'PATCH /api/settings': () => ({ businessTimeZone: 'America/New_York' }),
  'PUT /api/company-logo': () => ({ data: logo }),
  'POST /api/tax-rates': (_, n) => taxRate(n),
  'PUT /api/first-steps/hidden': () => ({ isHidden: true }),
  'POST /api/first-steps/beginning': () => ({ with: 'empty' }),
  'POST /api/comments': ({ customerId }) => ({
    entity: 'customer',
    entityId: customerId,
    text: 'Specimen',
  }),
  'POST /api/customers': (_, n) => customer(n),
  'PUT /api/customers/:id': (_, n) => customer(n),
  'PATCH /api/customers/:id': (_, n) => ({ name: `Patched ${n}` }),
  'POST /api/customers/bulk': ({ customerId }) => ({ action: 'activate', ids: [customerId] }),
  'POST /api/customers/:id/personal-data/erase': () => ({ reason: 'Specimen' }),
  'POST /api/users/:id/personal-data/erase': () => ({ reason: 'Specimen' }),
  'POST /api/customers/:id/credit-status': () => ({ creditStatus: 'normal', reason: 'Specimen' }),
  'POST /api/vendors/bulk': () => ({ action: 'activate', ids: [1] }),
  'POST /api/skus/bulk': ({ skuId }) => ({ action: 'activate', ids: [skuId] }),
  'POST /api/vendors': (_, n) => vendor(n),
  'PUT /api/vendors/:id': (_, n) => vendor(n),
  'PATCH /api/vendors/:id': (_, n) => ({ name: `Patched ${n}` }),
  'POST /api/skus/prices': ({ skuId }, n) => ({
    reason: 'Specimen',
    prices: [{ id: skuId, version: n, price: '3.00', ...noTiers }],
  }),
  'PUT /api/vendors/:id/terms': () => ({ paymentTerms: 'net-30' }),
  'POST /api/vendor-certificates': () => ({
    vendorId: 1,
    name: 'Specimen',
    number: '12-3',
    category: 'Specimens',
    validFrom: '2026-01-01',
    expiresOn: '2030-12-31',
  }),
  'POST /api/skus': (_, n) => sku(n),
  'PUT /api/skus/:id': (_, n) => sku(n),
  'PATCH /api/skus/:id': (_, n) => ({ name: `Patched ${n}` }),
  'POST /api/skus/:id/adjust': (_, n) => ({ currentStock: n, stockReason: 'counted' }),
  'POST /api/stock-adjustments/:id/reject': () => ({ reason: 'Specimen' }),
  'POST /api/contract-pricing': (facts, n) => contractPrice(facts, n),
  'PUT /api/contract-pricing/:id': (facts, n) => contractPrice(facts, n),
  'POST /api/purchase-orders': (facts, n) => purchaseOrder(facts, n),
  'PUT /api/purchase-orders/:id': (facts, n) => purchaseOrder(facts, n),
  'POST /api/purchase-orders/:id/reject': () => ({ reason: 'Specimen' }),
  'POST /api/purchase-orders/:id/receive': () => ({
    items: [{ itemId: 1, quantity: 1 }],
    postedOn: '',
  }),
  'POST /api/purchase-orders/:id/close': () => ({ reason: 'Specimen' }),
  'POST /api/purchase-orders/:id/cancel': () => ({ reason: 'Specimen' }),
  'POST /api/purchase-orders/bulk': () => ({ action: 'submit', ids: [1] }),
  'POST /api/requisitions/:id/reject': () => ({ reason: 'Specimen' }),
  'POST /api/requisitions/:id/cancel': () => ({ reason: 'Specimen' }),
  'POST /api/requisitions/:id/close': () => ({ reason: 'Specimen' }),
  'POST /api/orders/validate': (given) => order(given),
  'POST /api/orders/preview': (given) => order(given),
  // Of nobody: it does nothing.
  'POST /api/orders/release-approval': () => ({
    approvalToken: '6f1d8c52-0b7e-4a39-9c14-2f5f0a9b3d10',
  }),
  // More than any customer's credit.
  'POST /api/orders/ask-credit': ({ customerId, skuId }) => ({
    customerId,
    items: [{ skuId, quantity: 50_000_000 }],
  }),
  'POST /api/orders/create': (given, n) => ({
    ...order(given),
    customerPO: `PO-${n}`,
    orderSource: 'phone',
    shippingAddress: '1 Main Street',
    shippingMethod: 'express',
    billingAddress: '2 Main Street',
    ...plainRecordedTexts,
  }),
  'POST /api/sales-orders': ({ customerId }, n) => ({
    orderNumber: `SPO-${n}`,
    customerId,
    status: 'pending',
    orderDate: '2026-03-02',
    shipDate: '2026-03-05',
    cancelAfter: '2026-03-20',
    totalAmount: '1.00',
    shippingAddress: '1 Main Street',
    shippingMethod: 'freight',
    ...plainRecordedTexts,
  }),
  'POST /api/sales-orders/:id/ship': () => ({ shipDate: '2026-03-05' }),
  'POST /api/sales-orders/:id/decide-parking': () => ({ decision: 'place-both' }),
  'POST /api/sales-orders/:id/hold': () => ({ reason: 'manual', note: 'Specimen' }),
  'POST /api/invoices/:id/write-off': () => ({
    amount: '1.00',
    reason: 'Specimen',
    postedOn: '',
  }),
  'POST /api/invoices/:id/dispute': () => ({ isDisputed: true, reason: 'Specimen' }),
  'POST /api/manual-entries': () => ({
    postedOn: '2026-01-02',
    reason: 'Specimen',
    lines: [
      { account: '6000', debit: '1.00', description: 'Specimen' },
      { account: '1000', credit: '1.00' },
    ],
  }),
  'POST /api/manual-entries/:id/reverse': () => ({ reason: 'Specimen', postedOn: '2026-01-02' }),
  'POST /api/sales-tax-payments': () => ({ ...taxPeriod, amount: '1.00', paidOn: '2026-02-02' }),
  'POST /api/vendor-prepayments': () => ({
    vendorId: 1,
    amount: '1.00',
    paidOn: '2026-01-02',
    method: 'ach',
    reference: 'Specimen',
    notes: 'Specimen',
  }),
  'POST /api/vendor-prepayments/:id/apply': () => ({ bills: [{ billId: 1, amount: '1.00' }] }),
  'POST /api/vendor-prepayments/:id/reverse-refund': () => ({ refundId: 1, reason: 'Specimen' }),
  'POST /api/vendor-prepayments/:id/refund': () => ({
    amount: '1.00',
    receivedOn: '2026-01-02',
    reference: 'Specimen',
    reason: 'Specimen',
  }),
  'POST /api/vendor-credits': (_, n) => ({
    vendorId: 1,
    creditNumber: `SPN-${n}`,
    postedOn: '2026-01-02',
    amount: '1.00',
    account: 'priceVariance',
    reason: 'Specimen',
  }),
  'POST /api/returns': (given) => goodsReturn(given),
  'POST /api/returns/preview': (given) => goodsReturn(given),
  'POST /api/returns/:id/receive': () => ({ items: [{ itemId: 1, disposition: 'scrap' }] }),
  'POST /api/returns/:id/complete': () => ({ restockingFee: '1.00', postedOn: '' }),
  ...stepSpecimens,
  'POST /api/edi/partners': ({ customerId }, n) => ediPartner(customerId, `SPEC${n}`),
  'POST /api/edi/documents/:id/settle': () => ({ note: 'Specimen' }),
  'POST /api/wms/runs': () => ({ job: 'full' }),
  'POST /api/wms/problems/:id/dismiss': () => ({ note: 'Specimen' }),
  'PUT /api/wms/connection': () => ({ scheduleMinutes: 60, isPaused: true }),
  'POST /api/wms/connection/test': () => ({ part: 'api' }),
  'PUT /api/notifications/wanted': () => ({ lowStock: true }),
  'PUT /api/notifications/emails': () => ({ credit: 'digest' }),
  'PUT /api/customers/:id/emails': () => ({
    rules: [{ name: 'invoice', isSent: true, to: 'specimen@example.com' }],
    statementDay: 5,
  }),
  'PUT /api/vendors/:id/emails': () => ({
    rules: [{ name: 'purchase-order', isSent: true, to: 'specimen@example.com' }],
  }),
  'POST /api/views': (_, n) => ({ list: 'skus', name: `View ${n}`, search: { q: 'bolt' } }),
  'PUT /api/views/:id': (_, n) => ({ name: `View ${n}` }),
  'POST /api/reports/choice': () => reportChoice,
  'POST /api/reports/left': () => ({ choice: reportChoice, days: reportDays, query: {} }),
  'POST /api/backtests': () => ({ tax: { defaultRate: '0.0700' } }),
  'POST /api/decisions/:id/replay': () => ({ as: 'then' }),
  'POST /api/order-drafts': (_, n) => ({ title: `Draft ${n}`, form: { note: 'typed' } }),
  'POST /api/order-drafts/hand-over': (_, n) => ({
    key: `unsent-order-${n}`,
    title: `Unsent order ${n}`,
    form: { lines: [{ text: 'UNKNOWN-1' }] },
  }),
}

const reportChoice = {
  report: 'stock-valuation',
  by: 'category',
  format: 'screen',
  period: 'last30',
  custom: null,
}
const taxPeriod = { country: 'US', state: 'FL', periodFrom: '2026-01-01', periodTo: '2026-01-31' }
const reportDays = { from: '2026-01-01', to: '2026-01-31', asOf: '2026-01-31' }

const noTiers = { tier1Price: null, tier2Price: null, tier3Price: null }

/** The valid body of a call; undefined if none is defined here. */
export function specimenOf(name: string, given: SpecimenFacts, n: number) {
  return specimens[name]?.(given, n)
}

/** A customer return without an order. */
function goodsReturn({ customerId, skuId }: SpecimenFacts) {
  const words = { reason: 'Specimen', notes: 'Specimen' }
  return { type: 'rma', customerId, ...words, items: [{ skuId, quantity: 1 }] }
}

function customer(n: number) {
  return {
    customerCode: `SPC-${n}`,
    name: `Specimen ${n}`,
    email: `spc-${n}@example.com`,
    phone: '555-0100',
    address: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zipCode: '62701',
    country: 'US',
    billingAddress: '2 Main Street',
    website: 'https://example.com',
    notes: 'Specimen',
    creditLimit: '1000.00',
    paymentTerms: 'net-30',
    priceLevel: 'standard',
  }
}

function vendor(n: number) {
  return {
    vendorCode: `SPV-${n}`,
    name: `Specimen ${n}`,
    email: `spv-${n}@example.com`,
    phone: '555-0100',
    address: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    zipCode: '62701',
    country: 'US',
    website: 'https://example.com',
    contactName: 'Specimen',
    notes: 'Specimen',
    taxId: '12-3',
    paymentTerms: 'net-30',
  }
}

function sku(n: number) {
  return {
    sku: `SPS-${n}`,
    name: `Specimen ${n}`,
    description: 'Specimen',
    category: 'Specimens',
    unitOfMeasure: 'EA',
    cost: '1.00',
    price: '2.00',
    barcode: `9${n}`,
    wmsLocation: 'A-1',
    currentStock: 5,
    stockReason: 'counted',
  }
}

export function taxRate(n: number) {
  return { country: `Land ${n}`, state: 'North', rate: '0.05', effectiveDate: '2030-01-01' }
}

/** Each has a different minimum quantity, because contract prices may not overlap. */
function contractPrice({ customerId, skuId }: SpecimenFacts, n: number) {
  return {
    customerId,
    skuId,
    contractPrice: '9.00',
    effectiveDate: '2026-01-01',
    minimumQuantity: n,
  }
}

function order({ customerId, skuId }: SpecimenFacts) {
  return { customerId, items: [{ skuId, quantity: 1 }] }
}

function purchaseOrder({ skuId }: SpecimenFacts, n: number) {
  return {
    orderNumber: `SPP-${n}`,
    vendorId: 1,
    orderDate: '2026-01-02',
    expectedDate: '2026-01-20',
    totalAmount: '10.00',
    notes: 'Specimen',
    items: [{ skuId, quantity: 2, unitPrice: '1.00' }],
  }
}
