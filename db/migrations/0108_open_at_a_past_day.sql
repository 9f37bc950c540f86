CREATE INDEX "vendor_bills_voided" ON "vendor_bills" USING btree ("voided_on") WHERE voided_on is not null;--> statement-breakpoint
CREATE INDEX "payments_voided" ON "customer_payments" USING btree ("voided_on") WHERE voided_on is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_release" ON "refunds" USING btree ("released_on");--> statement-breakpoint
CREATE INDEX "refunds_prepared" ON "refunds" USING btree ("id") WHERE status = 'prepared';