ALTER TABLE "customers" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "contact_role" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "contact_phone" text;