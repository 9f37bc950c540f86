CREATE TABLE "credit_memo_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_memo_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credit_memo_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"invoice_line_id" integer,
	"sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "credit_memo_line_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "credit_memo_line_not_negative" CHECK (least(unit_price, total_price, tax_amount) >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_memos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_memos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credit_memo_number" varchar(50) collate "C" GENERATED ALWAYS AS ('CM-' || (1000000 + id)::text) STORED NOT NULL,
	"customer_id" integer NOT NULL,
	"invoice_id" integer,
	"return_id" integer,
	"doc_date" date NOT NULL,
	"goods" numeric(12, 2) NOT NULL,
	"tax" numeric(12, 2) NOT NULL,
	"restocking_fee" numeric(12, 2) DEFAULT '0' NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"open_amount" numeric(12, 2) NOT NULL,
	"reason" text NOT NULL,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "credit_memo_total_adds_up" CHECK (total = goods + tax - restocking_fee),
	CONSTRAINT "credit_memo_total_positive" CHECK (total > 0),
	CONSTRAINT "credit_memo_parts_not_negative" CHECK (least(goods, tax, restocking_fee) >= 0),
	CONSTRAINT "credit_memo_open_within_total" CHECK (open_amount >= 0 and open_amount <= total)
);
--> statement-breakpoint
CREATE TABLE "customer_payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_number" varchar(50) collate "C" GENERATED ALWAYS AS ('PAY-' || (1000000 + id)::text) STORED NOT NULL,
	"customer_id" integer NOT NULL,
	"received_on" date NOT NULL,
	"method" text NOT NULL,
	"reference" varchar(100),
	"amount" numeric(12, 2) NOT NULL,
	"open_amount" numeric(12, 2) NOT NULL,
	"status" text DEFAULT 'posted' NOT NULL,
	"voided_on" date,
	"notes" text,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "customer_payment_status_known" CHECK (status in ('posted', 'void')),
	CONSTRAINT "payment_method_known" CHECK (method in ('check', 'ach', 'wire', 'card', 'cash')),
	CONSTRAINT "payment_amount_positive" CHECK (amount > 0),
	CONSTRAINT "payment_open_within_amount" CHECK (open_amount >= 0 and open_amount <= amount),
	CONSTRAINT "payment_void_has_its_day" CHECK ((status = 'void') = (voided_on is not null))
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sales_order_item_id" integer,
	"sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "invoice_line_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "invoice_line_total_adds_up" CHECK (total_price = round(quantity * unit_price, 2)),
	CONSTRAINT "invoice_line_tax_not_negative" CHECK (tax_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_number" varchar(50) collate "C" GENERATED ALWAYS AS ('INV-' || (1000000 + id)::text) STORED NOT NULL,
	"customer_id" integer NOT NULL,
	"sales_order_id" integer,
	"shipment_id" integer,
	"doc_date" date NOT NULL,
	"payment_terms" varchar(50) NOT NULL,
	"due_date" date NOT NULL,
	"discount_date" date,
	"discount_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"goods" numeric(12, 2) NOT NULL,
	"tax" numeric(12, 2) NOT NULL,
	"freight" numeric(12, 2) NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	"open_amount" numeric(12, 2) NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"dunning_level" integer DEFAULT 0 NOT NULL,
	"dunned_on" date,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoice_total_adds_up" CHECK (total = goods + tax + freight),
	CONSTRAINT "invoice_amounts_not_negative" CHECK (goods >= 0 and tax >= 0 and freight >= 0),
	CONSTRAINT "invoice_open_within_total" CHECK (open_amount >= 0 and open_amount <= total),
	CONSTRAINT "invoice_dunning_level_known" CHECK (dunning_level between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "receivable_applications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receivable_applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"payment_id" integer,
	"credit_memo_id" integer,
	"amount" numeric(12, 2) NOT NULL,
	"discount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"applied_on" date NOT NULL,
	"reversed_on" date,
	"reason" text,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "application_kind_known" CHECK (kind in ('payment', 'credit', 'write-off')),
	CONSTRAINT "application_amount_positive" CHECK (amount > 0 and discount >= 0),
	CONSTRAINT "application_has_its_source" CHECK (case kind
            when 'payment' then payment_id is not null and credit_memo_id is null
            when 'credit' then credit_memo_id is not null and payment_id is null
            else payment_id is null and credit_memo_id is null and reason is not null
          end and (discount = 0 or kind = 'payment'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"refund_number" varchar(50) collate "C" GENERATED ALWAYS AS ('REF-' || (1000000 + id)::text) STORED NOT NULL,
	"customer_id" integer NOT NULL,
	"payment_id" integer,
	"credit_memo_id" integer,
	"amount" numeric(12, 2) NOT NULL,
	"status" text DEFAULT 'prepared' NOT NULL,
	"reason" text NOT NULL,
	"released_on" date,
	"prepared_by" integer,
	"released_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "refund_status_known" CHECK (status in ('prepared', 'released', 'cancelled')),
	CONSTRAINT "refund_amount_positive" CHECK (amount > 0),
	CONSTRAINT "refund_has_one_source" CHECK (num_nonnulls(payment_id, credit_memo_id) = 1),
	CONSTRAINT "refund_release_has_its_day" CHECK ((status = 'released') = (released_on is not null))
);
--> statement-breakpoint
ALTER TABLE "credit_memo_lines" ADD CONSTRAINT "credit_memo_lines_credit_memo_id_credit_memos_id_fk" FOREIGN KEY ("credit_memo_id") REFERENCES "public"."credit_memos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_memo_lines" ADD CONSTRAINT "credit_memo_lines_invoice_line_id_invoice_lines_id_fk" FOREIGN KEY ("invoice_line_id") REFERENCES "public"."invoice_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_memo_lines" ADD CONSTRAINT "credit_memo_lines_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_memos" ADD CONSTRAINT "credit_memos_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_memos" ADD CONSTRAINT "credit_memos_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_memos" ADD CONSTRAINT "credit_memos_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_payments" ADD CONSTRAINT "customer_payments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable_applications" ADD CONSTRAINT "receivable_applications_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable_applications" ADD CONSTRAINT "receivable_applications_payment_id_customer_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."customer_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable_applications" ADD CONSTRAINT "receivable_applications_credit_memo_id_credit_memos_id_fk" FOREIGN KEY ("credit_memo_id") REFERENCES "public"."credit_memos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receivable_applications" ADD CONSTRAINT "receivable_applications_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_customer_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."customer_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_memo_id_credit_memos_id_fk" FOREIGN KEY ("credit_memo_id") REFERENCES "public"."credit_memos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_memo_line_once" ON "credit_memo_lines" USING btree ("credit_memo_id","line_no");--> statement-breakpoint
CREATE INDEX "credit_memo_lines_of_invoice_line" ON "credit_memo_lines" USING btree ("invoice_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_memo_number_taken" ON "credit_memos" USING btree ("credit_memo_number");--> statement-breakpoint
CREATE INDEX "credit_memos_of_customer" ON "credit_memos" USING btree ("customer_id","doc_date","id");--> statement-breakpoint
CREATE INDEX "credit_memos_of_invoice" ON "credit_memos" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_memos_by_day" ON "credit_memos" USING btree ("doc_date","id");--> statement-breakpoint
CREATE INDEX "credit_memos_open" ON "credit_memos" USING btree ("customer_id") WHERE open_amount > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_number_taken" ON "customer_payments" USING btree ("payment_number");--> statement-breakpoint
CREATE INDEX "payments_of_customer" ON "customer_payments" USING btree ("customer_id","received_on","id");--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "customer_payments" USING btree ("received_on","id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "customer_payments" USING btree ("customer_id") WHERE open_amount > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_once" ON "invoice_lines" USING btree ("invoice_id","line_no");--> statement-breakpoint
CREATE INDEX "invoice_lines_of_order_line" ON "invoice_lines" USING btree ("sales_order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number_taken" ON "invoices" USING btree ("invoice_number");--> statement-breakpoint
CREATE INDEX "invoices_of_customer" ON "invoices" USING btree ("customer_id","doc_date","id");--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("sales_order_id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("customer_id","due_date","open_amount") WHERE open_amount > 0;--> statement-breakpoint
CREATE INDEX "invoices_by_date" ON "invoices" USING btree ("doc_date","id","customer_id");--> statement-breakpoint
CREATE INDEX "invoices_by_due_date" ON "invoices" USING btree ("due_date","id","customer_id");--> statement-breakpoint
CREATE INDEX "applications_of_invoice" ON "receivable_applications" USING btree ("invoice_id","applied_on");--> statement-breakpoint
CREATE INDEX "applications_of_payment" ON "receivable_applications" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "applications_of_credit_memo" ON "receivable_applications" USING btree ("credit_memo_id");--> statement-breakpoint
CREATE INDEX "applications_by_day" ON "receivable_applications" USING btree ("applied_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_number_taken" ON "refunds" USING btree ("refund_number");--> statement-breakpoint
CREATE INDEX "refunds_of_customer" ON "refunds" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_of_credit_memo" ON "refunds" USING btree ("credit_memo_id");