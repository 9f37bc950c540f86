CREATE TABLE "dunning_letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dunning_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"letter_number" varchar(50) collate "C" GENERATED ALWAYS AS ('DUN-' || (1000000 + id)::text) STORED NOT NULL,
	"customer_id" integer NOT NULL,
	"level" integer NOT NULL,
	"letter_on" date NOT NULL,
	"recipient" text NOT NULL,
	"address" text,
	"words" text NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"fee" numeric(12, 2) DEFAULT '0' NOT NULL,
	"fee_invoice_id" integer,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "dunning_letter_level_known" CHECK (level between 1 and 3),
	CONSTRAINT "dunning_letter_total_positive" CHECK (total > 0 and fee >= 0),
	CONSTRAINT "dunning_fee_is_charged" CHECK ((fee > 0) = (fee_invoice_id is not null))
);
--> statement-breakpoint
CREATE TABLE "dunning_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dunning_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"letter_id" integer NOT NULL,
	"invoice_id" integer NOT NULL,
	"level" integer NOT NULL,
	"days_late" integer NOT NULL,
	"open_amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "dunning_line_level_known" CHECK (level between 1 and 3),
	CONSTRAINT "dunning_line_open" CHECK (open_amount > 0 and days_late > 0)
);
--> statement-breakpoint
ALTER TABLE "dunning_letters" ADD CONSTRAINT "dunning_letters_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dunning_letters" ADD CONSTRAINT "dunning_letters_fee_invoice_id_invoices_id_fk" FOREIGN KEY ("fee_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dunning_letters" ADD CONSTRAINT "dunning_letters_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dunning_lines" ADD CONSTRAINT "dunning_lines_letter_id_dunning_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."dunning_letters"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dunning_lines" ADD CONSTRAINT "dunning_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_letter_number_taken" ON "dunning_letters" USING btree ("letter_number");
--> statement-breakpoint
CREATE INDEX "dunning_letters_of_customer" ON "dunning_letters" USING btree ("customer_id","letter_on");
--> statement-breakpoint
CREATE UNIQUE INDEX "dunning_fee_of_one_letter" ON "dunning_letters" USING btree ("fee_invoice_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_reminded_once" ON "dunning_lines" USING btree ("invoice_id","level");
--> statement-breakpoint
CREATE INDEX "dunning_lines_of_letter" ON "dunning_lines" USING btree ("letter_id");
--> statement-breakpoint
comment on table dunning_letters is 'Reminders to customers as they were written.';
--> statement-breakpoint
comment on table dunning_lines is 'What each reminder was about; no invoice has one reminder twice.';
