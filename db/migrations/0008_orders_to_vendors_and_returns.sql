CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"action" text NOT NULL,
	"approver_id" integer NOT NULL,
	"is_waiver" boolean DEFAULT false NOT NULL,
	"control" text,
	"reason" text,
	"at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"read_at" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchase_order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purchase_order_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"qty_received" integer DEFAULT 0 NOT NULL,
	"qty_cancelled" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_line_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "purchase_line_price_not_negative" CHECK (unit_price >= 0),
	CONSTRAINT "purchase_line_total_adds_up" CHECK (total_price = round(quantity * unit_price, 2)),
	CONSTRAINT "purchase_line_quantities_add_up" CHECK (qty_received >= 0 and qty_cancelled >= 0 and qty_received + qty_cancelled <= quantity)
);
--> statement-breakpoint
CREATE TABLE "purchase_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchase_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" varchar(50) collate "C" NOT NULL,
	"vendor_id" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"order_date" date NOT NULL,
	"expected_date" date,
	"total_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"notes" text,
	"header_only" boolean DEFAULT false NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "purchase_order_status_known" CHECK (status in ('draft', 'submitted', 'approved', 'received', 'cancelled')),
	CONSTRAINT "purchase_order_total_not_negative" CHECK (total_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "return_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"return_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"sales_order_item_id" integer,
	"purchase_order_item_id" integer,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"reason" text,
	"condition" text,
	"disposition" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "return_line_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "return_line_price_not_negative" CHECK (unit_price >= 0),
	CONSTRAINT "return_line_total_adds_up" CHECK (total_price = round(quantity * unit_price, 2)),
	CONSTRAINT "return_condition_known" CHECK (condition in ('new', 'opened', 'damaged', 'defective')),
	CONSTRAINT "return_disposition_known" CHECK (disposition in ('restock', 'scrap', 'vendor'))
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"return_number" varchar(50) collate "C" NOT NULL,
	"type" text NOT NULL,
	"customer_id" integer,
	"vendor_id" integer,
	"sales_order_id" integer,
	"purchase_order_id" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text NOT NULL,
	"total_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"notes" text,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "return_type_known" CHECK (type in ('rma', 'rtv')),
	CONSTRAINT "return_status_known" CHECK (status in ('pending', 'approved', 'received', 'shipped', 'completed', 'rejected',
                     'cancelled')),
	CONSTRAINT "return_has_its_party" CHECK (case type
            when 'rma' then customer_id is not null and vendor_id is null
              and purchase_order_id is null and status <> 'shipped'
            else vendor_id is not null and customer_id is null and sales_order_id is null
              and status <> 'received'
          end),
	CONSTRAINT "return_total_not_negative" CHECK (total_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "health_samples" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "health_samples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part" text NOT NULL,
	"status" text NOT NULL,
	"response_ms" integer NOT NULL,
	"error" text,
	"at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "health_known" CHECK (status in ('healthy', 'degraded', 'unhealthy'))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"list" varchar(50) NOT NULL,
	"name" varchar(60) NOT NULL,
	"search" jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_items" ADD CONSTRAINT "purchase_order_items_purchase_order_id_purchase_orders_id_fk" FOREIGN KEY ("purchase_order_id") REFERENCES "public"."purchase_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order_items" ADD CONSTRAINT "purchase_order_items_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_sales_order_item_id_sales_order_items_id_fk" FOREIGN KEY ("sales_order_item_id") REFERENCES "public"."sales_order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_purchase_order_item_id_purchase_order_items_id_fk" FOREIGN KEY ("purchase_order_item_id") REFERENCES "public"."purchase_order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_sales_order_id_sales_orders_id_fk" FOREIGN KEY ("sales_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_purchase_order_id_purchase_orders_id_fk" FOREIGN KEY ("purchase_order_id") REFERENCES "public"."purchase_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_of_record" ON "approvals" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_once" ON "notifications" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_line_once" ON "purchase_order_items" USING btree ("purchase_order_id","line_no");--> statement-breakpoint
CREATE INDEX "purchase_order_items_of_sku" ON "purchase_order_items" USING btree ("sku_id","purchase_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_order_number_taken" ON "purchase_orders" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "purchase_orders_number_end" ON "purchase_orders" USING btree (reverse(order_number) collate "C");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_creator" ON "purchase_orders" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "purchase_orders_of_vendor" ON "purchase_orders" USING btree ("vendor_id","id","status","order_date");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_status" ON "purchase_orders" USING btree ("status","id","vendor_id","order_date","expected_date");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_total" ON "purchase_orders" USING btree ("total_amount","id","status","vendor_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_date" ON "purchase_orders" USING btree ("order_date","id","status","vendor_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_expected" ON "purchase_orders" USING btree ("expected_date","id","status","vendor_id");--> statement-breakpoint
CREATE INDEX "purchase_orders_by_creation" ON "purchase_orders" USING btree ("created_at","id","status","vendor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "return_line_once" ON "return_items" USING btree ("return_id","line_no");--> statement-breakpoint
CREATE INDEX "return_items_of_sku" ON "return_items" USING btree ("sku_id","return_id");--> statement-breakpoint
CREATE INDEX "return_items_of_sales_line" ON "return_items" USING btree ("sales_order_item_id");--> statement-breakpoint
CREATE INDEX "return_items_of_purchase_line" ON "return_items" USING btree ("purchase_order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "return_number_taken" ON "returns" USING btree ("return_number");--> statement-breakpoint
CREATE INDEX "returns_by_creator" ON "returns" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "returns_of_customer" ON "returns" USING btree ("customer_id","id","status");--> statement-breakpoint
CREATE INDEX "returns_of_vendor" ON "returns" USING btree ("vendor_id","id","status");--> statement-breakpoint
CREATE INDEX "returns_of_sales_order" ON "returns" USING btree ("sales_order_id");--> statement-breakpoint
CREATE INDEX "returns_of_purchase_order" ON "returns" USING btree ("purchase_order_id");--> statement-breakpoint
CREATE INDEX "returns_by_status" ON "returns" USING btree ("status","id","type");--> statement-breakpoint
CREATE INDEX "returns_by_type" ON "returns" USING btree ("type","id","status");--> statement-breakpoint
CREATE INDEX "returns_by_total" ON "returns" USING btree ("total_amount","id","type","status");--> statement-breakpoint
CREATE INDEX "returns_by_creation" ON "returns" USING btree ("created_at","id","type","status");--> statement-breakpoint
CREATE INDEX "health_samples_of_part" ON "health_samples" USING btree ("part","at");--> statement-breakpoint
CREATE INDEX "health_samples_at" ON "health_samples" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "view_name_taken" ON "saved_views" USING btree ("owner_id","list",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_view" ON "saved_views" USING btree ("owner_id","list") WHERE is_default;--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list") WHERE is_shared;
--> statement-breakpoint
create trigger approvals_append_only before update or delete on approvals
  for each row execute function forbid_change();

comment on table purchase_orders is 'What we order from a vendor.';
comment on table purchase_order_items is 'The lines of a purchase order.';
comment on table returns is 'Goods that go back: from a customer or to a vendor.';
comment on table return_items is 'The lines of a return.';
comment on table health_samples is 'How a part of the program answered when it was last tried.';
comment on table notifications is 'What one user should know.';
comment on table saved_views is 'Lists as somebody likes to see them.';
comment on table approvals is 'Who allowed what, and which controls were skipped. Append-only.';

-- The steps of orders to vendors and of returns; the same as the flows of their rooms.
create or replace view allowed_transitions as
select entity, from_status, to_status
from (values
  ('sales_order', '', 'pending'),
  ('sales_order', 'pending', 'processing'),
  ('sales_order', 'pending', 'cancelled'),
  ('sales_order', 'processing', 'shipped'),
  ('sales_order', 'processing', 'pending'),
  ('sales_order', 'processing', 'cancelled'),
  ('sales_order', 'shipped', 'delivered'),
  ('purchase_order', '', 'draft'),
  ('purchase_order', 'draft', 'submitted'),
  ('purchase_order', 'draft', 'cancelled'),
  ('purchase_order', 'submitted', 'draft'),
  ('purchase_order', 'submitted', 'approved'),
  ('purchase_order', 'submitted', 'cancelled'),
  ('purchase_order', 'approved', 'received'),
  ('purchase_order', 'approved', 'cancelled'),
  ('return', '', 'pending'),
  ('return', 'pending', 'approved'),
  ('return', 'pending', 'rejected'),
  ('return', 'pending', 'cancelled'),
  ('return', 'approved', 'received'),
  ('return', 'approved', 'shipped'),
  ('return', 'approved', 'cancelled'),
  ('return', 'received', 'completed'),
  ('return', 'shipped', 'completed')
) as step (entity, from_status, to_status);

-- A document that has lines is their sum, whichever document it is.
create view inv_01_document_totals as
select 'purchase order' as what, o.id, o.total_amount::text as have,
       coalesce(l.total, 0)::text as want
from purchase_orders o
left join (
  select purchase_order_id, sum(total_price) as total from purchase_order_items group by 1
) l on l.purchase_order_id = o.id
where (not o.header_only and o.total_amount is distinct from l.total)
   or (o.header_only and l.total is not null)
union all
select 'return', r.id, r.total_amount::text, l.total::text
from returns r
join (select return_id, sum(total_price) as total from return_items group by 1) l
  on l.return_id = r.id
where r.total_amount <> l.total;

-- On order is what approved purchase orders have still to bring.
create view inv_02_on_order as
with open_lines as (
  select i.sku_id, sum(i.quantity - i.qty_received - i.qty_cancelled) as open
  from purchase_order_items i
  join purchase_orders o on o.id = i.purchase_order_id
  where o.status = 'approved'
  group by i.sku_id
)
select 'on order' as what, s.id, s.on_order::text as have, coalesce(l.open, 0)::text as want
from skus s
left join open_lines l on l.sku_id = s.id
where s.on_order <> coalesce(l.open, 0);

-- Reserved is what open orders hold, and what approved returns to vendors wait to send.
create or replace view inv_02_stock_counters as
with open_lines as (
  select sku_id, sum(reserved) as reserved
  from (
    select i.sku_id, i.qty_reserved as reserved
    from sales_order_items i
    join sales_orders o on o.id = i.sales_order_id
    where o.status in ('pending', 'processing')
    union all
    select i.sku_id, i.quantity
    from return_items i
    join returns r on r.id = i.return_id
    where r.type = 'rtv' and r.status = 'approved'
  ) as held
  group by sku_id
), moves as (
  select sku_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved,
         sum(on_order_delta) as on_order
  from stock_moves
  group by sku_id
)
select 'counters' as what, s.id,
       concat_ws(' / ', s.current_stock, s.reserved, s.on_order) as have,
       concat_ws(' / ', coalesce(m.on_hand, 0), coalesce(m.reserved, 0),
                 coalesce(l.reserved, 0), coalesce(m.on_order, 0)) as want
from skus s
left join open_lines l on l.sku_id = s.id
left join moves m on m.sku_id = s.id
where s.current_stock <> coalesce(m.on_hand, 0)
   or s.reserved <> coalesce(m.reserved, 0)
   or s.reserved <> coalesce(l.reserved, 0)
   or s.on_order <> coalesce(m.on_order, 0)
union all
select 'closed order holds stock', i.id, concat_ws(' / ', i.qty_reserved, i.qty_backordered), '0 / 0'
from sales_order_items i
join sales_orders o on o.id = i.sales_order_id
where o.status in ('shipped', 'delivered', 'cancelled')
  and (i.qty_reserved <> 0 or i.qty_backordered <> 0);

create view inv_06_document_audit as
with documents as (
  select 'purchase_order' as entity, id, status from purchase_orders
  union all
  select 'return', id, status from returns
), steps as (
  select entity, entity_id, coalesce(from_status, '') as from_status, to_status,
         coalesce(lag(to_status) over w, '') as before,
         lead(id) over w is null as is_last
  from audit_log
  where entity in ('purchase_order', 'return') and to_status is not null
  window w as (partition by entity, entity_id order by id)
)
select d.entity || ' status not explained by the last step' as what, d.id, d.status as have,
       s.to_status as want
from documents d
left join steps s on s.entity = d.entity and s.entity_id = d.id and s.is_last
where s.to_status is distinct from d.status
union all
select s.entity || ' broken or illegal step', s.entity_id,
       s.from_status || ' to ' || s.to_status, s.before
from steps s
left join allowed_transitions a
  on a.entity = s.entity and a.from_status = s.from_status and a.to_status = s.to_status
where s.from_status <> s.before or a.entity is null;

-- An approved purchase order says who approved it.
create view inv_09_approvals as
select 'approved without an approval' as what, o.id, o.status as have, 'approval' as want
from purchase_orders o
where o.status in ('approved', 'received')
  and not exists (
    select from approvals a
    where a.entity = 'purchase_order' and a.entity_id = o.id and a.action = 'approve')
union all
select 'approved by its maker without a waiver', o.id, a.approver_id::text, 'waiver'
from approvals a
join purchase_orders o on o.id = a.entity_id
where a.entity = 'purchase_order' and a.action = 'approve'
  and a.approver_id = o.created_by and not a.is_waiver;

-- No more goes back than was shipped, or received.
create view inv_10_returns as
select 'returned more than shipped' as what, i.id, sum(l.quantity)::text as have,
       i.qty_shipped::text as want
from sales_order_items i
join return_items l on l.sales_order_item_id = i.id
join returns r on r.id = l.return_id and r.status not in ('rejected', 'cancelled')
group by i.id
having sum(l.quantity) > i.qty_shipped
union all
select 'returned more than received', i.id, sum(l.quantity)::text, i.qty_received::text
from purchase_order_items i
join return_items l on l.purchase_order_item_id = i.id
join returns r on r.id = l.return_id and r.status not in ('rejected', 'cancelled')
group by i.id
having sum(l.quantity) > i.qty_received;

comment on view inv_01_document_totals is 'Purchase orders and returns are the sums of their lines.';
comment on view inv_02_on_order is 'On order is what approved purchase orders still bring.';
comment on view inv_06_document_audit is 'Every status ends an unbroken, legal history.';
comment on view inv_09_approvals is 'Nothing is approved by nobody, or by its maker unseen.';
comment on view inv_10_returns is 'No more goes back than went out.';
