CREATE TABLE "return_receipt_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_receipt_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"return_receipt_id" integer NOT NULL,
	"return_item_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"condition" text,
	"disposition" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "return_receipt_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "return_receipt_condition_known" CHECK (condition in ('new', 'opened', 'damaged', 'defective')),
	CONSTRAINT "return_receipt_disposition_known" CHECK (disposition in ('restock', 'scrap', 'vendor', 'inspect'))
);
--> statement-breakpoint
CREATE TABLE "return_receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "return_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"return_id" integer NOT NULL,
	"receipt_no" integer NOT NULL,
	"received_on" date NOT NULL,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "return_receipt_number_positive" CHECK (receipt_no >= 1)
);
--> statement-breakpoint
ALTER TABLE "sales_order_items" DROP CONSTRAINT "line_price_source_known";--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "source_item_id" integer;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "qty_received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "qty_cancelled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "replacement_order_id" integer;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "replacement_price" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "source_return_id" integer;--> statement-breakpoint
ALTER TABLE "return_receipt_items" ADD CONSTRAINT "return_receipt_items_return_receipt_id_return_receipts_id_fk" FOREIGN KEY ("return_receipt_id") REFERENCES "public"."return_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipt_items" ADD CONSTRAINT "return_receipt_items_return_item_id_return_items_id_fk" FOREIGN KEY ("return_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipts" ADD CONSTRAINT "return_receipts_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_receipts" ADD CONSTRAINT "return_receipts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_receipt_items_of_receipt" ON "return_receipt_items" USING btree ("return_receipt_id");--> statement-breakpoint
CREATE INDEX "return_receipt_items_of_line" ON "return_receipt_items" USING btree ("return_item_id","disposition");--> statement-breakpoint
CREATE UNIQUE INDEX "return_receipt_once" ON "return_receipts" USING btree ("return_id","receipt_no");--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_source_item_id_return_items_id_fk" FOREIGN KEY ("source_item_id") REFERENCES "public"."return_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_replacement_order_id_sales_orders_id_fk" FOREIGN KEY ("replacement_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_source_return_id_returns_id_fk" FOREIGN KEY ("source_return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_items_of_source" ON "return_items" USING btree ("source_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_order_of_one_return" ON "returns" USING btree ("replacement_order_id");--> statement-breakpoint
CREATE INDEX "returns_of_source" ON "returns" USING btree ("source_return_id");--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_line_quantities_add_up" CHECK (qty_received >= 0 and qty_cancelled >= 0 and qty_received + qty_cancelled <= quantity);--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_replacement_price_known" CHECK (replacement_price in ('free', 'original'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_replaced_for_a_customer" CHECK ((replacement_order_id is null) = (replacement_price is null)
          and (replacement_order_id is null or type = 'rma'));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_source_of_a_vendor" CHECK (source_return_id is null or type = 'rtv');--> statement-breakpoint
ALTER TABLE "sales_order_items" ADD CONSTRAINT "line_price_source_known" CHECK (price_source in ('contract', 'tier1', 'tier2', 'tier3', 'standard', 'replacement'));--> statement-breakpoint
-- Goods of customers that were received before receipts were counted came in one delivery.
update return_items i set qty_received = i.quantity
from returns r
where r.id = i.return_id and r.type = 'rma' and r.status in ('received', 'completed');

insert into return_receipts (return_id, receipt_no, received_on, created_by, created_at)
select r.id, 1, coalesce(a.at, r.updated_at)::date, a.actor_id, coalesce(a.at, r.updated_at)
from returns r
left join lateral (
  select at, actor_id from audit_log
  where entity = 'return' and entity_id = r.id and action = 'receive' order by id limit 1
) a on true
where r.type = 'rma' and r.status in ('received', 'completed');

insert into return_receipt_items
  (return_receipt_id, return_item_id, quantity, condition, disposition, created_at)
select t.id, i.id, i.quantity, i.condition, coalesce(i.disposition, 'restock'), t.created_at
from return_receipts t
join return_items i on i.return_id = t.return_id
order by i.id;

-- What came from a customer for a vendor was never put to the stock: it is neither reserved nor
-- does it leave.
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
    where r.type = 'rtv' and r.status = 'approved' and r.source_return_id is null
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

create or replace view inv_02_moves_of_documents as
with moved as (
  select ref_type, ref_id, sku_id, sum(reserved_delta) as reserved, sum(on_order_delta) as on_order,
         -sum(on_hand_delta) filter (where kind = 'ship') as sent,
         sum(on_hand_delta) filter (where kind = 'receive') as brought
  from stock_moves
  where ref_type in ('sales_order', 'purchase_order', 'return')
  group by ref_type, ref_id, sku_id
), held as (
  select 'sales_order' as ref_type, i.sales_order_id as ref_id, i.sku_id,
         sum(i.qty_reserved) as reserved, 0::bigint as on_order, sum(i.qty_shipped) as sent,
         0::bigint as brought
  from sales_order_items i group by i.sales_order_id, i.sku_id
  union all
  select 'purchase_order', i.purchase_order_id, i.sku_id, 0,
         sum(case o.status when 'approved'
             then greatest(0, i.quantity - i.qty_received - i.qty_cancelled) else 0 end),
         0, sum(i.qty_received)
  from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
  group by i.purchase_order_id, i.sku_id
  union all
  select 'return', i.return_id, i.sku_id,
         sum(case when r.type = 'rtv' and r.status = 'approved' then i.quantity else 0 end),
         0, sum(case when r.type = 'rtv' and r.status in ('shipped', 'completed')
                then i.quantity else 0 end), 0
  from return_items i join returns r on r.id = i.return_id and r.source_return_id is null
  group by i.return_id, i.sku_id
)
-- A count that was taken later has seen goods that are told of afterwards: they may move less.
select coalesce(m.ref_type, h.ref_type) as what, coalesce(m.ref_id, h.ref_id) as id,
       concat_ws(' / ', m.reserved, m.on_order, m.sent, m.brought) as have,
       concat_ws(' / ', h.reserved, h.on_order, h.sent, h.brought) as want
from moved m
full join held h on h.ref_type = m.ref_type and h.ref_id = m.ref_id and h.sku_id = m.sku_id
where coalesce(m.reserved, 0) <> coalesce(h.reserved, 0)
   or coalesce(m.on_order, 0) <> coalesce(h.on_order, 0)
   or coalesce(m.sent, 0) > coalesce(h.sent, 0)
   or coalesce(m.brought, 0) > coalesce(h.brought, 0);

-- What was closed of a return will not come, so it can be returned anew.
create or replace view inv_10_returns as
select 'returned more than shipped' as what, i.id, sum(l.quantity - l.qty_cancelled)::text as have,
       i.qty_shipped::text as want
from sales_order_items i
join return_items l on l.sales_order_item_id = i.id
join returns r on r.id = l.return_id and r.status not in ('rejected', 'cancelled')
group by i.id
having sum(l.quantity - l.qty_cancelled) > i.qty_shipped
union all
select 'returned more than received', i.id, sum(l.quantity - l.qty_cancelled)::text, i.qty_received::text
from purchase_order_items i
join return_items l on l.purchase_order_item_id = i.id
join returns r on r.id = l.return_id and r.status not in ('rejected', 'cancelled')
group by i.id
having sum(l.quantity - l.qty_cancelled) > i.qty_received;

-- Every unit that is counted as arrived is on a receipt, and no unit meant for a vendor goes into
-- two returns; what is restocked is on hand.
create view inv_10_return_receipts as
with arrived as (
  select i.id, i.qty_received, coalesce(sum(t.quantity), 0) as units,
         coalesce(sum(t.quantity) filter (where t.disposition = 'vendor'), 0) as meant
  from return_items i
  left join return_receipt_items t on t.return_item_id = i.id
  group by i.id
), sent as (
  select s.source_item_id as id, sum(s.quantity) as units
  from return_items s
  join returns v on v.id = s.return_id and v.status not in ('rejected', 'cancelled')
  where s.source_item_id is not null
  group by s.source_item_id
), restocked as (
  select t.return_id as id, sum(i.quantity) as units
  from return_receipt_items i join return_receipts t on t.id = i.return_receipt_id
  where i.disposition = 'restock'
  group by t.return_id
), moved as (
  select ref_id as id, sum(on_hand_delta) as units
  from stock_moves where ref_type = 'return' and kind = 'return'
  group by ref_id
)
select 'arrived without a receipt' as what, id, qty_received::text as have, units::text as want
from arrived where qty_received <> units
union all
select 'sent to a vendor more than was meant', a.id, s.units::text, a.meant::text
from arrived a join sent s on s.id = a.id
where s.units > a.meant
union all
select 'on hand more than was restocked', m.id, m.units::text, coalesce(k.units, 0)::text
from moved m left join restocked k on k.id = m.id
where m.units > coalesce(k.units, 0)
union all
select 'open goods of a return that is over', r.id, r.status, 'none open'
from returns r
where r.type = 'rma' and r.status in ('received', 'completed')
  and exists (
    select from return_items i
    where i.return_id = r.id and i.qty_received + i.qty_cancelled < i.quantity)
union all
select 'a replacement for another customer', r.id, o.customer_id::text, r.customer_id::text
from returns r join sales_orders o on o.id = r.replacement_order_id
where o.customer_id <> r.customer_id;

comment on table return_receipts is 'Goods of a customer''s return that arrived together.';
comment on table return_receipt_items is 'Units that arrived, and what happens to them.';
comment on view inv_10_return_receipts is 'What came back is on receipts, and goes one way only.';
