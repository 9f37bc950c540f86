CREATE TABLE "audit_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seal_count" integer NOT NULL,
	"row_count" bigint NOT NULL,
	"fault_count" integer NOT NULL,
	"first_fault" text,
	"last_hash" text,
	"checked_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"row_count" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seal_end_taken" UNIQUE("to_id"),
	CONSTRAINT "audit_seal_followed_once" UNIQUE("previous_hash"),
	CONSTRAINT "audit_seal_range" CHECK (from_id <= to_id)
);
