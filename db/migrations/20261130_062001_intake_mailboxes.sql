-- Nodes of the version before may go on.
create table intake_mailboxes (
  id integer generated always as identity not null,
  name text not null,
  uid_validity text,
  last_uid bigint default 0 not null,
  reads_since timestamp with time zone not null,
  leased_until timestamp with time zone,
  constraint intake_mailboxes_pkey primary key (id),
  constraint intake_mailbox_uid_not_negative check ((last_uid >= 0))
);
create unique index intake_mailbox_once on intake_mailboxes (name);
comment on table intake_mailboxes is
  'Mailboxes whose emails become messages of the intake inbox, and up to which email each was read.';
