CREATE INDEX "customers_notes" ON "customers" USING gin (to_tsvector('simple', notes));--> statement-breakpoint
CREATE INDEX "vendors_notes" ON "vendors" USING gin (to_tsvector('simple', notes));