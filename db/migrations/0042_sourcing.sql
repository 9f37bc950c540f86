CREATE TABLE "vendor_certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vendor_id" integer NOT NULL,
	"name" text NOT NULL,
	"number" text,
	"category" text,
	"valid_from" date,
	"expires_on" date NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vendor_certificate_ends_after_it_begins" CHECK (valid_from <= expires_on)
);
--> statement-breakpoint
CREATE TABLE "vendor_skus" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendor_skus_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vendor_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"rank" integer DEFAULT 1 NOT NULL,
	"vendor_item" text,
	"unit_price" numeric(12, 2),
	"lead_time_days" integer,
	"minimum_quantity" integer,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vendor_sku_rank_positive" CHECK (rank >= 1),
	CONSTRAINT "vendor_sku_price_not_negative" CHECK (unit_price >= 0),
	CONSTRAINT "vendor_sku_lead_time_not_negative" CHECK (lead_time_days >= 0),
	CONSTRAINT "vendor_sku_minimum_positive" CHECK (minimum_quantity >= 1)
);
--> statement-breakpoint
ALTER TABLE "vendor_certificates" ADD CONSTRAINT "vendor_certificates_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_skus" ADD CONSTRAINT "vendor_skus_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vendor_skus" ADD CONSTRAINT "vendor_skus_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "vendor_certificates_of_vendor" ON "vendor_certificates" USING btree ("vendor_id","expires_on");
--> statement-breakpoint
CREATE INDEX "vendor_certificates_by_end" ON "vendor_certificates" USING btree ("expires_on");
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_sku_once" ON "vendor_skus" USING btree ("vendor_id","sku_id");
--> statement-breakpoint
CREATE INDEX "vendor_skus_of_sku" ON "vendor_skus" USING btree ("sku_id","rank","id");
--> statement-breakpoint
comment on table vendor_skus is 'What a vendor offers of a SKU, in the order we buy.';
--> statement-breakpoint
comment on table vendor_certificates is 'Papers that vendors hold until a day, for some SKUs or all.';
