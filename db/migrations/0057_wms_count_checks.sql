CREATE TABLE "wms_count_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_count_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"snapshot_id" text NOT NULL,
	"as_of" timestamptz NOT NULL,
	"stocked" integer NOT NULL,
	"emptied" integer NOT NULL,
	"state" text DEFAULT 'parked' NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"decided_by" integer,
	"decided_at" timestamptz,
	CONSTRAINT "wms_count_check_state_known" CHECK (state in ('parked', 'confirmed', 'used', 'discarded', 'overtaken'))
);
--> statement-breakpoint
ALTER TABLE "wms_count_checks" ADD CONSTRAINT "wms_count_checks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wms_count_checks_by_state" ON "wms_count_checks" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "wms_count_checks_by_decider" ON "wms_count_checks" USING btree ("decided_by");--> statement-breakpoint
COMMENT ON TABLE "wms_count_checks" IS 'Counts that would have emptied too much, and what a person said to each';--> statement-breakpoint
ALTER TABLE "wms_problems" DROP CONSTRAINT "wms_problem_kind_known";--> statement-breakpoint
ALTER TABLE "wms_problems" ADD CONSTRAINT "wms_problem_kind_known" CHECK (kind in ('export', 'import', 'drift', 'short', 'connection', 'count'));
