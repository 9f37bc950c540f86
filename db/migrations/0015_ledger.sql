CREATE TABLE "accounting_periods" (
	"id" integer PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "accounting_period_status_known" CHECK (status in ('open', 'soft_closed', 'closed')),
	CONSTRAINT "accounting_period_is_a_month" CHECK (id between 190001 and 299912 and id % 100 between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"source_id" integer NOT NULL,
	"event" text DEFAULT 'post' NOT NULL,
	"posted_on" date NOT NULL,
	"period_id" integer NOT NULL,
	"memo" text NOT NULL,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" bigint NOT NULL,
	"account" text NOT NULL,
	"customer_id" integer,
	"vendor_id" integer,
	"debit" numeric(12, 2) DEFAULT '0' NOT NULL,
	"credit" numeric(12, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "journal_line_has_one_side" CHECK (debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0)),
	CONSTRAINT "journal_account_known" CHECK (account in ('1000', '1100', '1200', '2000', '2050', '2100', '4000', '4100', '4900',
                      '4950', '5000', '5050', '5100', '5200', '6100')),
	CONSTRAINT "journal_line_has_its_party" CHECK ((account <> '1100' or customer_id is not null)
          and (account <> '2000' or vendor_id is not null))
);
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_period_id_accounting_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."accounting_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_entry_id_journal_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."journal_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "journal_entry_once" ON "journal_entries" USING btree ("source","source_id","event");--> statement-breakpoint
CREATE INDEX "journal_entries_by_day" ON "journal_entries" USING btree ("posted_on","id");--> statement-breakpoint
CREATE INDEX "journal_lines_of_entry" ON "journal_lines" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "journal_lines_of_account" ON "journal_lines" USING btree ("account","entry_id");--> statement-breakpoint
CREATE INDEX "journal_lines_of_customer" ON "journal_lines" USING btree ("customer_id","entry_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "journal_lines_of_vendor" ON "journal_lines" USING btree ("vendor_id","entry_id") WHERE vendor_id is not null;