CREATE TABLE "sign_in_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"at" timestamptz DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_failures" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "sign_in_failures" CASCADE;--> statement-breakpoint
DROP INDEX "username_taken";--> statement-breakpoint
DROP INDEX "email_taken";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "username_folded" text NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_folded" text NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "updated_at" timestamptz DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_of_subject" ON "sign_in_attempts" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_at" ON "sign_in_attempts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "username_taken" ON "users" USING btree ("username_folded");--> statement-breakpoint
CREATE UNIQUE INDEX "email_taken" ON "users" USING btree ("email_folded");--> statement-breakpoint
comment on table sign_in_attempts is 'Tries that limits count: wrong passwords and new accounts.';
