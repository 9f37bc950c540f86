// The statements of the rules for automatic emails, and of bounces.

export const readRules = {
  name: 'read_email_rules',
  text: `select name, is_sent as "isSent", to_addresses as "to", day_of_month as "dayOfMonth"
         from email_rules where party = $1 and party_id = $2 order by name`,
}

export const readRecipients = {
  name: 'read_email_recipients',
  text: `select to_addresses as "to" from email_rules
         where party = $1 and party_id = $2 and name = $3`,
}

/** Serializes changes of the rules of one customer or vendor. */
export const lockParty = {
  name: 'lock_email_rules_of_party',
  text: `select pg_advisory_xact_lock(
           hashtextextended('email rules ' || $1::text || ' ' || ($2::int)::text, 0))`,
}

export const saveRule = {
  name: 'save_email_rule',
  text: `insert into email_rules (party, party_id, name, is_sent, to_addresses, day_of_month)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (party, party_id, name) do update
         set is_sent = excluded.is_sent, to_addresses = excluded.to_addresses,
             day_of_month = excluded.day_of_month`,
}

export const deleteRules = {
  name: 'delete_email_rules',
  text: 'delete from email_rules where party = $1 and party_id = $2',
}

/** The addresses in the record of a customer or vendor, each once. */
export const addressesOfParty = {
  name: 'read_email_addresses_of_party',
  text: `select a.address from (
           select 1 as place, email as address from customers where $1 = 'customer' and id = $2
           union all
           select 2, contact_email from customers
           where $1 = 'customer' and id = $2 and contact_email <> email
           union all
           select 1, email from vendors where $1 = 'vendor' and id = $2) a
         where a.address <> '' order by a.place`,
}

/** `$1` are addresses in lower case. */
export const readBounces = {
  name: 'read_email_bounces',
  text: `select address, reason, at, is_reported as "isReported" from email_bounces
         where address = any($1::text[]) order by at desc, address`,
}

export const deleteBounces = {
  name: 'delete_email_bounces',
  text: 'delete from email_bounces where address = any($1::text[])',
}

/**
 * Forgets the addresses that the mail server accepted now. It may only pass the message on, so what
 * a delivery report said stays for a week: longer than mail servers try.
 */
export const deleteAcceptedBounces = {
  name: 'delete_email_bounces_of_accepted',
  text: `delete from email_bounces
         where address = any($1::text[]) and (not is_reported or at < now() - interval '7 days')`,
}

/**
 * Notes the addresses `$1` with the reasons `$2`; `$3` is the message, and `$4` whether a delivery
 * report says so.
 */
export const saveBounces = {
  name: 'save_email_bounces',
  text: `insert into email_bounces (address, reason, sending_id, is_reported)
         select b.address, min(b.reason), $3::int, $4::boolean
         from unnest($1::text[], $2::text[]) as b (address, reason)
         group by b.address
         on conflict (address) do update
         set reason = excluded.reason, sending_id = excluded.sending_id, at = now(),
             is_reported = excluded.is_reported`,
}
