CREATE TABLE "requisition_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requisition_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"requisition_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sku_id" integer,
	"description" text,
	"quantity" integer NOT NULL,
	"needed_by" date,
	"reason" text,
	"vendor_id" integer,
	"purchase_order_id" integer,
	CONSTRAINT "requisition_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "requisition_line_says_what" CHECK (sku_id is not null or description is not null)
);
--> statement-breakpoint
CREATE TABLE "requisitions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requisitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"requisition_number" varchar(50) collate "C" NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"reason" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "requisition_status_known" CHECK (status in ('draft', 'submitted', 'approved', 'ordered', 'rejected', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "requisition_items" ADD CONSTRAINT "requisition_items_requisition_id_requisitions_id_fk" FOREIGN KEY ("requisition_id") REFERENCES "public"."requisitions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "requisition_items" ADD CONSTRAINT "requisition_items_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "requisition_items" ADD CONSTRAINT "requisition_items_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "requisition_items" ADD CONSTRAINT "requisition_items_purchase_order_id_purchase_orders_id_fk" FOREIGN KEY ("purchase_order_id") REFERENCES "public"."purchase_orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "requisitions" ADD CONSTRAINT "requisitions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "requisition_line_once" ON "requisition_items" USING btree ("requisition_id","line_no");
--> statement-breakpoint
CREATE INDEX "requisition_items_of_sku" ON "requisition_items" USING btree ("sku_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "requisition_items_of_vendor" ON "requisition_items" USING btree ("vendor_id");
--> statement-breakpoint
CREATE INDEX "requisition_items_of_order" ON "requisition_items" USING btree ("purchase_order_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "requisition_number_taken" ON "requisitions" USING btree ("requisition_number");
--> statement-breakpoint
CREATE INDEX "requisitions_number_end" ON "requisitions" USING btree (reverse(requisition_number) collate "C");
--> statement-breakpoint
CREATE INDEX "requisitions_by_status" ON "requisitions" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "requisitions_by_creator" ON "requisitions" USING btree ("created_by","id");
