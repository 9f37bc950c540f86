-- Nodes of the version before may go on.
create table purchase_approval_levels (
  level integer not null,
  up_to numeric(12,2),
  role text,
  own_role_id integer,
  user_id integer,
  constraint purchase_approval_levels_pkey primary key (level),
  constraint purchase_approval_level_amount_not_negative check ((up_to >= (0)::numeric)),
  constraint purchase_approval_level_known check (((level >= 1) and (level <= 5))),
  constraint purchase_approval_level_of_one check (((role is null) <> (user_id is null)))
);
create table purchase_level_approvals (
  id integer generated always as identity not null,
  order_id integer not null,
  level integer not null,
  approved_by integer not null,
  on_behalf_of integer,
  approved_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint purchase_level_approvals_pkey primary key (id)
);
create unique index purchase_level_approved_once on purchase_level_approvals (order_id, level) where (ended_at is null);
alter table purchase_approval_levels add constraint purchase_approval_level_own_role_fk foreign key (own_role_id, role) references own_roles(id, name) on update cascade;
alter table purchase_approval_levels add constraint purchase_approval_levels_user_id_users_id_fk foreign key (user_id) references users(id);
alter table purchase_level_approvals add constraint purchase_level_approvals_approved_by_users_id_fk foreign key (approved_by) references users(id);
alter table purchase_level_approvals add constraint purchase_level_approvals_on_behalf_of_users_id_fk foreign key (on_behalf_of) references users(id);
alter table purchase_level_approvals add constraint purchase_level_approvals_order_id_purchase_orders_id_fk foreign key (order_id) references purchase_orders(id);
comment on table purchase_approval_levels is
  'The approval chain of purchase orders: which role or person approves up to which amount.';
comment on table purchase_level_approvals is
  'Who approved which level of a purchase order. Ended if the order went back to draft.';
