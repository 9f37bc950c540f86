-- Nodes of the version before may go on.
-- Files of partners whose reading had to be ended: after the second time one is put aside.
create table edi_ended_readings (
  partner_id integer not null references edi_partners (id),
  sha256 text not null,
  ended_count integer not null default 1,
  last_ended_at timestamp with time zone not null default now(),
  constraint edi_ended_readings_pk primary key (partner_id, sha256)
);
--> statement-breakpoint
comment on table edi_ended_readings is
  'A file of a partner whose reading had to be ended, and how often; the second time it is put aside';
