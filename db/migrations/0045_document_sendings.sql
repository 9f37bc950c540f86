CREATE TABLE "document_sendings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_sendings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"record_id" integer NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"to_addresses" text NOT NULL,
	"cc_addresses" text,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"file_name" text NOT NULL,
	"paper" jsonb NOT NULL,
	"company" jsonb NOT NULL,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamptz DEFAULT now() NOT NULL,
	"last_error" text,
	"queued_by" integer NOT NULL,
	"queued_at" timestamptz DEFAULT now() NOT NULL,
	"sent_at" timestamptz,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sending_status_known" CHECK (status in ('queued', 'sent', 'failed')),
	CONSTRAINT "sending_name_known" CHECK (name in ('order-confirmation', 'invoice', 'credit-memo', 'purchase-order', 'return-form', 'statement')),
	CONSTRAINT "sending_sent_at" CHECK ((status = 'sent') = (sent_at is not null))
);
--> statement-breakpoint
ALTER TABLE "document_sendings" ADD CONSTRAINT "document_sendings_queued_by_users_id_fk" FOREIGN KEY ("queued_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_sendings_of_record" ON "document_sendings" USING btree ("name","record_id","id");--> statement-breakpoint
CREATE INDEX "document_sendings_of_user" ON "document_sendings" USING btree ("queued_by");--> statement-breakpoint
CREATE INDEX "document_sendings_due" ON "document_sendings" USING btree ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "document_sendings_message" ON "document_sendings" USING btree ("message_id");--> statement-breakpoint
comment on table document_sendings is 'Documents that were sent by e-mail, as they were then, and the queue of what is still to leave.';
