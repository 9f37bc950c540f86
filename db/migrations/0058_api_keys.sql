CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(100) NOT NULL,
	"user_id" integer NOT NULL,
	"token_sha256" "bytea" NOT NULL,
	"starts_with" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_on" date,
	"last_used_at" timestamptz,
	"revoked_at" timestamptz,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_scopes_known" CHECK (scopes <@ array['read', 'orders', 'masterData', 'purchasing', 'finance', 'warehouse', 'metrics']),
	CONSTRAINT "api_key_has_scopes" CHECK (cardinality(scopes) > 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_token" ON "api_keys" USING btree ("token_sha256");
--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "api_keys_made_by" ON "api_keys" USING btree ("created_by");
--> statement-breakpoint
comment on table api_keys is 'Keys of programs: only the hash is kept. Each acts as its user, within its scopes.';
