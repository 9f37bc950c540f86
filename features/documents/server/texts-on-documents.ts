import { requirePermission } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { type DocumentName, documentKinds, type DocumentTextSample } from '../contract.ts'
import { type CustomerTexts, valuesOfFields, withOwnTexts } from '../texts-on-documents.ts'
import type { DraftDocument, FiledDocument } from '../printed-document.ts'
import type { DocumentSources } from './document-sources.ts'

/** Reads the supplier numbers and notes of customers, for their documents. */
export function readCustomerTexts(
  ctx: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<CustomerTexts[]> {
  return rows<CustomerTexts>(ctx.db, textsOfCustomers, [ids])
}

const textsOfCustomers = {
  name: 'read_document_texts_of_customers',
  text: `select id as "customerId", supplier_number as "supplierNumber",
           document_note as "documentNote"
         from customers where id = any($1::int[])`,
}

async function ownTextsOf(ctx: Context, { customerId }: DraftDocument) {
  const settings = await readSettings(ctx)
  const [customer] = customerId === null ? [] : await readCustomerTexts(ctx, [customerId])
  return { settings, customer }
}

/** A document with the own texts of the company and the customer, as it is printed. */
export async function printedDocument(ctx: Context, draft: DraftDocument): Promise<FiledDocument> {
  return withOwnTexts(draft, await ownTextsOf(ctx, draft))
}

type SampleRequest = {
  name: DocumentName
  before: number | undefined
  customerId: number | undefined
}

/**
 * A document of a real record without own texts, and the values of its fields, for the preview of
 * texts: of the latest record, or of the one before another, of all customers or of one. Without
 * such a record there is none. Throws 403 without the permission to read documents of this kind.
 */
export async function readDocumentTextSample(
  ctx: Context,
  sources: DocumentSources,
  request: SampleRequest,
): Promise<DocumentTextSample> {
  const { name } = request
  requirePermission(ctx.user, documentKinds[name].read)
  const id = await latestRecordId(ctx, request)
  if (id === null) return { recordId: null, title: '', values: {}, paper: null, customer: null }
  const { paper: draft, subject } = await sources[name](ctx, id, {})
  const own = await ownTextsOf(ctx, draft)
  const values = valuesOfFields(draft, own)
  const { kind: _, fields: __, customerId: ___, ...paper } = draft
  return { recordId: id, title: subject, values, paper, customer: own.customer ?? null }
}

async function latestRecordId(
  ctx: Context,
  { name, before, customerId }: SampleRequest,
): Promise<number | null> {
  const [found] =
    customerId === undefined
      ? await rows<{ id: number | null }>(ctx.db, latestRecord, [name, before ?? null])
      : await rows<{ id: number | null }>(ctx.db, latestRecordOfCustomer, [
          name,
          before ?? null,
          customerId,
        ])
  return found?.id ?? null
}

/**
 * The latest record of a kind of document. For a statement, the latest customer with an invoice:
 * an empty statement shows nothing.
 */
const latestRecord = {
  name: 'read_latest_record_of_document',
  text: `select case
           when $1 in ('order-confirmation', 'packing-slip', 'pick-list') then
             (select max(id) from sales_orders where $2::int is null or id < $2)
           when $1 = 'shipment-notice' then
             (select max(id) from shipments where $2::int is null or id < $2)
           when $1 = 'invoice' then
             (select max(id) from invoices where $2::int is null or id < $2)
           when $1 = 'credit-memo' then
             (select max(id) from credit_memos where $2::int is null or id < $2)
           when $1 = 'purchase-order' then
             (select max(id) from purchase_orders where $2::int is null or id < $2)
           when $1 = 'return-form' then
             (select max(id) from returns where $2::int is null or id < $2)
           when $1 = 'statement' then
             (select max(customer_id) from invoices where $2::int is null or customer_id < $2)
           else
             (select max(id) from dunning_letters where $2::int is null or id < $2)
         end as id`,
}

/** The same of one customer; none of a purchase order. */
const latestRecordOfCustomer = {
  name: 'read_latest_record_of_document_of_customer',
  text: `select case
           when $1 in ('order-confirmation', 'packing-slip', 'pick-list') then
             (select max(id) from sales_orders
              where customer_id = $3 and ($2::int is null or id < $2))
           when $1 = 'shipment-notice' then
             (select max(s.id) from shipments s join sales_orders o on o.id = s.sales_order_id
              where o.customer_id = $3 and ($2::int is null or s.id < $2))
           when $1 = 'invoice' then
             (select max(id) from invoices
              where customer_id = $3 and ($2::int is null or id < $2))
           when $1 = 'credit-memo' then
             (select max(id) from credit_memos
              where customer_id = $3 and ($2::int is null or id < $2))
           when $1 = 'return-form' then
             (select max(id) from returns
              where customer_id = $3 and ($2::int is null or id < $2))
           when $1 = 'statement' then
             (select max(customer_id) from invoices
              where customer_id = $3 and ($2::int is null or customer_id < $2))
           when $1 = 'dunning-letter' then
             (select max(id) from dunning_letters
              where customer_id = $3 and ($2::int is null or id < $2))
         end as id`,
}
