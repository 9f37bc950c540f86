alter table "api_keys" add column "idempotency_key" varchar(255);--> statement-breakpoint
alter table "api_keys" add column "body_sha256" "bytea";--> statement-breakpoint
create unique index "api_key_of_call" on "api_keys" using btree ("created_by","idempotency_key") where revoked_at is null and idempotency_key is not null;
