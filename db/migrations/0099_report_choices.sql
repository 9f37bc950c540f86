CREATE TABLE "left_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "left_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"choice" jsonb NOT NULL,
	"days" jsonb NOT NULL,
	"query" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"answer" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz NOT NULL,
	"done_at" timestamptz,
	CONSTRAINT "left_report_state_known" CHECK (state in ('waiting', 'made', 'failed')),
	CONSTRAINT "left_report_has_answer" CHECK ((state = 'made') = (answer is not null)),
	CONSTRAINT "left_report_failure_told" CHECK ((state = 'failed') = (failure is not null)),
	CONSTRAINT "left_report_done" CHECK ((state = 'waiting') = (done_at is null))
);
--> statement-breakpoint
CREATE TABLE "report_choices" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"choice" jsonb NOT NULL,
	"updated_at" timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE "left_reports" ADD CONSTRAINT "left_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_choices" ADD CONSTRAINT "report_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "left_reports_waiting" ON "left_reports" USING btree ("id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "left_reports_of_user" ON "left_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "left_reports_by_age" ON "left_reports" USING btree ("created_at");--> statement-breakpoint
comment on table report_choices is
  'How each user made a report last, so that every desk begins with it.';--> statement-breakpoint
comment on table left_reports is
  'Reports that somebody left to be made in the background, and what came of them, for a week.';
