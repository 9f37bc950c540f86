CREATE TABLE "payable_applications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payable_applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"source_id" integer NOT NULL,
	"bill_id" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"discount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"applied_on" date NOT NULL,
	"reversed_on" date,
	CONSTRAINT "payable_application_source_known" CHECK (source in ('payment', 'credit')),
	CONSTRAINT "payable_application_positive" CHECK (amount > 0 and discount >= 0 and (source = 'payment' or discount = 0)),
	CONSTRAINT "payable_application_in_order" CHECK (reversed_on is null or reversed_on >= applied_on)
);
--> statement-breakpoint
CREATE TABLE "vendor_bill_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_bill_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vendor_bill_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"purchase_order_id" integer,
	"purchase_order_item_id" integer,
	"description" text NOT NULL,
	"account" text,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	CONSTRAINT "vendor_bill_line_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "vendor_bill_line_price_not_negative" CHECK (unit_price >= 0),
	CONSTRAINT "vendor_bill_line_adds_up" CHECK (total_price = round(quantity * unit_price, 2)),
	CONSTRAINT "vendor_bill_line_has_its_account" CHECK ((purchase_order_id is null) = (account is not null)
        and (purchase_order_item_id is null or purchase_order_id is not null)
        and (account is null or account in ('inventory', 'costOfGoods', 'scrap')))
);
--> statement-breakpoint
CREATE TABLE "vendor_bills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_bills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bill_number" varchar(50) NOT NULL,
	"vendor_id" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"doc_date" date NOT NULL,
	"due_date" date NOT NULL,
	"terms" text NOT NULL,
	"discount_date" date,
	"discount_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"subtotal" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"total_amount" numeric(12, 2) NOT NULL,
	"settled_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"posted_on" date,
	"voided_on" date,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vendor_bill_status_known" CHECK (status in ('draft', 'matched', 'blocked', 'posted', 'void')),
	CONSTRAINT "vendor_bill_adds_up" CHECK (total_amount = subtotal + tax_amount and subtotal >= 0 and tax_amount >= 0
        and total_amount > 0),
	CONSTRAINT "vendor_bill_not_overpaid" CHECK (settled_amount between 0 and total_amount
        and (settled_amount = 0 or status = 'posted')),
	CONSTRAINT "vendor_bill_discount_within" CHECK (discount_amount between 0 and subtotal),
	CONSTRAINT "vendor_bill_posted_on_a_day" CHECK (case status when 'posted' then posted_on is not null and voided_on is null
            when 'void' then voided_on is not null else posted_on is null end)
);
--> statement-breakpoint
CREATE TABLE "vendor_credits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_credits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credit_number" text NOT NULL,
	"vendor_id" integer NOT NULL,
	"return_id" integer NOT NULL,
	"posted_on" date NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"applied_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vendor_credit_not_overused" CHECK (amount > 0 and applied_amount between 0 and amount)
);
--> statement-breakpoint
CREATE TABLE "vendor_payment_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_payment_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"bill_id" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"discount" numeric(12, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "vendor_payment_line_positive" CHECK (amount > 0 and discount >= 0)
);
--> statement-breakpoint
CREATE TABLE "vendor_payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_number" varchar(50) collate "C" NOT NULL,
	"vendor_id" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"method" text NOT NULL,
	"reference" text,
	"paid_on" date NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"discount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"notes" text,
	"released_by" integer,
	"posted_on" date,
	"voided_on" date,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vendor_payment_status_known" CHECK (status in ('draft', 'posted', 'void')),
	CONSTRAINT "vendor_payment_method_known" CHECK (method in ('check', 'ach', 'wire', 'card')),
	CONSTRAINT "vendor_payment_positive" CHECK (amount > 0 and discount >= 0),
	CONSTRAINT "vendor_payment_released" CHECK (case status when 'posted' then posted_on is not null and released_by is not null
            when 'draft' then posted_on is null and released_by is null
            else voided_on is not null end)
);
--> statement-breakpoint
ALTER TABLE "payable_applications" ADD CONSTRAINT "payable_applications_bill_id_vendor_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."vendor_bills"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_bill_lines" ADD CONSTRAINT "vendor_bill_lines_vendor_bill_id_vendor_bills_id_fk" FOREIGN KEY ("vendor_bill_id") REFERENCES "public"."vendor_bills"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_bill_lines" ADD CONSTRAINT "vendor_bill_lines_purchase_order_id_purchase_orders_id_fk" FOREIGN KEY ("purchase_order_id") REFERENCES "public"."purchase_orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_bill_lines" ADD CONSTRAINT "vendor_bill_lines_purchase_order_item_id_purchase_order_items_id_fk" FOREIGN KEY ("purchase_order_item_id") REFERENCES "public"."purchase_order_items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_bills" ADD CONSTRAINT "vendor_bills_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_bills" ADD CONSTRAINT "vendor_bills_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_credits" ADD CONSTRAINT "vendor_credits_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_credits" ADD CONSTRAINT "vendor_credits_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_payment_lines" ADD CONSTRAINT "vendor_payment_lines_payment_id_vendor_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."vendor_payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_payment_lines" ADD CONSTRAINT "vendor_payment_lines_bill_id_vendor_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."vendor_bills"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_payments" ADD CONSTRAINT "vendor_payments_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_payments" ADD CONSTRAINT "vendor_payments_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_payments" ADD CONSTRAINT "vendor_payments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "payable_application_once" ON "payable_applications" USING btree ("source","source_id","bill_id") WHERE reversed_on is null;
--> statement-breakpoint
CREATE INDEX "payable_applications_of_bill" ON "payable_applications" USING btree ("bill_id");
--> statement-breakpoint
CREATE INDEX "payable_applications_by_day" ON "payable_applications" USING btree ("applied_on");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_bill_line_once" ON "vendor_bill_lines" USING btree ("vendor_bill_id","line_no");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_bill_order_line_once" ON "vendor_bill_lines" USING btree ("vendor_bill_id","purchase_order_item_id");
--> statement-breakpoint
CREATE INDEX "vendor_bill_lines_of_order" ON "vendor_bill_lines" USING btree ("purchase_order_id");
--> statement-breakpoint
CREATE INDEX "vendor_bill_lines_of_order_line" ON "vendor_bill_lines" USING btree ("purchase_order_item_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_bill_number_taken" ON "vendor_bills" USING btree ("vendor_id",lower(bill_number)) WHERE status <> 'void';
--> statement-breakpoint
CREATE INDEX "vendor_bills_by_status" ON "vendor_bills" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "vendor_bills_by_due" ON "vendor_bills" USING btree ("due_date","id","status");
--> statement-breakpoint
CREATE INDEX "vendor_bills_by_date" ON "vendor_bills" USING btree ("doc_date","id");
--> statement-breakpoint
CREATE INDEX "vendor_bills_by_number" ON "vendor_bills" USING btree (lower(bill_number));
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_credit_of_return_once" ON "vendor_credits" USING btree ("return_id");
--> statement-breakpoint
CREATE INDEX "vendor_credits_of_vendor" ON "vendor_credits" USING btree ("vendor_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_payment_bill_once" ON "vendor_payment_lines" USING btree ("payment_id","bill_id");
--> statement-breakpoint
CREATE INDEX "vendor_payment_lines_of_bill" ON "vendor_payment_lines" USING btree ("bill_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_payment_number_taken" ON "vendor_payments" USING btree ("payment_number");
--> statement-breakpoint
CREATE INDEX "vendor_payments_of_vendor" ON "vendor_payments" USING btree ("vendor_id","id");
--> statement-breakpoint
CREATE INDEX "vendor_payments_by_status" ON "vendor_payments" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "vendor_payments_by_day" ON "vendor_payments" USING btree ("paid_on","id");
