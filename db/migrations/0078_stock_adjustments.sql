CREATE TABLE "stock_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sku_id" integer NOT NULL,
	"units" integer NOT NULL,
	"reason" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at" timestamptz DEFAULT now() NOT NULL,
	"decided_by" integer,
	"decided_at" timestamptz,
	"decision_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "stock_adjustment_status_known" CHECK (status in ('waiting', 'approved', 'rejected')),
	CONSTRAINT "stock_adjustment_moves" CHECK (units <> 0),
	CONSTRAINT "stock_adjustment_decided" CHECK ((status = 'waiting') = (decided_by is null))
);
--> statement-breakpoint
ALTER TABLE "stock_adjustments" ADD CONSTRAINT "stock_adjustments_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_adjustment_waits_once" ON "stock_adjustments" USING btree ("sku_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "stock_adjustments_of_sku" ON "stock_adjustments" USING btree ("sku_id","id");--> statement-breakpoint
comment on table stock_adjustments is
  'Adjustments by hand worth too much for one person, and what was decided about them.';
