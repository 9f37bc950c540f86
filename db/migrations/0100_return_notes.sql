ALTER TABLE "return_items" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "returns_by_reason" ON "returns" USING btree ("reason","id","type","status");--> statement-breakpoint
CREATE INDEX "returns_by_party" ON "returns" USING btree ((coalesce(customer_id, 2147483648 + vendor_id)),"id","type","status");