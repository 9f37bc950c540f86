ALTER TABLE "sales_orders" ADD COLUMN "hold_until" date;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "hold_note" text;--> statement-breakpoint
CREATE INDEX "sales_orders_held_until" ON "sales_orders" USING btree ("hold_until") WHERE hold_until is not null;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_order_hold_has_reason" CHECK (hold_reason is not null or (hold_until is null and hold_note is null));
