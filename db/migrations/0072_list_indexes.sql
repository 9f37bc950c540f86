CREATE INDEX "vendor_bills_number_start" ON "vendor_bills" USING btree (lower(bill_number) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vendor_bills_number_end" ON "vendor_bills" USING btree (reverse(upper(bill_number)) collate "C");--> statement-breakpoint
CREATE INDEX "vendor_bills_of_vendor" ON "vendor_bills" USING btree ("vendor_id","id");--> statement-breakpoint
CREATE INDEX "vendor_bills_by_total" ON "vendor_bills" USING btree ("total_amount","id");--> statement-breakpoint
CREATE INDEX "vendor_bills_by_standing" ON "vendor_bills" USING btree ((case when status <> 'posted' then status when settled_amount = total_amount then 'paid'
        when settled_amount > 0 then 'part-paid' else 'open' end),"id");--> statement-breakpoint
CREATE INDEX "vendor_bills_by_open" ON "vendor_bills" USING btree (((case when status = 'posted' then total_amount - settled_amount else 0 end)
        ::numeric(12, 2)),"id");--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "customer_payments" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "customer_payments" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "payments_by_open" ON "customer_payments" USING btree ("open_amount","id");--> statement-breakpoint
CREATE INDEX "payments_reference_start" ON "customer_payments" USING btree (lower(reference) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payments_reference_end" ON "customer_payments" USING btree (reverse(upper(reference)) collate "C");--> statement-breakpoint
CREATE INDEX "invoices_by_total" ON "invoices" USING btree ("total","id");--> statement-breakpoint
CREATE INDEX "invoices_by_open" ON "invoices" USING btree ("open_amount","id");--> statement-breakpoint
CREATE INDEX "invoices_open_by_due" ON "invoices" USING btree ("due_date","id") WHERE open_amount > 0;--> statement-breakpoint
CREATE INDEX "invoices_disputed" ON "invoices" USING btree ("id") WHERE is_disputed;--> statement-breakpoint
CREATE INDEX "requisition_items_words" ON "requisition_items" USING gin (to_tsvector('simple', description));--> statement-breakpoint
CREATE INDEX "requisitions_by_creation" ON "requisitions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "requisitions_reason" ON "requisitions" USING gin (to_tsvector('simple', reason));--> statement-breakpoint
CREATE INDEX "returns_number_end" ON "returns" USING btree (reverse(return_number) collate "C");--> statement-breakpoint
CREATE INDEX "returns_reason" ON "returns" USING gin (to_tsvector('simple', reason));--> statement-breakpoint
CREATE INDEX "vendor_payments_by_method" ON "vendor_payments" USING btree ("method","id");--> statement-breakpoint
CREATE INDEX "vendor_payments_by_amount" ON "vendor_payments" USING btree ("amount","id");--> statement-breakpoint
CREATE INDEX "vendor_payments_number_end" ON "vendor_payments" USING btree (reverse(payment_number) collate "C");--> statement-breakpoint
CREATE INDEX "vendor_payments_reference_start" ON "vendor_payments" USING btree (lower(reference) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vendor_payments_reference_end" ON "vendor_payments" USING btree (reverse(upper(reference)) collate "C");