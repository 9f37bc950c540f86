// Invalid and valid versions of past values, inserted by the invariants test and rolled back.

const aCustomer = '(select min(id) from customers)'
const aRate = `insert into tax_rates (country, state, rate, effective_date)
  values ('XX', 'YY', 0.05, '2026-01-01')`
const into = 'insert into setting_versions (name, known_from, known_until, value)'
const twoVersions = `${into} values
  ('planted', now() - interval '3 hours', now() - interval '1 hour', '1'),
  ('planted', now() - interval '2 hours', now(), '2')`
const raised = `update customers set credit_limit = credit_limit + 1 where id = ${aCustomer}`

/** Violations and the view that must report each. */
export const brokenPastValues: [view: string, what: string, statements: string][] = [
  [
    'inv_17_versions',
    'a credit limit that no version has',
    `alter table customers disable trigger customers_versioned_on_update; ${raised}`,
  ],
  [
    'inv_17_versions',
    'a SKU without a version of its prices',
    `alter table skus disable trigger skus_versioned_on_insert;
     insert into skus (sku, name) values ('S-planted', 'Planted')`,
  ],
  [
    'inv_17_versions',
    'a contract price that no version has',
    `alter table contract_pricing disable trigger contract_pricing_versioned_on_update;
     update contract_pricing set minimum_quantity = minimum_quantity + 100000
     where id = (select min(id) from contract_pricing)`,
  ],
  [
    'inv_17_versions',
    'a deleted tax rate that is still current',
    `${aRate}; alter table tax_rates disable trigger tax_rates_versioned_on_delete;
     delete from tax_rates where country = 'XX'`,
  ],
  [
    'inv_17_versions',
    'a setting that no version has',
    `alter table settings disable trigger settings_versioned_on_insert;
     insert into settings (name, value) values ('planted', '1')`,
  ],
  ['inv_17_versions', 'two versions of one time', twoVersions],
]

/** Legal writes: they leave every view empty. */
export const validPastValues: [what: string, statements: string][] = [
  ['a credit limit that changes twice', `${raised}; ${raised}`],
  [
    'a customer that is deleted and restored',
    `update customers set deleted_at = now() where id = ${aCustomer};
     update customers set deleted_at = null where deleted_at = now()`,
  ],
  ['a tax rate that is deleted', `${aRate}; delete from tax_rates where country = 'XX'`],
  [
    'a setting that is deleted and set again',
    `insert into settings (name, value) values ('planted', '1');
     delete from settings where name = 'planted';
     insert into settings (name, value) values ('planted', '2')`,
  ],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalPastValues: [code: string, what: string, statements: string][] = [
  [
    '42501',
    'a version with another value',
    'update customer_term_versions set credit_limit = credit_limit + 1',
  ],
  [
    '42501',
    'a version that ends twice',
    `${raised}; update customer_term_versions set known_until = known_until + interval '1 day'
     where known_until is not null`,
  ],
  ['42501', 'a deleted version', 'delete from customer_term_versions'],
  ['42501', 'versions that are emptied', 'truncate tax_rate_versions'],
  [
    '23505',
    'two current versions of one record',
    `insert into customer_term_versions
     select customer_id, known_from + interval '1 second', null, credit_limit, credit_status,
            payment_terms, price_level, tax_exempt, country, state, is_active, allow_backorder
     from customer_term_versions where customer_id = ${aCustomer}`,
  ],
  [
    '23514',
    'a version that ends before it begins',
    `${into} values ('planted', now(), now() - interval '1 hour', '1')`,
  ],
]
