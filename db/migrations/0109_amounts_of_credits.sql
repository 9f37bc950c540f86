CREATE INDEX "dunning_letters_by_total" ON "dunning_letters" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "vendor_credits_by_amount" ON "vendor_credits" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "vendor_credits_number_start" ON "vendor_credits" USING btree (lower(credit_number) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "credit_memos_by_total" ON "credit_memos" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "refunds_by_amount" ON "refunds" USING btree ("amount","id");