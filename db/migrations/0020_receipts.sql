CREATE TABLE "receipt_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipt_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"receipt_id" integer NOT NULL,
	"purchase_order_item_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	CONSTRAINT "receipt_quantity_positive" CHECK (quantity >= 1),
	CONSTRAINT "receipt_item_amount_not_negative" CHECK (amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purchase_order_id" integer NOT NULL,
	"receipt_no" integer NOT NULL,
	"received_on" date NOT NULL,
	"delivery_note" text,
	"amount" numeric(12, 2) NOT NULL,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_number_positive" CHECK (receipt_no >= 1),
	CONSTRAINT "receipt_amount_not_negative" CHECK (amount >= 0)
);
--> statement-breakpoint
ALTER TABLE "purchase_order_items" DROP CONSTRAINT "purchase_line_quantities_add_up";--> statement-breakpoint
ALTER TABLE "receipt_items" ADD CONSTRAINT "receipt_items_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_items" ADD CONSTRAINT "receipt_items_purchase_order_item_id_purchase_order_items_id_fk" FOREIGN KEY ("purchase_order_item_id") REFERENCES "public"."purchase_order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_purchase_order_id_purchase_orders_id_fk" FOREIGN KEY ("purchase_order_id") REFERENCES "public"."purchase_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_item_once" ON "receipt_items" USING btree ("receipt_id","purchase_order_item_id");--> statement-breakpoint
CREATE INDEX "receipt_items_of_line" ON "receipt_items" USING btree ("purchase_order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_once" ON "receipts" USING btree ("purchase_order_id","receipt_no");--> statement-breakpoint
CREATE INDEX "receipts_by_day" ON "receipts" USING btree ("received_on","id");--> statement-breakpoint
ALTER TABLE "purchase_order_items" ADD CONSTRAINT "purchase_line_quantities_add_up" CHECK (qty_received >= 0 and qty_cancelled >= 0
        and qty_received + qty_cancelled <= quantity + quantity / 10);