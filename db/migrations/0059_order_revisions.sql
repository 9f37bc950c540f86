CREATE TABLE "sales_order_revision_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_order_revision_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"revision_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"quantity_before" integer,
	"quantity_after" integer NOT NULL,
	"price_before" numeric(12, 2),
	"price_after" numeric(12, 2) NOT NULL,
	"source_before" text,
	"source_after" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "revision_quantity_not_negative" CHECK (quantity_after >= 0 and quantity_before >= 0),
	CONSTRAINT "revision_line_before_is_whole" CHECK ((quantity_before is null) = (price_before is null)
          and (quantity_before is null) = (source_before is null))
);
--> statement-breakpoint
CREATE TABLE "sales_order_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_order_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_order_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" integer,
	"reason" text,
	"total_before" numeric(12, 2) NOT NULL,
	"total_after" numeric(12, 2) NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "sales_order_revision_positive" CHECK (revision >= 1)
);
--> statement-breakpoint
ALTER TABLE "sales_orders" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_order_revision_lines" ADD CONSTRAINT "sales_order_revision_lines_revision_id_sales_order_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."sales_order_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_revision_lines" ADD CONSTRAINT "sales_order_revision_lines_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_revisions" ADD CONSTRAINT "sales_order_revisions_sales_order_id_sales_orders_id_fk" FOREIGN KEY ("sales_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_revisions" ADD CONSTRAINT "sales_order_revisions_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_revision_line_once" ON "sales_order_revision_lines" USING btree ("revision_id","line_no");--> statement-breakpoint
CREATE INDEX "sales_order_revision_lines_of_sku" ON "sales_order_revision_lines" USING btree ("sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_revision_once" ON "sales_order_revisions" USING btree ("sales_order_id","revision");--> statement-breakpoint
CREATE INDEX "sales_order_revisions_by_user" ON "sales_order_revisions" USING btree ("changed_by");--> statement-breakpoint
create trigger sales_order_revisions_append_only before update or delete on sales_order_revisions
  for each row execute function forbid_change();
--> statement-breakpoint
create trigger sales_order_revision_lines_append_only
  before update or delete on sales_order_revision_lines
  for each row execute function forbid_change();
--> statement-breakpoint
comment on table sales_order_revisions is 'Who changed an order that the warehouse had, when and why.';
--> statement-breakpoint
comment on table sales_order_revision_lines is 'The lines of a revision, before and after it.';
