/** A part of the file about a person: its name, and the statement that reads its rows for an id. */
export type PersonalPart = { title: string; statement: { name: string; text: string } }

/** Everything that is stored about a customer `$1` and its contact. */
export const partsOfCustomer: readonly PersonalPart[] = [
  {
    title: 'customer',
    statement: {
      name: 'personal_data_of_customer',
      text: `select id, customer_code, name, email, phone, address, city, state, zip_code, country,
         billing_address, website, notes, contact_name, contact_role, contact_email, contact_phone,
         tax_exempt_number, supplier_number, document_note, is_active, created_at, updated_at,
         deleted_at
       from customers where id = $1`,
    },
  },
  {
    title: 'salesOrders',
    statement: {
      name: 'personal_data_orders_of_customer',
      text: `select order_number, order_date, customer_po, shipping_address, billing_address, notes,
         created_at
       from sales_orders where customer_id = $1 order by id`,
    },
  },
  {
    title: 'reminders',
    statement: {
      name: 'personal_data_reminders_of_customer',
      text: `select letter_number, letter_on, recipient, address, words
       from dunning_letters where customer_id = $1 order by id`,
    },
  },
  {
    title: 'emailedDocuments',
    statement: {
      name: 'personal_data_emails_of_customer',
      text: `select s.name as document, s.record_id, s.to_addresses, s.cc_addresses, s.subject,
         s.message, s.queued_at, s.sent_at
       from document_sendings s
       where (s.name, s.record_id) in (
         select 'statement', $1::int
         union all
         select n.name, o.id from sales_orders o
         cross join unnest(array['order-confirmation', 'packing-slip', 'pick-list']) n (name)
         where o.customer_id = $1
         union all
         select 'shipment-notice', h.id from shipments h
         join sales_orders o on o.id = h.sales_order_id where o.customer_id = $1
         union all select 'invoice', id from invoices where customer_id = $1
         union all select 'credit-memo', id from credit_memos where customer_id = $1
         union all select 'return-form', id from returns where customer_id = $1
         union all select 'dunning-letter', id from dunning_letters where customer_id = $1)
       order by s.id`,
    },
  },
  {
    title: 'emailRecipients',
    statement: {
      name: 'personal_data_email_rules_of_customer',
      text: `select name as document, is_sent, to_addresses, day_of_month
       from email_rules where party = 'customer' and party_id = $1 order by name`,
    },
  },
  {
    title: 'comments',
    statement: {
      name: 'personal_data_comments_on_customer',
      text: `select c.body, u.username as author, c.created_at, c.deleted_at
       from comments c join users u on u.id = c.author_id
       where c.entity = 'customer' and c.entity_id = $1 order by c.id`,
    },
  },
  {
    title: 'history',
    statement: {
      name: 'personal_data_history_of_customer',
      text: `select a.at, a.action, coalesce(u.username, 'system') as actor, a.reason, a.changes
       from audit_log a left join users u on u.id = a.actor_id
       where a.entity = 'customer' and a.entity_id = $1 order by a.id`,
    },
  },
]

