DROP INDEX "customers_name";--> statement-breakpoint
DROP INDEX "skus_name";--> statement-breakpoint
DROP INDEX "vendors_name";--> statement-breakpoint
CREATE INDEX "customers_by_code" ON "customers" USING btree (customer_code collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree (name collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "skus_by_code" ON "skus" USING btree (sku collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "skus_by_name" ON "skus" USING btree (name collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vendors_by_code" ON "vendors" USING btree (vendor_code collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vendors_by_name" ON "vendors" USING btree (name collate "und-x-icu","id") WHERE deleted_at is null;