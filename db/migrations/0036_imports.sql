CREATE TABLE "import_rows" (
	"import_id" integer NOT NULL,
	"record_id" integer NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	CONSTRAINT "import_rows_pk" PRIMARY KEY("import_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"made_by" integer,
	"made_at" timestamptz DEFAULT now() NOT NULL,
	"undone_at" timestamptz
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
comment on table imports is 'A file of records that was imported, and whether that was taken back.';
--> statement-breakpoint
comment on table import_rows is 'What an import did to each record, for the way back.';