/** Everything that is stored about a user `$1`, without hashes of passwords, keys and sessions. */
export const partsOfUser: readonly PersonalPart[] = [
  {
    title: 'user',
    statement: {
      name: 'personal_data_of_user',
      text: `select id, username, email, role, is_active, preferences, purchase_approval_limit,
         credit_override_limit, write_off_limit, created_at, updated_at
       from users where id = $1`,
    },
  },
  {
    title: 'sessions',
    statement: {
      name: 'personal_data_sessions_of_user',
      text: `select created_at, last_seen_at, address, user_agent, method
       from sessions where user_id = $1 order by created_at`,
    },
  },
  {
    title: 'secondFactor',
    statement: {
      name: 'personal_data_second_factor_of_user',
      text: 'select created_at, confirmed_at from second_factors where user_id = $1',
    },
  },
  {
    title: 'delegations',
    statement: {
      name: 'personal_data_delegations_of_user',
      text: `select from_user_id, to_user_id, starts_on, ends_on, ended_at, created_at
       from approval_delegations where from_user_id = $1 or to_user_id = $1 order by id`,
    },
  },
  {
    title: 'passkeys',
    statement: {
      name: 'personal_data_passkeys_of_user',
      text: `select name, is_synced, created_at, last_used_at
       from passkeys where user_id = $1 order by id`,
    },
  },
  {
    title: 'singleSignOn',
    statement: {
      name: 'personal_data_identities_of_user',
      text: `select issuer, subject, created_at
       from single_sign_on_identities where user_id = $1 order by created_at`,
    },
  },
  {
    title: 'apiKeys',
    statement: {
      name: 'personal_data_keys_of_user',
      text: `select name, scopes, starts_with, expires_on, last_used_at, revoked_at, created_at
       from api_keys where user_id = $1 order by id`,
    },
  },
  {
    title: 'savedViews',
    statement: {
      name: 'personal_data_views_of_user',
      text: `select list, name, search, is_shared, created_at
       from saved_views where owner_id = $1 order by id`,
    },
  },
  {
    title: 'orderDrafts',
    statement: {
      name: 'personal_data_drafts_of_user',
      text: `select title, form, created_at, updated_at
       from order_drafts where user_id = $1 order by id`,
    },
  },
  {
    title: 'notifications',
    statement: {
      name: 'personal_data_notifications_of_user',
      text: `select kind, title, text, link, read_at, created_at
       from notifications where user_id = $1 order by id`,
    },
  },
  {
    title: 'notificationEmails',
    statement: {
      name: 'personal_data_notification_emails_of_user',
      text: `select kind, mode, since from notification_email_choices
       where user_id = $1 order by kind`,
    },
  },
  {
    title: 'comments',
    statement: {
      name: 'personal_data_comments_of_user',
      text: `select entity, entity_id, body, created_at, deleted_at
       from comments where author_id = $1 order by id`,
    },
  },
  {
    title: 'historyOfTheAccount',
    statement: {
      name: 'personal_data_history_of_user',
      text: `select a.at, a.action, coalesce(u.username, 'system') as actor, a.reason, a.changes
       from audit_log a left join users u on u.id = a.actor_id
       where a.entity = 'user' and a.entity_id = $1 order by a.id`,
    },
  },
  {
    title: 'actions',
    statement: {
      name: 'personal_data_acts_of_user',
      text: `select at, entity, entity_id, action, channel
       from audit_log where actor_id = $1 order by id`,
    },
  },
]

/** What an open document is called, and how many a person has. */
export type OpenDocuments = { noun: string; nouns: string; count: number }

/** The open documents of a customer. */
export const openOfCustomer = {
  name: 'open_documents_of_customer',
  text: `select noun, nouns, count from (
      select 1 as place, 'open sales order' as noun, 'open sales orders' as nouns,
        count(*) as count
      from sales_orders where customer_id = $1 and status not in ('delivered', 'cancelled')
      union all
      select 2, 'open return', 'open returns', count(*) from returns
      where customer_id = $1 and status not in ('completed', 'rejected', 'cancelled')
      union all
      select 3, 'unpaid invoice', 'unpaid invoices', count(*) from invoices
      where customer_id = $1 and open_amount > 0
      union all
      select 4, 'unapplied payment', 'unapplied payments', count(*) from customer_payments
      where customer_id = $1 and open_amount > 0
      union all
      select 5, 'open credit memo', 'open credit memos', count(*) from credit_memos
      where customer_id = $1 and open_amount > 0
    ) found where count > 0 order by place`,
}

/** The open documents that a user created. */
export const openOfUser = {
  name: 'open_documents_of_user',
  text: `select noun, nouns, count from (
      select 1 as place, 'open requisition' as noun, 'open requisitions' as nouns,
        count(*) as count
      from requisitions where created_by = $1 and status in ('draft', 'submitted', 'approved')
      union all
      select 2, 'purchase order to approve', 'purchase orders to approve', count(*)
      from purchase_orders where created_by = $1 and status in ('draft', 'submitted')
      union all
      select 3, 'pending sales order', 'pending sales orders', count(*) from sales_orders
      where created_by = $1 and status = 'pending'
      union all
      select 4, 'manual journal entry to post', 'manual journal entries to post', count(*)
      from manual_entries where created_by = $1 and status = 'draft'
      union all
      select 5, 'EDI partner whose orders are placed in this name',
        'EDI partners whose orders are placed in this name', count(*)
      from edi_partners where keeper_id = $1
    ) found where count > 0 order by place`,
}
