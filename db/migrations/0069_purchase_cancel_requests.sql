ALTER TABLE "purchase_orders" ADD COLUMN "cancel_request" text;--> statement-breakpoint
CREATE INDEX "purchase_orders_asked_back" ON "purchase_orders" USING btree ("id") WHERE cancel_request is not null;--> statement-breakpoint
ALTER TABLE "purchase_orders" ADD CONSTRAINT "purchase_order_cancel_request_in_warehouse" CHECK (cancel_request is null or status = 'approved');