CREATE TABLE "sales_order_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_order_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"order_source" text NOT NULL,
	"orders" bigint NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "customers_by_name";--> statement-breakpoint
DROP INDEX "sales_order_items_of_sku";--> statement-breakpoint
DROP INDEX "sales_orders_of_customer";--> statement-breakpoint
DROP INDEX "sales_orders_customer_po";--> statement-breakpoint
ALTER TABLE "sales_orders" ALTER COLUMN "order_number" SET DATA TYPE varchar(50) collate "C";--> statement-breakpoint
CREATE INDEX "sales_orders_number_end" ON "sales_orders" USING btree (reverse(order_number) collate "C");--> statement-breakpoint
CREATE INDEX "sales_orders_by_status" ON "sales_orders" USING btree ("status","id","order_source","customer_id","order_date");--> statement-breakpoint
CREATE INDEX "sales_orders_by_source" ON "sales_orders" USING btree ("order_source","id","status","customer_id","order_date");--> statement-breakpoint
CREATE INDEX "sales_orders_by_total" ON "sales_orders" USING btree ("total_amount","id","status","order_source","customer_id","order_date");--> statement-breakpoint
CREATE INDEX "sales_orders_by_date" ON "sales_orders" USING btree ("order_date","id","status","order_source","customer_id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_ship_date" ON "sales_orders" USING btree ("ship_date","id","status","order_source","customer_id","order_date");--> statement-breakpoint
CREATE INDEX "sales_orders_by_ship_date_down" ON "sales_orders" USING btree (ship_date desc nulls last, id desc, status, order_source, customer_id, order_date);--> statement-breakpoint
CREATE INDEX "sales_orders_by_creation" ON "sales_orders" USING btree ("created_at","id","status","order_source","customer_id","order_date");--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (name collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "sales_order_items_of_sku" ON "sales_order_items" USING btree ("sku_id","sales_order_id");--> statement-breakpoint
CREATE INDEX "sales_orders_of_customer" ON "sales_orders" USING btree ("customer_id","id","status","order_source","order_date");--> statement-breakpoint
CREATE INDEX "sales_orders_customer_po" ON "sales_orders" USING btree (lower(customer_po) text_pattern_ops) WHERE customer_po is not null;