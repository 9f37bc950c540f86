-- When a worker last looked whether a sync is due: what the test of the schedule goes by.
ALTER TABLE "wms_connection" ADD COLUMN "schedule_looked_at" timestamptz;--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "schedule_looked_by" text;--> statement-breakpoint
CREATE INDEX "wms_imports_by_moment" ON "wms_imports" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "wms_runs_of_schedule" ON "wms_runs" USING btree ("ended_at") WHERE job = 'full' and started_from = 'schedule' and state = 'done';