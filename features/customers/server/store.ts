import { businessZone } from '#features/settings/server/service.ts'
import { activeKeywords, normalizedSql } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { Reference } from '#platform/server/records/references.ts'
import { customerList as declaredList } from '../contract.ts'
import { boundByLimit } from './credit-totals.ts'

/** The limit less the balance, open orders and what binding approvals hold. */
const availableCredit =
  '(c.credit_limit - c.current_balance - c.open_order_amount - c.soft_reserved_amount)'

/** The list query for customers, without deleted ones. */
export const customerList = listSpec(declaredList, {
  columns: `c.id, c.customer_code as "customerCode", c.name, c.email, c.phone, c.address, c.city,
    c.state, c.zip_code as "zipCode", c.country, c.billing_address as "billingAddress", c.website,
    c.notes, c.contact_name as "contactName", c.contact_role as "contactRole",
    c.contact_email as "contactEmail", c.contact_phone as "contactPhone",
    c.credit_limit as "creditLimit", c.current_balance as "currentBalance",
    c.open_order_amount as "openOrderAmount",
    c.soft_reserved_amount as "softReservedAmount", ${availableCredit} as "availableCredit",
    c.credit_status as "creditStatus", c.last_order_on as "lastOrderDate",
    c.payment_terms as "paymentTerms",
    c.price_level as "priceLevel", c.tax_exempt as "taxExempt",
    c.tax_exempt_number as "taxExemptNumber", c.allow_backorder as "allowBackorder",
    c.packing_slip_prices as "packingSlipPrices", c.duplicate_check as "duplicateCheck",
    c.supplier_number as "supplierNumber", c.document_note as "documentNote",
    c.is_active as "isActive", c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`,
  from: 'customers c',
  where: 'c.deleted_at is null',
  id: 'c.id',
  kind: 'customer',
  zone: businessZone,
  fields: {
    id: 'c.id',
    customerCode: {
      sort: 'c.customer_code collate "und-x-icu"',
      filter: { sql: 'lower(c.customer_code)', isFolded: true },
    },
    name: { sort: 'c.name collate "und-x-icu"', filter: 'c.name' },
    email: { sort: 'c.email collate "und-x-icu"', filter: 'c.email' },
    phone: { sql: 'c.phone', isNullable: true },
    city: {
      sort: { sql: 'c.city collate "und-x-icu"', isNullable: true },
      filter: { sql: normalizedSql('c.city'), isPlain: true },
    },
    state: {
      sort: { sql: 'c.state collate "und-x-icu"', isNullable: true },
      filter: { sql: normalizedSql('c.state'), isPlain: true },
    },
    creditLimit: 'c.credit_limit',
    currentBalance: 'c.current_balance',
    availableCredit,
    lastOrderDate: { sql: 'c.last_order_on', isNullable: true },
    paymentTerms: {
      sort: 'c.payment_terms',
      filter: { sql: 'lower(c.payment_terms)', isFolded: true },
    },
    priceLevel: 'c.price_level',
    isActive: 'c.is_active',
    createdAt: 'c.created_at',
    updatedAt: 'c.updated_at',
    taxExemptNumber: 'c.tax_exempt_number',
    address: 'c.address',
    zipCode: 'c.zip_code',
    country: { sql: normalizedSql('c.country'), isPlain: true },
    creditStatus: 'c.credit_status',
    taxExempt: 'c.tax_exempt',
    allowBackorder: 'c.allow_backorder',
    credit: {
      when: 'over',
      holds: `c.current_balance + c.open_order_amount > c.credit_limit and ${boundByLimit}`,
    },
  },
  search: [
    { partOf: 'c.search_text' },
    { shortCodeOf: 'c.customer_code', within: 'c.search_text' },
  ],
  words: activeKeywords,
})

/** The fields that rank search results for `sort=relevance`. */
export const ranked = { codes: ['c.customer_code'], name: 'c.name' } as const

/** References that prevent the deletion of a customer. */
export const references: Reference[] = [
  { noun: 'order', table: 'sales_orders', column: 'customer_id' },
  { noun: 'contract price', table: 'contract_pricing', column: 'customer_id' },
  { noun: 'return', table: 'returns', column: 'customer_id' },
  { noun: 'invoice', table: 'invoices', column: 'customer_id' },
  { noun: 'payment', table: 'customer_payments', column: 'customer_id' },
  { noun: 'credit memo', table: 'credit_memos', column: 'customer_id' },
  { noun: 'EDI partner', table: 'edi_partners', column: 'customer_id' },
  { noun: 'ring-fence', table: 'stock_ring_fences', column: 'customer_id' },
]
