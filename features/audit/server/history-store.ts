import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { historyList } from '../contract.ts'
import type { AuditedEntity } from '../audited-entities.ts'
import { isErased } from './visible-changes.ts'

/** The number or code of the record of an entry `a`; null for singletons. */
const recordNumbers = {
  user: 'select username from users where id = a.entity_id',
  role: 'select name from own_roles where id = a.entity_id',
  api_key: 'select name from api_keys where id = a.entity_id',
  webhook: 'select url from webhooks where id = a.entity_id',
  customer: 'select customer_code from customers where id = a.entity_id',
  vendor: 'select vendor_code from vendors where id = a.entity_id',
  sku: 'select sku from skus where id = a.entity_id',
  contract_price: `select c.customer_code || ' ' || s.sku from contract_pricing p
    join customers c on c.id = p.customer_id join skus s on s.id = p.sku_id
    where p.id = a.entity_id`,
  sales_order: 'select order_number from sales_orders where id = a.entity_id',
  purchase_order: 'select order_number from purchase_orders where id = a.entity_id',
  return: 'select return_number from returns where id = a.entity_id',
  shipment: 'select shipment_number from shipments where id = a.entity_id',
  invoice: 'select invoice_number from invoices where id = a.entity_id',
  customer_payment: 'select payment_number from customer_payments where id = a.entity_id',
  credit_memo: 'select credit_memo_number from credit_memos where id = a.entity_id',
  dunning_letter: 'select letter_number from dunning_letters where id = a.entity_id',
  requisition: 'select requisition_number from requisitions where id = a.entity_id',
  vendor_bill: 'select bill_number from vendor_bills where id = a.entity_id',
  vendor_payment: 'select payment_number from vendor_payments where id = a.entity_id',
  vendor_credit: 'select credit_number from vendor_credits where id = a.entity_id',
  period: `overlay(a.entity_id::text placing '-' from 5 for 0)`,
  manual_entry: 'select entry_number from manual_entries where id = a.entity_id',
  sales_tax_payment: 'select payment_number from sales_tax_payments where id = a.entity_id',
  wms: null,
  edi_partner: 'select name from edi_partners where id = a.entity_id',
  edi_document: 'select reference from edi_documents where id = a.entity_id',
  intake_message: 'select subject from intake_messages where id = a.entity_id',
  setting: null,
  decision: null,
  incident: 'select part from incident_notes where id = a.entity_id',
  message: 'select topic from outbox where id = a.entity_id',
} as const satisfies Record<AuditedEntity, string | null>

const recordNumber = Object.entries(recordNumbers)
  .flatMap(([entity, sql]) => (sql === null ? [] : [`when '${entity}' then (${sql})`]))
  .join(' ')

/**
 * All changes to all records. `$1` are the kinds of records that the caller may read. `actor` takes
 * ids of users. `zone` is the SQL of the business time zone.
 */
export function historyListIn(zone: string): ListSpec {
  return listSpec(historyList, {
    columns: `a.id, a.action, coalesce(u.username, 'system') as actor, a.channel, a.at,
      a.from_status as "fromStatus", a.to_status as "toStatus", a.reason, a.changes, a.entity,
      a.entity_id as "entityId", ${isErased} as "isErased",
      case a.entity ${recordNumber} end as record`,
    from: 'audit_log a',
    joins: 'left join users u on u.id = a.actor_id',
    where: 'a.entity = any($1::text[])',
    id: 'a.id',
    zone,
    fields: {
      at: 'a.at',
      actor: { sql: 'a.actor_id', type: 'int', orderedBy: 'a.at' },
      entity: { sql: 'a.entity', orderedBy: 'a.at' },
      action: { sql: 'a.action', orderedBy: 'a.at' },
      entityId: 'a.entity_id',
    },
    search: [],
    countUpTo: 10_000,
  })
}

/** The condition for entries of the system, which have no user. */
export const bySystem = 'a.actor_id is null'

/** The condition for entries of the records that were found: `$2` their kinds, `$3` their ids. */
export const ofFoundRecords = `(a.entity, a.entity_id) in (
  select f.entity, f.id from unnest($2::text[], $3::int[]) f (entity, id))`

/** The users with these names, which are in lower case. */
export const findActors = {
  name: 'find_actors_of_history',
  text: 'select id from users where lower(username) = any($1::text[])',
}

/**
 * The records whose number begins with `$1`, in upper case, or whose code or name begins with `$2`,
 * in lower case; both are patterns for LIKE. At most 500.
 */
export const findRecords = {
  name: 'find_records_of_history',
  text: `select entity, id from (
      select 'user' as entity, id from users where lower(username) like $2
      union all select 'role', id from own_roles where lower(name) like $2
      union all select 'api_key', id from api_keys where lower(name) like $2
      union all select 'webhook', id from webhooks where lower(url) like $2
      union all select 'customer', id from customers where lower(customer_code) like $2
      union all select 'vendor', id from vendors where lower(vendor_code) like $2
      union all select 'sku', id from skus where lower(sku) like $2
      union all select 'sales_order', id from sales_orders where order_number like $1
      union all select 'purchase_order', id from purchase_orders where order_number like $1
      union all select 'return', id from returns where return_number like $1
      union all select 'shipment', id from shipments where shipment_number like $1
      union all select 'invoice', id from invoices where invoice_number like $1
      union all select 'customer_payment', id from customer_payments where payment_number like $1
      union all select 'credit_memo', id from credit_memos where credit_memo_number like $1
      union all select 'dunning_letter', id from dunning_letters where letter_number like $1
      union all select 'requisition', id from requisitions where requisition_number like $1
      union all select 'vendor_bill', id from vendor_bills where lower(bill_number) like $2
      union all select 'vendor_payment', id from vendor_payments where payment_number like $1
      union all select 'vendor_credit', id from vendor_credits where lower(credit_number) like $2
      union all select 'period', id from accounting_periods
        where overlay(id::text placing '-' from 5 for 0) like $1
      union all select 'manual_entry', id from manual_entries where entry_number like $1
      union all select 'sales_tax_payment', id from sales_tax_payments where payment_number like $1
      union all select 'edi_partner', id from edi_partners where lower(name) like $2
      union all select 'edi_document', id from edi_documents where lower(reference) like $2
    ) found
    where entity = any($3::text[])
    limit 500`,
}
