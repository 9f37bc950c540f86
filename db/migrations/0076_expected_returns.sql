ALTER TABLE "wms_documents" DROP CONSTRAINT "wms_document_kind_known";--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "cancel_request" text;--> statement-breakpoint
ALTER TABLE "wms_connection" ADD COLUMN "takes_returns" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wms_exports" ADD COLUMN "answer" text;--> statement-breakpoint
CREATE INDEX "returns_asked_back" ON "returns" USING btree ("id") WHERE cancel_request is not null;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_cancel_request_in_warehouse" CHECK (cancel_request is null or (type = 'rma' and status = 'approved'));--> statement-breakpoint
ALTER TABLE "wms_documents" ADD CONSTRAINT "wms_document_kind_known" CHECK (kind in ('customer', 'item', 'movement', 'order', 'expected_receipt', 'expected_return'));--> statement-breakpoint
ALTER TABLE "wms_exports" ADD CONSTRAINT "wms_export_answer_known" CHECK (answer in ('accepted', 'pending', 'too_late'));