// One file: the schemas and endpoints of customers are read together.
import * as z from 'zod/mini'
import { customerNoteFields, textWithFields } from '#features/settings/document-texts.ts'
import { duplicateChecks } from '#features/settings/contract.ts'
import { bulkForm, bulkOutcome } from '#platform/kernel/bulk.ts'
import {
  changesQuery,
  endpoint,
  exportQuery,
  paging,
  pagingAndOrder,
} from '#platform/kernel/endpoint.ts'
import {
  amountText,
  code,
  dayText,
  email,
  freeText,
  momentText,
  optionalEmail,
  optionalText,
  price,
  priceOrUnsaid,
  text,
} from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { priceLevelNames } from './labels.ts'
import { answerOnlyFields, upsertForm, upsertOutcome } from '#platform/kernel/upsert.ts'
import { withNormalizedPlace } from './rules.ts'
import { addressField, maxAddress } from './address-rules.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

/** A note with fields; empty text and null become null. */
const optionalNote = z.optional(
  z.pipe(
    z.nullable(textWithFields(customerNoteFields)),
    z.transform((value) => value || null),
  ),
)

export const priceLevels = ['standard', 'tier1', 'tier2', 'tier3'] as const

/** The form and request body: only the three marked fields are required. */
export const customerForm = z.object({
  customerCode: code(50),
  name: text(200),
  email: email(),
  phone: optionalText(50),
  address: addressField,
  city: optionalText(100),
  state: optionalText(100),
  zipCode: optionalText(20),
  country: optionalText(100),
  billingAddress: addressField,
  website: optionalText(200),
  notes: optionalText(5000),
  contactName: optionalText(200),
  contactRole: optionalText(100),
  contactEmail: optionalEmail(),
  contactPhone: optionalText(50),
  creditLimit: priceOrUnsaid,
  paymentTerms: optionalText(50),
  priceLevel: z.optional(z.enum(priceLevels)),
  taxExempt: z.optional(z.boolean()),
  taxExemptNumber: optionalText(50),
  allowBackorder: z.optional(z.boolean()),
  packingSlipPrices: z.optional(z.boolean()),
  /** Which of its orders are parked; null: as the settings say. */
  duplicateCheck: z.optional(z.nullable(z.enum(duplicateChecks))),
  supplierNumber: optionalText(50),
  documentNote: optionalNote,
  isActive: z.optional(z.boolean()),
})

/** Changes by JSON Merge Patch (RFC 7396): absent fields stay, null clears a field. */
export const customerPatch = z.partial(z.extend(customerForm, { creditLimit: z.optional(price) }))
export type CustomerPatch = z.output<typeof customerPatch>

/** A row of an import file as a customer form, with country and state normalized. */
export const customerRow = z.pipe(
  customerForm,
  z.transform((form: z.output<typeof customerForm>) => withNormalizedPlace(form)),
)

const nullableText = z.nullable(z.string())

/**
 * A customer as the API returns it. Amounts are decimal strings; available = limit − exposure −
 * what approvals hold.
 */
