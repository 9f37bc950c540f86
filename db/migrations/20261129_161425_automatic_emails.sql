-- Nodes of the version before may go on.
alter table document_sendings drop constraint sending_name_known;
alter table document_sendings drop constraint sending_status_known;
drop index document_sendings_failed;
create table automatic_emails (
  id integer generated always as identity not null,
  name text not null,
  record_id integer not null,
  document_version text not null,
  message_id uuid,
  period_from date,
  period_to date,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  reason text,
  sending_id integer,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint automatic_emails_pkey primary key (id),
  constraint automatic_email_status_known check (state in ('waiting', 'queued', 'skipped', 'refused')),
  constraint automatic_email_name_known check ((name = any (array['order-confirmation'::text, 'shipment-notice'::text, 'invoice'::text, 'statement'::text, 'dunning-letter'::text, 'purchase-order'::text]))),
  constraint automatic_email_queued check (((state = 'queued'::text) = (sending_id is not null)))
);
alter table document_sendings add column handed_over_at timestamp with time zone;
alter table document_sendings add column set_aside_at timestamp with time zone;
alter table document_sendings alter column queued_by drop not null;
create table email_bounces (
  address text not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  sending_id integer not null,
  constraint email_bounces_pkey primary key (address)
);
create table email_feed (
  id integer not null,
  feed_position bigint not null,
  outbox_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint email_feed_pkey primary key (id)
);
create table email_rules (
  party text not null,
  party_id integer not null,
  name text not null,
  is_sent boolean,
  to_addresses text,
  day_of_month integer,
  constraint email_rules_party_party_id_name_pk primary key (party, party_id, name),
  constraint email_rule_day_of_statement check (((day_of_month is null) or ((name = 'statement'::text) and ((day_of_month >= 1) and (day_of_month <= 28))))),
  constraint email_rule_name_known check ((name = any (array['order-confirmation'::text, 'shipment-notice'::text, 'invoice'::text, 'statement'::text, 'dunning-letter'::text, 'purchase-order'::text]))),
  constraint email_rule_party_known check ((party = any (array['customer'::text, 'vendor'::text])))
);
create table notification_email_choices (
  user_id integer not null,
  kind text not null,
  mode text not null,
  since timestamp with time zone not null,
  constraint notification_email_choices_user_id_kind_pk primary key (user_id, kind),
  constraint notification_email_mode_known check ((mode = any (array['now'::text, 'digest'::text])))
);
create table notification_emails (
  id integer generated always as identity not null,
  user_id integer not null,
  key text not null,
  notification_id integer,
  since timestamp with time zone,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  handed_over_at timestamp with time zone,
  last_error text,
  message_id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  constraint notification_emails_pkey primary key (id),
  constraint notification_email_state_known check ((state = any (array['waiting'::text, 'sent'::text, 'skipped'::text, 'failed'::text, 'uncertain'::text])))
);
create unique index automatic_email_once on automatic_emails (name, record_id, document_version);
create index automatic_emails_ended on automatic_emails (ended_at);
create index automatic_emails_of_sending on automatic_emails (sending_id);
create index automatic_emails_refused on automatic_emails (id) where (state = 'refused'::text);
create index automatic_emails_waiting on automatic_emails (next_attempt_at) where (state = 'waiting'::text);
alter table document_sendings add constraint sending_name_known check ((name = any (array['order-confirmation'::text, 'shipment-notice'::text, 'invoice'::text, 'credit-memo'::text, 'purchase-order'::text, 'return-form'::text, 'statement'::text, 'dunning-letter'::text])));
alter table document_sendings add constraint sending_status_known check (status in ('queued', 'sent', 'failed', 'uncertain'));
create index document_sendings_failed on document_sendings (id) where ((status = any (array['failed'::text, 'uncertain'::text])) and (set_aside_at is null));
create index email_bounces_of_sending on email_bounces (sending_id);
create unique index notification_email_once on notification_emails (user_id, key);
create index notification_emails_by_time on notification_emails (created_at);
create index notification_emails_of_notification on notification_emails (notification_id);
create index notification_emails_waiting on notification_emails (next_attempt_at) where (state = 'waiting'::text);
alter table automatic_emails add constraint automatic_emails_sending_id_document_sendings_id_fk foreign key (sending_id) references document_sendings(id);
alter table email_bounces add constraint email_bounces_sending_id_document_sendings_id_fk foreign key (sending_id) references document_sendings(id);
alter table notification_email_choices add constraint notification_email_choices_user_id_users_id_fk foreign key (user_id) references users(id);
alter table notification_emails add constraint notification_emails_notification_id_notifications_id_fk foreign key (notification_id) references notifications(id) on delete cascade;
alter table notification_emails add constraint notification_emails_user_id_users_id_fk foreign key (user_id) references users(id);
comment on table email_rules is
  'What a customer or vendor gets by email without a person sending it, and at which addresses.';
comment on table automatic_emails is
  'Emails that follow from events and from the calendar, each version of a document once.';
comment on table email_feed is
  'How far the events of the outbox were turned into automatic emails. One row.';
comment on table email_bounces is
  'Addresses that a mail server refused for good, until it accepts a message to them again.';
comment on table notification_email_choices is
  'The kinds of notifications that a user gets by email: at once, or in the daily digest.';
comment on table notification_emails is
  'Emails about notifications: one for a notification, or one for the digest of a day.';
