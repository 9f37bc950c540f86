ALTER TABLE "sales_order_items" DROP CONSTRAINT "line_price_source_known";--> statement-breakpoint
ALTER TABLE "sales_order_items" ADD CONSTRAINT "line_price_source_known" CHECK (price_source in ('contract', 'tier1', 'tier2', 'tier3', 'standard', 'replacement',
          'manual'));