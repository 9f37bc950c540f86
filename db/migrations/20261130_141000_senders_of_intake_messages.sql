-- Nodes of the version before stop writing.
-- The same bytes of two senders are two messages. The version before names the columns of the index
-- that is replaced. Messages from before have no key, and count as those of any sender.
alter table intake_messages add column sender_key text default ''::text not null;
drop index intake_open_once;
create unique index intake_open_once on intake_messages (channel, sha256, sender_key) where (state = any (array['received'::text, 'needs attention'::text]));
comment on column intake_messages.sender_key is
  'Who sent it, by a key that does not change, such as `partner 12`; empty if that is not known.';
