CREATE TABLE "data_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"checked_at" timestamptz DEFAULT now() NOT NULL,
	"took_ms" integer NOT NULL,
	"rule_count" integer NOT NULL,
	"broken" jsonb NOT NULL,
	CONSTRAINT "data_check_lists_broken" CHECK (jsonb_typeof(broken) = 'array')
);
--> statement-breakpoint
CREATE INDEX "data_checks_at" ON "data_checks" USING btree ("checked_at");--> statement-breakpoint
comment on table data_checks is
  'What looking through every rule of the data found, nightly or asked for.';
