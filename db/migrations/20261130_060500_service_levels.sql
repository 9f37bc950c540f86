-- Nodes of the version before may go on.
create table service_minutes (
  minute timestamp with time zone not null,
  validation_ms integer,
  validation_failed boolean default false not null,
  creation_ms integer,
  creation_failed boolean default false not null,
  warehouse_ms integer,
  warehouse_failed boolean default false not null,
  message_seconds integer,
  drift_seconds integer,
  constraint service_minutes_pkey primary key (minute),
  constraint service_minute_is_whole check (extract(second from minute) = 0),
  constraint service_minute_failures_are_measured check (
    (validation_ms is not null or not validation_failed)
    and (creation_ms is not null or not creation_failed)
    and (warehouse_ms is not null or not warehouse_failed))
);
comment on table service_minutes is
  'Measurements of the service levels, one row per minute, for 29 days.';

create table service_level_counts (
  level text not null,
  span text not null,
  measured integer not null,
  bad integer not null,
  constraint service_level_counts_level_span_pk primary key (level, span),
  constraint service_level_span_known check (span in ('1 hour', '6 hours', '28 days')),
  constraint service_level_bad_is_measured check (bad between 0 and measured)
);
comment on table service_level_counts is
  'Measured and bad minutes of each service level, counted again every minute.';

create table canary_turns (
  id integer not null,
  claimed_minute timestamp with time zone not null,
  minute timestamp with time zone,
  state text default 'not run' not null,
  reason text,
  code text,
  validation_ms integer,
  creation_ms integer,
  constraint canary_turns_pkey primary key (id),
  constraint canary_turn_is_one check (id = 1),
  constraint canary_state_known check (state in ('passed', 'failed', 'not run'))
);
comment on table canary_turns is
  'The last canary order: the minute that a node claimed, and the result. At most one row.';
