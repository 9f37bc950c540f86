import { businessZone } from '#features/settings/server/service.ts'
import { activeKeywords, plain } from '#platform/server/lists/list-filter.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import type { Reference } from '#platform/server/records/references.ts'
import { boundByLimit } from './exposure.ts'

/** The list query for customers, without deleted ones. */
export const customerList: ListSpec = {
  columns: `c.id, c.customer_code as "customerCode", c.name, c.email, c.phone, c.address, c.city,
    c.state, c.zip_code as "zipCode", c.country, c.billing_address as "billingAddress", c.website,
    c.notes, c.contact_name as "contactName", c.contact_role as "contactRole",
    c.contact_email as "contactEmail", c.contact_phone as "contactPhone",
    c.credit_limit as "creditLimit", c.current_balance as "currentBalance",
    c.open_order_amount as "openOrderAmount",
    (c.credit_limit - c.current_balance - c.open_order_amount) as "availableCredit",
    c.credit_status as "creditStatus", c.last_order_on as "lastOrderDate",
    c.payment_terms as "paymentTerms",
    c.price_level as "priceLevel", c.tax_exempt as "taxExempt",
    c.tax_exempt_number as "taxExemptNumber", c.allow_backorder as "allowBackorder",
    c.is_active as "isActive", c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`,
  from: 'customers c',
  where: 'c.deleted_at is null',
  id: 'c.id',
  kind: 'customer',
  sorts: {
    id: { sql: 'c.id' },
    customerCode: { sql: 'c.customer_code collate "und-x-icu"' },
    name: { sql: 'c.name collate "und-x-icu"' },
    email: { sql: 'c.email collate "und-x-icu"' },
    phone: { sql: 'c.phone', isNullable: true },
    city: { sql: 'c.city collate "und-x-icu"', isNullable: true },
    state: { sql: 'c.state collate "und-x-icu"', isNullable: true },
    creditLimit: { sql: 'c.credit_limit' },
    currentBalance: { sql: 'c.current_balance' },
    availableCredit: { sql: '(c.credit_limit - c.current_balance - c.open_order_amount)' },
    lastOrderDate: { sql: 'c.last_order_on', isNullable: true },
    paymentTerms: { sql: 'c.payment_terms' },
    priceLevel: { sql: 'c.price_level' },
    isActive: { sql: 'c.is_active' },
    createdAt: { sql: 'c.created_at' },
    updatedAt: { sql: 'c.updated_at' },
  },
  defaultSort: 'customerCode',
  search: [{ partOf: 'c.search_text' }],
  words: activeKeywords,
  filters: {
    id: { sql: 'c.id', type: 'int' },
    taxExemptNumber: { sql: 'c.tax_exempt_number', type: 'text' },
    createdAt: { moment: 'c.created_at', zone: businessZone },
    updatedAt: { moment: 'c.updated_at', zone: businessZone },
    phone: { sql: 'c.phone', type: 'text' },
    address: { sql: 'c.address', type: 'text' },
    zipCode: { sql: 'c.zip_code', type: 'text' },
    country: { sql: plain('c.country'), type: 'text', isPlain: true },
    creditLimit: { sql: 'c.credit_limit', type: 'numeric' },
    currentBalance: { sql: 'c.current_balance', type: 'numeric' },
    creditStatus: { sql: 'c.credit_status', type: 'text' },
    taxExempt: { sql: 'c.tax_exempt', type: 'boolean' },
    allowBackorder: { sql: 'c.allow_backorder', type: 'boolean' },
    customerCode: { sql: 'lower(c.customer_code)', type: 'text', isFolded: true },
    name: { sql: 'c.name', type: 'text' },
    email: { sql: 'c.email', type: 'text' },
    paymentTerms: { sql: 'lower(c.payment_terms)', type: 'text', isFolded: true },
    isActive: { sql: 'c.is_active', type: 'boolean' },
    city: { sql: plain('c.city'), type: 'text', isPlain: true },
    state: { sql: plain('c.state'), type: 'text', isPlain: true },
    priceLevel: { sql: 'c.price_level', type: 'text' },
    credit: {
      when: 'over',
      holds: `c.current_balance + c.open_order_amount > c.credit_limit and ${boundByLimit}`,
    },
  },
}

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
]

/** Decimal fields. */
export const amounts = ['creditLimit', 'currentBalance', 'openOrderAmount', 'availableCredit']
