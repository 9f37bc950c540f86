-- Nodes of the version before may go on.
alter table users drop constraint user_role_known;
create table own_roles (
  id integer generated always as identity not null,
  name character varying(40) not null,
  name_folded text not null,
  permissions text[] not null,
  requires_second_factor boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint own_roles_pkey primary key (id),
  constraint own_role_by_name unique (id, name),
  constraint own_role_name_free check ((not (name_folded = any (array['admin'::text, 'manager'::text, 'sales'::text, 'purchasing'::text, 'warehouse'::text, 'finance'::text, 'viewer'::text, 'user'::text]))))
);
create table approval_delegations (
  id integer generated always as identity not null,
  from_user_id integer not null,
  to_user_id integer not null,
  starts_on date not null,
  ends_on date not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint approval_delegations_pkey primary key (id),
  constraint approval_delegation_days_in_order check ((starts_on <= ends_on)),
  constraint approval_delegation_to_another check ((from_user_id <> to_user_id))
);
alter table users add column own_role_id integer;
alter table users add column purchase_approval_limit numeric(12,2);
alter table users add column credit_override_limit numeric(12,2);
alter table users add column write_off_limit numeric(12,2);
create index approval_delegations_from on approval_delegations (from_user_id);
create index approval_delegations_to on approval_delegations (to_user_id);
create unique index own_role_name_taken on own_roles (name_folded);
alter table users add constraint user_limits_not_negative check (((purchase_approval_limit >= (0)::numeric) and (credit_override_limit >= (0)::numeric) and (write_off_limit >= (0)::numeric)));
alter table users add constraint user_role_known check (((role = any (array['admin'::text, 'manager'::text, 'sales'::text, 'purchasing'::text, 'warehouse'::text, 'finance'::text, 'viewer'::text, 'user'::text])) = (own_role_id is null)));
create index users_of_own_role on users (own_role_id);
alter table users add constraint users_own_role_fk foreign key (own_role_id, role) references own_roles(id, name) on update cascade;
alter table approval_delegations add constraint approval_delegations_from_user_id_users_id_fk foreign key (from_user_id) references users(id) on delete cascade;
alter table approval_delegations add constraint approval_delegations_to_user_id_users_id_fk foreign key (to_user_id) references users(id) on delete cascade;
comment on table approval_delegations is
  'Who decides in the name of whom, on which days. An ended one stays for the history.';
comment on table own_roles is
  'Roles that the company made, beside the built-in ones, with their permissions.';
comment on column users.own_role_id is
  'The own role of the user. Null for a built-in role. The column role has its name.';
comment on column users.purchase_approval_limit is
  'The highest total of a purchase order that the user may approve. Null: the limit of the role.';
comment on column users.credit_override_limit is
  'How far above the credit the user may approve a sales order. Null: the limit of the role.';
comment on column users.write_off_limit is
  'The most that the user may write off per invoice. Null: the limit of the role.';
