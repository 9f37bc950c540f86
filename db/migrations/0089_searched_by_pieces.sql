ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (replace(lower(' ' || customer_code || ' ' ||
        regexp_replace(customer_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '')), ' ', '  ')) STORED;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "search_text" text GENERATED ALWAYS AS (replace(lower(' ' || sku || ' ' ||
        regexp_replace(sku, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        coalesce(category, '') || ' ' || coalesce(barcode, '')), ' ', '  ')) STORED;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "search_text" text GENERATED ALWAYS AS (replace(lower(' ' || vendor_code || ' ' ||
        regexp_replace(vendor_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '')), ' ', '  ')) STORED;--> statement-breakpoint
CREATE INDEX "customers_code_start" ON "customers" USING btree (lower(customer_code) text_pattern_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("is_active","id");--> statement-breakpoint
CREATE INDEX "customers_pieces" ON "customers" USING gin (search_pieces(search_text));--> statement-breakpoint
CREATE INDEX "customers_slips" ON "customers" USING gin (search_slips(name));--> statement-breakpoint
CREATE INDEX "purchase_orders_notes" ON "purchase_orders" USING gin (to_tsvector('simple', notes)) WHERE notes is not null;--> statement-breakpoint
CREATE INDEX "sales_orders_notes" ON "sales_orders" USING gin (to_tsvector('simple', notes)) WHERE notes is not null;--> statement-breakpoint
CREATE INDEX "skus_code_start" ON "skus" USING btree (lower(sku) text_pattern_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "skus_newest" ON "skus" USING btree ("is_active","id");--> statement-breakpoint
CREATE INDEX "skus_pieces" ON "skus" USING gin (search_pieces(search_text));--> statement-breakpoint
CREATE INDEX "skus_slips" ON "skus" USING gin (search_slips(name));--> statement-breakpoint
CREATE INDEX "vendors_code_start" ON "vendors" USING btree (lower(vendor_code) text_pattern_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vendors_newest" ON "vendors" USING btree ("is_active","id");--> statement-breakpoint
CREATE INDEX "vendors_pieces" ON "vendors" USING gin (search_pieces(search_text));--> statement-breakpoint
CREATE INDEX "vendors_slips" ON "vendors" USING gin (search_slips(name));