export const customer = z.object({
  id: z.int(),
  customerCode: z.string(),
  name: z.string(),
  email: z.string(),
  phone: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  country: nullableText,
  billingAddress: nullableText,
  website: nullableText,
  notes: nullableText,
  contactName: nullableText,
  contactRole: nullableText,
  contactEmail: nullableText,
  contactPhone: nullableText,
  creditLimit: amountText,
  currentBalance: amountText,
  openOrderAmount: amountText,
  /** Credit that binding approvals of validated orders hold for a few minutes. */
  softReservedAmount: amountText,
  availableCredit: amountText,
  creditStatus: z.enum(['normal', 'blocked']),
  /** The date of the newest order that is not cancelled. */
  lastOrderDate: z.nullable(dayText),
  paymentTerms: z.string(),
  priceLevel: z.enum(priceLevels),
  taxExempt: z.boolean(),
  taxExemptNumber: nullableText,
  allowBackorder: z.boolean(),
  /** Whether packing slips show prices: usually the receiver is not told what the buyer pays. */
  packingSlipPrices: z.boolean(),
  /** Which of its orders are parked because they resemble another; null: as the settings say. */
  duplicateCheck: z.nullable(z.enum(duplicateChecks)),
  /** Our number in the customer's system, which their documents show. */
  supplierNumber: nullableText,
  /** The note on documents for this customer, with fields such as `{customer.name}`. */
  documentNote: nullableText,
  isActive: z.boolean(),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type Customer = z.infer<typeof customer>
export type CustomerForm = z.output<typeof customerForm>

/** The list of customers. */
export const customerList = defineList({
  name: 'customers',
  row: customer,
  defaultSort: 'customerCode',
  fields: {
    customerCode: field.text({
      label: 'Customer Code',
      sortable: true,
      filterable: true,
      column: { width: 130 },
    }),
    name: field.text({
      label: 'Name',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 175, phone: 'line' },
    }),
    email: field.text({
      label: 'Email',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 200 },
    }),
    phone: field.text({
      label: 'Phone',
      sortable: true,
      filterable: true,
      column: { width: 118 },
    }),
    city: field.text({
      label: 'City',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 100, phone: 'date' },
    }),
    creditLimit: field.amount({
      label: 'Credit Limit',
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'amount' },
    }),
    isActive: field.active(),
    currentBalance: field.amount({
      label: 'Balance',
      sortable: true,
      filterable: true,
      column: { width: 130, isOptional: true },
    }),
    availableCredit: field.amount({
      label: 'Available Credit',
      sortable: true,
      column: { width: 140, isOptional: true },
    }),
    lastOrderDate: field.day({
      label: 'Last Order',
      sortable: true,
      column: { width: 120, isOptional: true },
    }),
    paymentTerms: field.text({
      label: 'Terms',
      filterLabel: 'Payment terms',
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    priceLevel: field.choice(priceLevels, {
      label: 'Price Level',
      filterLabel: 'Price level',
      valueLabels: priceLevelNames,
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    state: field.text({
      label: 'State',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 110, isOptional: true },
    }),
    id: field.references({ sortable: true, filterable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    updatedAt: field.moment({ sortable: true, filterable: true }),
    taxExemptNumber: field.text({ filterable: true }),
    address: field.text({ filterable: true }),
    zipCode: field.text({ filterable: true }),
    country: field.text({ label: 'Country', filterable: true }),
    taxExempt: field.yesNo({ label: 'Tax exempt', filterable: true }),
    allowBackorder: field.yesNo({ filterable: true }),
    creditStatus: field.only(['normal', 'blocked'], {
      label: 'Credit blocked',
      flagValue: 'blocked',
      filterable: true,
    }),
    credit: field.only(['over'], { label: 'Over limit', filterable: true }),
  },
  chips: [
    'isActive',
    'city',
    'credit',
    'priceLevel',
    'paymentTerms',
    'state',
    'country',
    'taxExempt',
    'creditStatus',
  ],
  views: [
    { label: 'All', filters: {} },
    { label: 'Over limit', filters: { credit: 'over' } },
    { label: 'Inactive', filters: { isActive: 'false' } },
  ],
})

export const customerQuery = customerList.query
export type CustomerQuery = z.output<typeof customerQuery>

export const listCustomers = endpoint('GET', '/api/customers', {
  permission: 'customers.read',
  query: z.extend(customerQuery, changesQuery),
  returns: z.array(customer),
  summary: 'Customers',
})
/** The minimum number of letters and digits for an address lookup. */
export const minAddressLength = 8
export const customerAtAddress = z.object({
  id: z.int(),
  customerCode: z.string(),
  name: z.string(),
})
export const findCustomersByAddress = endpoint('GET', '/api/customers/by-address', {
  permission: 'customers.read',
  query: z.object({ address: freeText(maxAddress) }),
  returns: z.array(customerAtAddress),
  summary: 'Up to five customers with this address, in any spelling',
})
export const readCustomer = endpoint('GET', '/api/customers/:id', {
  permission: 'customers.read',
  returns: customer,
  isStoredOffline: true,
  summary: 'One customer',
})
/** Computed fields: accepted in a body but ignored. */
const computed = ['id', 'currentBalance', 'createdAt', 'updatedAt', 'version']

export const createCustomer = endpoint('POST', '/api/customers', {
  permission: 'customers.edit',
  body: customerForm,
  ignores: computed,
  returns: customer,
  status: 201,
  summary: 'Creates a customer',
})
export const updateCustomer = endpoint('PUT', '/api/customers/:id', {
  permission: 'customers.edit',
  checksVersion: true,
  body: customerForm,
  returns: customer,
  summary: 'Changes a customer; omitted fields do not change',
})
export const patchCustomer = endpoint('PATCH', '/api/customers/:id', {
  permission: 'customers.edit',
  checksVersion: true,
  body: customerPatch,
  returns: customer,
  summary: 'Changes fields of a customer by JSON Merge Patch; null clears a field',
})
export const creditStatusForm = z.object({
  creditStatus: z.enum(['normal', 'blocked']),
  reason: text(500),
})
export type CreditStatusForm = z.output<typeof creditStatusForm>

export const changeCreditStatus = endpoint('POST', '/api/customers/:id/credit-status', {
  permission: 'receivables.dun',
  checksVersion: true,
  body: creditStatusForm,
  returns: customer,
  summary: 'Blocks the credit of a customer, or clears it, with a reason',
})
export const deleteCustomer = endpoint('DELETE', '/api/customers/:id', {
  permission: 'customers.delete',
  checksVersion: true,
  summary: 'Deletes a customer that nothing refers to; restorable for 30 days',
})
export const restoreCustomer = endpoint('POST', '/api/customers/:id/restore', {
  permission: 'customers.delete',
  returns: customer,
  summary: 'Restores a deleted customer',
})
export const listDeletedCustomers = endpoint('GET', '/api/customers/deleted', {
  permission: 'customers.delete',
  returns: z.array(customer),
  summary: 'Customers deleted in the last 30 days, newest first',
})

const exportCustomerQuery = z.extend(z.omit(customerQuery, paging), exportQuery)
export type ExportCustomersQuery = z.output<typeof exportCustomerQuery>

export const exportCustomers = endpoint('GET', '/api/customers/export.csv', {
  permission: 'customers.read',
  query: exportCustomerQuery,
  file: 'text/csv',
  summary: 'Exports all customers that match the filters as CSV, in list order',
})

const changeCustomersForm = bulkForm(z.omit(customerQuery, pagingAndOrder))
export type ChangeCustomers = z.output<typeof changeCustomersForm>

export const changeCustomers = endpoint('POST', '/api/customers/bulk', {
  permission: 'customers.edit',
  body: changeCustomersForm,
  returns: bulkOutcome,
  summary: 'Activates, deactivates, deletes or restores many customers',
})

/**
 * A customer of an upsert. Its code finds it: absent fields stay, null clears a field. A new
 * customer also needs a name and an e-mail address.
 */
export const customerUpsert = z.extend(customerPatch, { customerCode: code(50) })

export const upsertCustomers = endpoint('POST', '/api/customers/upsert', {
  permission: 'customers.edit',
  body: upsertForm(customerUpsert),
  ignores: answerOnlyFields(customer, customerUpsert).map((name) => `records.${name}`),
  hasManyRecords: true,
  returns: upsertOutcome,
  summary: 'Creates and updates up to 1,000 customers by their codes, with one result each',
})

/** The columns of a customer import file. */
export const customerColumns = [
  { name: 'customerCode', label: 'Customer Code', isRequired: true },
  { name: 'name', label: 'Company Name', isRequired: true },
  { name: 'email', label: 'Email', isRequired: true },
  { name: 'phone', label: 'Phone' },
  { name: 'address', label: 'Address' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zipCode', label: 'ZIP Code' },
  { name: 'country', label: 'Country' },
  { name: 'billingAddress', label: 'Billing Address' },
  { name: 'website', label: 'Website' },
  { name: 'notes', label: 'Notes' },
  { name: 'contactName', label: 'Contact Name' },
  { name: 'contactRole', label: 'Contact Role' },
  { name: 'contactEmail', label: 'Contact Email' },
  { name: 'contactPhone', label: 'Contact Phone' },
  { name: 'creditLimit', label: 'Credit Limit', kind: 'amount' },
  { name: 'paymentTerms', label: 'Payment Terms' },
  { name: 'priceLevel', label: 'Price Level', kind: 'choice' },
  { name: 'taxExempt', label: 'Tax Exempt', kind: 'flag' },
  { name: 'taxExemptNumber', label: 'Tax Exempt Number' },
  { name: 'allowBackorder', label: 'Allow Backorder', kind: 'flag' },
  { name: 'packingSlipPrices', label: 'Packing Slip Prices', kind: 'flag' },
  { name: 'duplicateCheck', label: 'Parked Orders', kind: 'choice' },
  { name: 'supplierNumber', label: 'Supplier Number' },
  { name: 'documentNote', label: 'Note on Documents' },
  { name: 'isActive', label: 'Active', kind: 'flag' },
] as const satisfies readonly ImportColumn[]

export const importCustomers = endpoint('POST', '/api/customers/import', {
  permission: 'customers.import',
  query: importQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary: 'Imports customers from a CSV file, all rows or none. `dryRun` only checks the file',
})
export const undoCustomerImport = endpoint('POST', '/api/customers/import/:id/undo', {
  permission: 'customers.import',
  returns: bulkOutcome,
  summary: 'Undoes an import of customers, except for customers changed after it',
})
