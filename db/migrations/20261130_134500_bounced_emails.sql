-- Nodes of the version before may go on.
alter table document_sendings add column bounced_at timestamp with time zone;
alter table document_sendings add column bounced_addresses text;
alter table email_bounces add column is_reported boolean default false not null;
create unique index notification_email_message on notification_emails (message_id);
comment on column document_sendings.bounced_at is
  'When a delivery report said that the email did not reach a recipient.';
comment on column document_sendings.bounced_addresses is
  'The recipients that the email did not reach, in lower case, as far as delivery reports name them.';
comment on column email_bounces.is_reported is
  'Whether a delivery report says so, and the mail server had accepted the email.';
comment on table email_bounces is
  'Addresses that a mail server refused for good, or whose emails bounced, until it accepts a message to them again.';
comment on table intake_mailboxes is
  'Mailboxes whose emails become messages of the intake inbox, or whose delivery reports are read, and up to which email each was read.';
