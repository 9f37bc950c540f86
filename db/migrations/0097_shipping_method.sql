ALTER TABLE "sales_orders" ADD COLUMN "shipping_method" text;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_order_shipping_method_known" CHECK (shipping_method in ('standard', 'express', 'overnight', 'freight', 'pickup'));
