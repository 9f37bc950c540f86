CREATE TABLE "shipment_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shipment_id" integer NOT NULL,
	"sales_order_item_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"goods_amount" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_quantity_positive" CHECK (quantity >= 1)
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shipment_number" varchar(60) collate "C" NOT NULL,
	"sales_order_id" integer NOT NULL,
	"ship_date" date NOT NULL,
	"carrier" varchar(60),
	"tracking_number" varchar(100),
	"delivered_on" date,
	"goods_amount" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"shipping_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"total_amount" numeric(12, 2) NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "shipment_total_adds_up" CHECK (total_amount = goods_amount + tax_amount + shipping_amount),
	CONSTRAINT "shipment_delivered_after_it_left" CHECK (delivered_on >= ship_date)
);
--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "shipment_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "shipped_amount" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_items" ADD CONSTRAINT "shipment_items_sales_order_item_id_sales_order_items_id_fk" FOREIGN KEY ("sales_order_item_id") REFERENCES "public"."sales_order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_sales_order_id_sales_orders_id_fk" FOREIGN KEY ("sales_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_line_once" ON "shipment_items" USING btree ("shipment_id","sales_order_item_id");--> statement-breakpoint
CREATE INDEX "shipment_items_of_line" ON "shipment_items" USING btree ("sales_order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_number_taken" ON "shipments" USING btree ("shipment_number");--> statement-breakpoint
CREATE INDEX "shipments_of_order" ON "shipments" USING btree ("sales_order_id");--> statement-breakpoint
CREATE INDEX "shipments_by_tracking" ON "shipments" USING btree (lower(tracking_number) text_pattern_ops) WHERE tracking_number is not null;