CREATE TABLE "muted_notifications" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "muted_notifications_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "muted_notifications" ADD CONSTRAINT "muted_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
comment on table muted_notifications is 'Kinds of notifications that a user does not want.';
