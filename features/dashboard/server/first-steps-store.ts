import { choiceLock, demoLock, stepLock } from '../rules.ts'

/** Reads the setup progress, one row; `$1` is the id of the current user. */
export const readFacts = {
  name: 'read_first_steps',
  text: `select exists (select from hidden_first_steps where user_id = $1)
                  or exists (select from secrets where name = 'demo-data' and value = 'loaded')
                  as "isHidden",
                b.state, b.failure,
                exists (select from settings
                        where name in ('taxDefaultRate', 'shippingFlat', 'shippingFreeFrom'))
                  or exists (select from tax_rates) as "hasTaxAndShipping",
                exists (select from customers where deleted_at is null) as "hasCustomers",
                exists (select from vendors where deleted_at is null) as "hasVendors",
                exists (select from skus where deleted_at is null) as "hasSkus",
                (select count(*) > 1 from (
                   select from users where is_active and not is_demo limit 2) as people)
                  as "hasUsers",
                (select count(*)::int from pg_locks
                 where locktype = 'advisory' and classid = ${stepLock} and objsubid = 2
                   and database = (
                     select oid from pg_database where datname = current_database())) as step
         from (values (1)) as one (id)
         left join lateral (
           select state, failure from beginnings order by id desc limit 1) b on true`,
}

/**
 * The reason demo data may not be loaded, or null. Demo data must not mix with the business's own
 * records, collide with their numbers, or be sent to a real warehouse.
 */
export const readDemoRefusal = {
  name: 'read_why_no_demo_data',
  text: `select case
           when exists (select from beginnings where state = 'loaded')
             or exists (select from secrets where name = 'demo-data' and value = 'loaded')
             then 'The demo data has already been loaded'
           when exists (select from customers) or exists (select from vendors)
             or exists (select from skus) or exists (select from requisitions)
             or exists (select from audit_log
                        where entity in ('customer', 'vendor', 'sku', 'requisition'))
             then 'This business already has records, or had some that were deleted. Demo data '
               || 'can only be loaded into an empty business'
           when exists (select from journal_entries)
             or exists (select from accounting_periods where status <> 'open')
             then 'The journal has entries or closed months. Demo data can only be loaded into '
               || 'an empty business'
           when exists (select from wms_connection where url is not null)
             then 'A warehouse is connected and would receive orders that no one placed. '
               || 'Remove its address first'
           when exists (select from users
                        where username_folded = any ($1) or email_folded = any ($2))
             then 'An account has a name or email that a demo account would have'
         end as "whyNot"`,
}

/** Serializes the choice: a concurrent request waits, then sees the choice already made. */
export const lockFirstSteps = {
  name: 'take_turn_to_begin',
  text: `select pg_advisory_xact_lock(${choiceLock})`,
}

export const insertStart = {
  name: 'wish_beginning',
  text: `insert into beginnings (state, user_id) values ($1, $2)
         on conflict (state) where state = 'wanted' do nothing returning id`,
}

export const readQueuedStart = {
  name: 'read_wanted_beginning',
  text: `select id, attempts, user_id as "userId" from beginnings where state = 'wanted'`,
}

/**
 * Held until the end of the transaction, and released if the process dies. Only the holder loads.
 */
export const tryLock = {
  name: 'try_demo_lock',
  text: `select pg_try_advisory_xact_lock(${demoLock}) as "isMine"`,
}

export const countAttempt = {
  name: 'count_beginning_attempt',
  text: `update beginnings set attempts = attempts + 1, updated_at = now() where id = $1`,
}

/** Blocks new records during the load, because they could use a number of the demo data. */
export const lockMasterData = {
  name: 'keep_business_empty',
  text: `lock table customers, vendors, skus in share row exclusive mode`,
}

export const recordStartOutcome = {
  name: 'settle_beginning',
  text: `update beginnings set state = $2, failure = $3, updated_at = now()
         where id = $1 and state = 'wanted' returning id`,
}

/**
 * An advisory lock is visible to other sessions before commit, unlike a row, and is released with
 * the transaction.
 */
export const markDemoStep = {
  name: 'reach_demo_step',
  text: `select pg_advisory_xact_lock(${stepLock}, $1::int)`,
}

export const hide = {
  name: 'hide_first_steps',
  text: `insert into hidden_first_steps (user_id) values ($1) on conflict do nothing`,
}

export const show = {
  name: 'show_first_steps',
  text: `delete from hidden_first_steps where user_id = $1`,
}
