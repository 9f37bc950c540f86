CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" varchar(255) NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"body_sha256" "bytea" NOT NULL,
	"state" text DEFAULT 'in_flight' NOT NULL,
	"response_status" integer,
	"response_body" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "idempotency_state_known" CHECK (state in ('in_flight', 'done'))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" text PRIMARY KEY NOT NULL,
	"next" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"topic" text NOT NULL,
	"aggregate" text NOT NULL,
	"aggregate_id" integer NOT NULL,
	"aggregate_version" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"next_attempt_at" timestamptz DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamptz,
	"dead_at" timestamptz
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"actor_id" integer,
	"channel" text DEFAULT 'screen' NOT NULL,
	"reason" text,
	"request_id" text,
	"at" timestamptz DEFAULT now() NOT NULL,
	"changes" jsonb
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_sha256" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"last_seen_at" timestamptz DEFAULT now() NOT NULL,
	"address" text,
	"user_agent" varchar(300)
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text NOT NULL,
	"bucket_start" timestamptz NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sign_in_failures_pk" PRIMARY KEY("subject","bucket_start")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" varchar(50) NOT NULL,
	"email" varchar(254) NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "user_role_known" CHECK (role in ('admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance', 'viewer', 'user'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_code" varchar(50) NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"billing_address" text,
	"website" text,
	"notes" text,
	"credit_limit" numeric(12, 2) DEFAULT '0' NOT NULL,
	"current_balance" numeric(12, 2) DEFAULT '0' NOT NULL,
	"open_order_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"credit_status" text DEFAULT 'normal' NOT NULL,
	"payment_terms" varchar(50) DEFAULT 'net-30' NOT NULL,
	"price_level" varchar(20) DEFAULT 'standard' NOT NULL,
	"tax_exempt" boolean DEFAULT false NOT NULL,
	"tax_exempt_number" varchar(50),
	"allow_backorder" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "credit_limit_not_negative" CHECK (credit_limit >= 0),
	CONSTRAINT "open_orders_not_negative" CHECK (open_order_amount >= 0),
	CONSTRAINT "credit_status_known" CHECK (credit_status in ('normal', 'blocked')),
	CONSTRAINT "price_level_known" CHECK (price_level in ('standard', 'tier1', 'tier2', 'tier3')),
	CONSTRAINT "tax_exempt_with_number" CHECK (not tax_exempt or tax_exempt_number is not null)
);
--> statement-breakpoint
CREATE TABLE "order_drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"form" jsonb NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_pricing" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_pricing_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"contract_price" numeric(12, 2) NOT NULL,
	"effective_date" date NOT NULL,
	"expiration_date" date,
	"minimum_quantity" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contract_price_not_negative" CHECK (contract_price >= 0),
	CONSTRAINT "contract_minimum_positive" CHECK (minimum_quantity >= 1),
	CONSTRAINT "contract_days_in_order" CHECK (expiration_date >= effective_date)
);
--> statement-breakpoint
CREATE TABLE "sales_order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_order_id" integer NOT NULL,
	"line_no" integer NOT NULL,
	"sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" numeric(12, 2) NOT NULL,
	"price_source" text NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"tax_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"qty_reserved" integer DEFAULT 0 NOT NULL,
	"qty_backordered" integer DEFAULT 0 NOT NULL,
	"qty_shipped" integer DEFAULT 0 NOT NULL,
	"qty_cancelled" integer DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "line_quantity_not_negative" CHECK (quantity >= 0),
	CONSTRAINT "line_price_not_negative" CHECK (unit_price >= 0),
	CONSTRAINT "line_total_adds_up" CHECK (total_price = round(quantity * unit_price, 2)),
	CONSTRAINT "line_price_source_known" CHECK (price_source in ('contract', 'tier1', 'tier2', 'tier3', 'standard')),
	CONSTRAINT "line_quantities_add_up" CHECK (qty_reserved >= 0 and qty_backordered >= 0 and qty_shipped >= 0 and qty_cancelled >= 0
          and qty_reserved + qty_backordered + qty_shipped <= quantity)
);
--> statement-breakpoint
CREATE TABLE "sales_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" varchar(50) NOT NULL,
	"customer_id" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"hold_reason" text,
	"order_source" varchar(20) DEFAULT 'web' NOT NULL,
	"order_date" date NOT NULL,
	"ship_date" date,
	"total_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"subtotal" numeric(12, 2) DEFAULT '0' NOT NULL,
	"tax_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"shipping_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"shipping_address" text,
	"billing_address" text,
	"customer_po" varchar(50),
	"notes" text,
	"header_only" boolean DEFAULT false NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sales_order_status_known" CHECK (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "sales_order_hold_known" CHECK (hold_reason in ('credit', 'stock', 'price', 'address', 'manual')),
	CONSTRAINT "order_source_known" CHECK (order_source in ('web', 'phone', 'csv', 'edi', 'api', 'mobile')),
	CONSTRAINT "sales_order_total_adds_up" CHECK (total_amount = subtotal + tax_amount + shipping_amount)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"updated_by" integer
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"rate" numeric(7, 6) NOT NULL,
	"effective_date" date NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rate_is_share" CHECK (rate >= 0 and rate <= 1)
);
--> statement-breakpoint
CREATE TABLE "skus" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "skus_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sku" varchar(100) NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"category" text,
	"unit_of_measure" varchar(10) DEFAULT 'EA' NOT NULL,
	"cost" numeric(12, 2) DEFAULT '0' NOT NULL,
	"price" numeric(12, 2) DEFAULT '0' NOT NULL,
	"tier1_price" numeric(12, 2),
	"tier2_price" numeric(12, 2),
	"tier3_price" numeric(12, 2),
	"minimum_stock" integer DEFAULT 0 NOT NULL,
	"current_stock" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"on_order" integer DEFAULT 0 NOT NULL,
	"last_inventory_update" timestamptz,
	"barcode" varchar(50),
	"wms_location" varchar(100),
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cost_not_negative" CHECK (cost >= 0),
	CONSTRAINT "price_not_negative" CHECK (price >= 0),
	CONSTRAINT "tier_prices_not_negative" CHECK (coalesce(tier1_price, 0) >= 0 and coalesce(tier2_price, 0) >= 0 and coalesce(tier3_price, 0) >= 0),
	CONSTRAINT "reserved_not_negative" CHECK (reserved >= 0),
	CONSTRAINT "on_order_not_negative" CHECK (on_order >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sku_id" integer NOT NULL,
	"kind" text NOT NULL,
	"on_hand_delta" integer DEFAULT 0 NOT NULL,
	"reserved_delta" integer DEFAULT 0 NOT NULL,
	"on_order_delta" integer DEFAULT 0 NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" integer NOT NULL,
	"ref_line" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"dedupe_key" text NOT NULL,
	"occurred_at" timestamptz DEFAULT now() NOT NULL,
	"created_by" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "stock_move_kind_known" CHECK (kind in ('reserve', 'release', 'ship', 'receive', 'return', 'adjust', 'wms_adjust', 'order', 'close'))
);
--> statement-breakpoint
CREATE TABLE "vendors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vendors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vendor_code" varchar(50) NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"website" text,
	"contact_name" text,
	"notes" text,
	"payment_terms" varchar(50),
	"tax_id" varchar(50),
	"lead_time_days" integer,
	"minimum_order_quantity" integer,
	"preferred_rank" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lead_time_not_negative" CHECK (lead_time_days >= 0),
	CONSTRAINT "minimum_order_not_negative" CHECK (minimum_order_quantity >= 0)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_pricing" ADD CONSTRAINT "contract_pricing_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_pricing" ADD CONSTRAINT "contract_pricing_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_items" ADD CONSTRAINT "sales_order_items_sales_order_id_sales_orders_id_fk" FOREIGN KEY ("sales_order_id") REFERENCES "public"."sales_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_order_items" ADD CONSTRAINT "sales_order_items_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_orders" ADD CONSTRAINT "sales_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_version_once" ON "outbox" USING btree ("topic","aggregate","aggregate_id","aggregate_version");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE sent_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "audit_log_of_record" ON "audit_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "username_taken" ON "users" USING btree (lower(username));--> statement-breakpoint
