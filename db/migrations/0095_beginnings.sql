CREATE TABLE "beginnings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "beginnings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "beginning_state_known" CHECK (state in ('empty', 'wanted', 'loaded', 'failed')),
	CONSTRAINT "beginning_failure_told" CHECK ((state = 'failed') = (failure is not null))
);
--> statement-breakpoint
CREATE TABLE "hidden_first_steps" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "beginnings" ADD CONSTRAINT "beginnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_first_steps" ADD CONSTRAINT "hidden_first_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "beginning_wanted_once" ON "beginnings" USING btree ("state") WHERE state = 'wanted';--> statement-breakpoint
CREATE INDEX "beginnings_of_user" ON "beginnings" USING btree ("user_id");--> statement-breakpoint
comment on table beginnings is
  'With what administrators chose to begin: empty or with demo data, and what became of it.';--> statement-breakpoint
comment on table hidden_first_steps is
  'Who has put the card of first steps away.';
