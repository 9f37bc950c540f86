CREATE TABLE "stock_shortages" (
	"sku_id" integer PRIMARY KEY NOT NULL,
	"units" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "shortage_is_some" CHECK (units > 0)
);
--> statement-breakpoint
CREATE TABLE "wms_connection" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"url" text,
	"token" text,
	"webhook_secret" text,
	"schedule_minutes" integer DEFAULT 15 NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"next_run_at" timestamptz,
	"events_cursor" text,
	"movements_from" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure_at" timestamptz,
	"last_failure" text,
	"unreachable_since" timestamptz,
	"last_api_at" timestamptz,
	"last_webhook_at" timestamptz,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wms_connection_one" CHECK (id = 1),
	CONSTRAINT "wms_schedule_sensible" CHECK (schedule_minutes between 1 and 1440)
);
--> statement-breakpoint
CREATE TABLE "wms_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"code" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"updated_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "wms_document_kind_known" CHECK (kind in ('customer', 'item', 'movement', 'order', 'expected_receipt')),
	CONSTRAINT "wms_document_state_known" CHECK (state in ('open', 'cancel_requested', 'cancelled', 'too_late', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "wms_drift" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_drift_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"snapshot_id" text NOT NULL,
	"as_of" timestamptz NOT NULL,
	"sku_id" integer NOT NULL,
	"class" text NOT NULL,
	"expected" integer NOT NULL,
	"reported" integer NOT NULL,
	"committed_expected" integer NOT NULL,
	"committed_reported" integer,
	"on_order_expected" integer NOT NULL,
	"on_order_reported" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "wms_drift_class_known" CHECK (class in ('timing', 'drift', 'big'))
);
--> statement-breakpoint
CREATE TABLE "wms_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"code" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"sent_at" timestamptz,
	CONSTRAINT "wms_export_state_known" CHECK (state in ('waiting', 'sent', 'failed', 'dismissed')),
	CONSTRAINT "wms_export_action_known" CHECK (action in ('upsert', 'original', 'change', 'cancel', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "wms_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"message_id" bigint,
	"state" text NOT NULL,
	"data" jsonb NOT NULL,
	"results" jsonb,
	"reason" text,
	"attempts" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"applied_at" timestamptz,
	CONSTRAINT "wms_import_state_known" CHECK (state in ('applied', 'partial', 'parked', 'failed', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "wms_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" integer,
	"direction" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text,
	"status" text NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"sha256" text NOT NULL,
	"body" text NOT NULL,
	"answer" text,
	"error" text,
	"took_ms" integer,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "wms_message_direction_known" CHECK (direction in ('in', 'out')),
	CONSTRAINT "wms_message_channel_known" CHECK (channel in ('api', 'webhook')),
	CONSTRAINT "wms_message_status_known" CHECK (status in ('accepted', 'partial', 'rejected', 'parked', 'stale', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "wms_problems" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"data_type" text NOT NULL,
	"direction" text NOT NULL,
	"key" text NOT NULL,
	"record" text NOT NULL,
	"link" text,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"proposal" text,
	"export_id" bigint,
	"import_id" integer,
	"attempts" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"first_seen_at" timestamptz DEFAULT now() NOT NULL,
	"last_seen_at" timestamptz DEFAULT now() NOT NULL,
	"ended_at" timestamptz,
	"ended_by" integer,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "wms_problem_kind_known" CHECK (kind in ('export', 'import', 'drift', 'short', 'connection')),
	CONSTRAINT "wms_problem_type_known" CHECK (data_type in ('customers', 'orders', 'inventory', 'purchase_orders')),
	CONSTRAINT "wms_problem_direction_known" CHECK (direction in ('export', 'import')),
	CONSTRAINT "wms_problem_state_known" CHECK (state in ('open', 'solved', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "wms_run_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_run_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"data_type" text NOT NULL,
	"is_success" boolean NOT NULL,
	"processed" integer NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"started_at" timestamptz NOT NULL,
	"ended_at" timestamptz NOT NULL,
	CONSTRAINT "wms_run_step_type_known" CHECK (data_type in ('customers', 'orders', 'inventory', 'purchase_orders'))
);
--> statement-breakpoint
CREATE TABLE "wms_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wms_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"started_from" text NOT NULL,
	"started_by" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"is_cancel_asked" boolean DEFAULT false NOT NULL,
	"progress" jsonb,
	"error" text,
	"leased_until" timestamptz,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"started_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "wms_run_job_known" CHECK (job in ('full', 'customers', 'orders', 'inventory', 'shipments')),
	CONSTRAINT "wms_run_state_known" CHECK (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "wms_run_start_known" CHECK (started_from in ('person', 'schedule', 'webhook'))
);
--> statement-breakpoint
ALTER TABLE "stock_shortages" ADD CONSTRAINT "stock_shortages_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_drift" ADD CONSTRAINT "wms_drift_sku_id_skus_id_fk" FOREIGN KEY ("sku_id") REFERENCES "public"."skus"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_imports" ADD CONSTRAINT "wms_imports_message_id_wms_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."wms_messages"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_messages" ADD CONSTRAINT "wms_messages_run_id_wms_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."wms_runs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_problems" ADD CONSTRAINT "wms_problems_export_id_wms_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."wms_exports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_problems" ADD CONSTRAINT "wms_problems_import_id_wms_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."wms_imports"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_problems" ADD CONSTRAINT "wms_problems_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_run_steps" ADD CONSTRAINT "wms_run_steps_run_id_wms_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."wms_runs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wms_runs" ADD CONSTRAINT "wms_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_document_once" ON "wms_documents" USING btree ("kind","record_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_drift_once" ON "wms_drift" USING btree ("snapshot_id","sku_id");
--> statement-breakpoint
CREATE INDEX "wms_drift_of_sku" ON "wms_drift" USING btree ("sku_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_export_once" ON "wms_exports" USING btree ("kind","record_id","version");
--> statement-breakpoint
CREATE INDEX "wms_exports_waiting" ON "wms_exports" USING btree ("kind","id") WHERE state in ('waiting', 'failed');
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_import_once" ON "wms_imports" USING btree ("kind","external_id");
--> statement-breakpoint
CREATE INDEX "wms_imports_open" ON "wms_imports" USING btree ("id") WHERE state in ('parked', 'failed');
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_message_once" ON "wms_messages" USING btree ("external_id") WHERE direction = 'in' and external_id is not null;
--> statement-breakpoint
CREATE INDEX "wms_messages_by_kind" ON "wms_messages" USING btree ("kind","id");
--> statement-breakpoint
CREATE INDEX "wms_messages_by_moment" ON "wms_messages" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "wms_messages_of_run" ON "wms_messages" USING btree ("run_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_problem_open_once" ON "wms_problems" USING btree ("key") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "wms_problems_by_state" ON "wms_problems" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "wms_run_steps_of_run" ON "wms_run_steps" USING btree ("run_id");
--> statement-breakpoint
CREATE INDEX "wms_run_steps_of_type" ON "wms_run_steps" USING btree ("data_type","ended_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "wms_run_waits_once" ON "wms_runs" USING btree ("job") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "wms_runs_open" ON "wms_runs" USING btree ("id") WHERE state in ('waiting', 'running');
