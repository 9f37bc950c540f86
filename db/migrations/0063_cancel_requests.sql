ALTER TABLE "sales_orders" ADD COLUMN "cancel_request" text;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "sales_orders_asked_back" ON "sales_orders" USING btree ("id") WHERE cancel_request is not null;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_order_cancel_request_known" CHECK (cancel_request in ('cancel', 'recall'));--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_order_cancel_request_in_warehouse" CHECK (cancel_request is null or status = 'processing');