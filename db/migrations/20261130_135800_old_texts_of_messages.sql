-- Nodes of the version before may go on.
drop index intake_messages_with_raw;
create index intake_messages_with_text on intake_messages (received_at) where ((raw is not null) or (content is not null) or (problems <> '[]'::jsonb));
