CREATE TABLE "edi_control_numbers" (
	"partner_id" integer NOT NULL,
	"direction" text NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "edi_control_numbers_partner_id_direction_pk" PRIMARY KEY("partner_id","direction"),
	CONSTRAINT "edi_control_direction_known" CHECK (direction in ('in', 'out')),
	CONSTRAINT "edi_control_fits" CHECK (last between 0 and 999999999)
);
--> statement-breakpoint
CREATE TABLE "edi_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "edi_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"interchange_id" integer NOT NULL,
	"set_id" varchar(3) NOT NULL,
	"group_control" text NOT NULL,
	"set_control" text NOT NULL,
	"sha256" text NOT NULL,
	"reference" text,
	"state" text NOT NULL,
	"reason" text,
	"needs_person" boolean DEFAULT false NOT NULL,
	"settled_at" timestamptz,
	"settled_by" integer,
	"note" text,
	"sales_order_id" integer,
	"tells" text,
	"body" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "edi_document_state_known" CHECK (state in ('taken', 'held', 'refused', 'cancelled', 'duplicate', 'rejected', 'exception', 'noted', 'waiting', 'accepted'))
);
--> statement-breakpoint
CREATE TABLE "edi_interchanges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "edi_interchanges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer,
	"direction" text NOT NULL,
	"control_number" integer NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"usage" varchar(1) NOT NULL,
	"state" text NOT NULL,
	"ta1" varchar(3),
	"reason" text,
	"file_name" text,
	"sha256" text NOT NULL,
	"raw" text NOT NULL,
	"answer_to" integer,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"sent_at" timestamptz,
	"acknowledged_at" timestamptz,
	CONSTRAINT "edi_interchange_direction_known" CHECK (direction in ('in', 'out')),
	CONSTRAINT "edi_interchange_state_known" CHECK (state in ('accepted', 'partial', 'rejected', 'refused', 'duplicate', 'quarantined', 'ready', 'sent', 'acknowledged'))
);
--> statement-breakpoint
CREATE TABLE "edi_partners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "edi_partners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text DEFAULT 'customer' NOT NULL,
	"customer_id" integer,
	"qualifier" varchar(2) NOT NULL,
	"identifier" varchar(15) NOT NULL,
	"own_qualifier" varchar(2) NOT NULL,
	"own_identifier" varchar(15) NOT NULL,
	"usage" varchar(1) NOT NULL,
	"unknown_sku" text DEFAULT 'drop' NOT NULL,
	"folder" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"keeper_id" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "edi_partner_kind_known" CHECK (kind in ('customer', 'warehouse')),
	CONSTRAINT "edi_usage_known" CHECK (usage in ('P', 'T')),
	CONSTRAINT "edi_unknown_sku_known" CHECK (unknown_sku in ('drop', 'hold')),
	CONSTRAINT "edi_partner_is_somebody" CHECK ((kind = 'customer') = (customer_id is not null))
);
--> statement-breakpoint
ALTER TABLE "edi_control_numbers" ADD CONSTRAINT "edi_control_numbers_partner_id_edi_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."edi_partners"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_interchange_id_edi_interchanges_id_fk" FOREIGN KEY ("interchange_id") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_documents" ADD CONSTRAINT "edi_documents_sales_order_id_sales_orders_id_fk" FOREIGN KEY ("sales_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_partner_id_edi_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."edi_partners"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_answer_to_edi_interchanges_id_fk" FOREIGN KEY ("answer_to") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_partners" ADD CONSTRAINT "edi_partners_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edi_partners" ADD CONSTRAINT "edi_partners_keeper_id_users_id_fk" FOREIGN KEY ("keeper_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "edi_documents_of_interchange" ON "edi_documents" USING btree ("interchange_id");
--> statement-breakpoint
CREATE INDEX "edi_documents_of_order" ON "edi_documents" USING btree ("sales_order_id");
--> statement-breakpoint
CREATE INDEX "edi_documents_by_settler" ON "edi_documents" USING btree ("settled_by");
--> statement-breakpoint
CREATE INDEX "edi_documents_by_set" ON "edi_documents" USING btree ("set_id","id");
--> statement-breakpoint
CREATE INDEX "edi_documents_same" ON "edi_documents" USING btree ("sha256");
--> statement-breakpoint
CREATE INDEX "edi_documents_open" ON "edi_documents" USING btree ("id") WHERE needs_person and settled_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "edi_document_tells_once" ON "edi_documents" USING btree ("tells") WHERE tells is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "edi_interchange_once" ON "edi_interchanges" USING btree ("partner_id","direction","epoch","control_number") WHERE state not in ('refused', 'duplicate', 'quarantined');
--> statement-breakpoint
CREATE INDEX "edi_interchanges_answering" ON "edi_interchanges" USING btree ("answer_to");
--> statement-breakpoint
CREATE INDEX "edi_interchanges_by_creator" ON "edi_interchanges" USING btree ("created_by");
--> statement-breakpoint
CREATE INDEX "edi_interchanges_ready" ON "edi_interchanges" USING btree ("partner_id","id") WHERE state = 'ready';
--> statement-breakpoint
CREATE INDEX "edi_interchanges_unanswered" ON "edi_interchanges" USING btree ("sent_at") WHERE state = 'sent';
--> statement-breakpoint
CREATE UNIQUE INDEX "edi_partner_taken" ON "edi_partners" USING btree ("qualifier","identifier");
--> statement-breakpoint
CREATE UNIQUE INDEX "edi_folder_taken" ON "edi_partners" USING btree ("folder") WHERE folder is not null;
--> statement-breakpoint
CREATE INDEX "edi_partners_of_customer" ON "edi_partners" USING btree ("customer_id");
--> statement-breakpoint
CREATE INDEX "edi_partners_of_keeper" ON "edi_partners" USING btree ("keeper_id");
--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "x12_identifier" text;
--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "x12_own_identifier" text;
--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "x12_usage" text DEFAULT 'P' NOT NULL;
--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "host_key" text;
--> statement-breakpoint
ALTER TABLE "wms_connection" ADD CONSTRAINT "wms_x12_usage_known" CHECK (x12_usage in ('P', 'T'));
