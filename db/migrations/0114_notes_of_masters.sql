ALTER TABLE "customers" drop column "search_text";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (replace(lower(' ' || customer_code || ' ' ||
        regexp_replace(customer_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '') || chr(31) || ' ' ||
        regexp_replace(coalesce(notes, ''), '\s+', ' ', 'g')), ' ', '  ')) STORED;--> statement-breakpoint
ALTER TABLE "vendors" drop column "search_text";--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "search_text" text GENERATED ALWAYS AS (replace(lower(' ' || vendor_code || ' ' ||
        regexp_replace(vendor_code, '[^A-Za-z0-9]', '', 'g') || ' ' || name || ' ' ||
        email || ' ' || coalesce(phone, '') || ' ' ||
        regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' ||
        coalesce(city, '') || ' ' || coalesce(contact_name, '') || chr(31) || ' ' ||
        regexp_replace(coalesce(notes, ''), '\s+', ' ', 'g')), ' ', '  ')) STORED;--> statement-breakpoint
CREATE INDEX "customers_pieces" ON "customers" USING gin (search_pieces(search_text));--> statement-breakpoint
CREATE INDEX "vendors_pieces" ON "vendors" USING gin (search_pieces(search_text));
