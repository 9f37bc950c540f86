ALTER TABLE "returns" ADD COLUMN "hold_reason" text;--> statement-breakpoint
CREATE INDEX "returns_on_hold" ON "returns" USING btree ("id") WHERE hold_reason is not null;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_held_before_its_end" CHECK (hold_reason is null or status in ('pending', 'approved', 'received'));
