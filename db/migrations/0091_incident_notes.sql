CREATE TABLE "incident_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"part" text NOT NULL,
	"began_at" timestamptz NOT NULL,
	"note" text NOT NULL,
	"author_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incident_noted_once" ON "incident_notes" USING btree ("part","began_at");--> statement-breakpoint
CREATE INDEX "incident_notes_of_author" ON "incident_notes" USING btree ("author_id");--> statement-breakpoint
comment on table incident_notes is
  'What administrators noted about incidents: a part, and when it began not to do well.';
