DROP INDEX "payments_by_status";--> statement-breakpoint
DROP INDEX "invoices_open_by_due";--> statement-breakpoint
DROP INDEX "sales_orders_by_status";--> statement-breakpoint
DROP INDEX "sales_orders_by_date";--> statement-breakpoint
CREATE INDEX "vendor_bills_open" ON "vendor_bills" USING btree ("due_date","id") WHERE status = 'posted' and settled_amount < total_amount;--> statement-breakpoint
CREATE INDEX "sales_orders_shipped_early" ON "sales_orders" USING btree ("order_date","ship_date") WHERE ship_date < order_date;--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "customer_payments" USING btree ("status","received_on","id");--> statement-breakpoint
CREATE INDEX "invoices_open_by_due" ON "invoices" USING btree ("due_date","id","doc_date","open_amount","total") WHERE open_amount > 0;--> statement-breakpoint
CREATE INDEX "sales_orders_by_status" ON "sales_orders" USING btree (status, id, order_source, customer_id, order_date, ship_date, total_amount, created_at,
        order_number);--> statement-breakpoint
CREATE INDEX "sales_orders_by_date" ON "sales_orders" USING btree (order_date, id, status, order_source, customer_id, ship_date);