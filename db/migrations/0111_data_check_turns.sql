CREATE TABLE "data_check_turns" (
	"id" integer PRIMARY KEY NOT NULL,
	"leased_until" timestamptz NOT NULL,
	CONSTRAINT "data_check_turn_is_one" CHECK (id = 1)
);
--> statement-breakpoint
comment on table data_check_turns is
  'Whose turn it is to look through the rules of the data: one row while somebody looks.';
