CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"body" text NOT NULL,
	"mentions" integer[] NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"deleted_at" timestamptz,
	CONSTRAINT "comment_length" CHECK (char_length(body) between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_record" ON "comments" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "comments_of_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
create function keep_comment_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'deleted_at' = to_jsonb(old) - 'deleted_at' then
    return new;
  end if;
  raise exception 'comments keep their words' using errcode = '42501';
end
$$;
--> statement-breakpoint
create trigger comments_keep_words before update or delete on comments
  for each row execute function keep_comment_words();
--> statement-breakpoint
comment on table comments is
  'What people said about a record. The words stay as they are; a deleted one is hidden.';