CREATE UNIQUE INDEX "email_taken" ON "users" USING btree (lower(email));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_code_taken" ON "customers" USING btree (lower(customer_code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_name" ON "customers" USING btree ("name");--> statement-breakpoint
CREATE INDEX "order_drafts_of_user" ON "order_drafts" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "contract_pricing_of_customer" ON "contract_pricing" USING btree ("customer_id","sku_id");--> statement-breakpoint
CREATE INDEX "contract_pricing_of_sku" ON "contract_pricing" USING btree ("sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_line_once" ON "sales_order_items" USING btree ("sales_order_id","line_no");--> statement-breakpoint
CREATE INDEX "sales_order_items_of_sku" ON "sales_order_items" USING btree ("sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_order_number_taken" ON "sales_orders" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "sales_orders_of_customer" ON "sales_orders" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "sales_orders_by_creator" ON "sales_orders" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "sales_orders_customer_po" ON "sales_orders" USING btree (lower(customer_po)) WHERE customer_po is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rate_taken" ON "tax_rates" USING btree (lower(country),lower(state),effective_date);--> statement-breakpoint
CREATE UNIQUE INDEX "sku_taken" ON "skus" USING btree (lower(sku)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "skus_name" ON "skus" USING btree ("name");--> statement-breakpoint
CREATE INDEX "skus_barcode" ON "skus" USING btree ("barcode");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_move_once" ON "stock_moves" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "stock_moves_of_sku" ON "stock_moves" USING btree ("sku_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_code_taken" ON "vendors" USING btree (lower(vendor_code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vendors_name" ON "vendors" USING btree ("name");