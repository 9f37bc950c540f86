ALTER TABLE "approvals" ADD COLUMN "amount" numeric(12, 2);--> statement-breakpoint
CREATE INDEX "approvals_waived" ON "approvals" USING btree ("at","id") WHERE is_waiver;