DROP INDEX "vendor_bills_by_standing";--> statement-breakpoint
CREATE INDEX "vendor_bills_by_standing" ON "vendor_bills" USING btree ((case when status <> 'posted' then status when settled_amount = total_amount then 'paid'
        when settled_amount > 0 then 'part-paid' else 'open' end),"id","status","settled_amount","total_amount");