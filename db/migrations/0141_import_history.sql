alter table imports add column file_name text;
--> statement-breakpoint
alter table imports add column created_count integer not null default 0;
--> statement-breakpoint
alter table imports add column updated_count integer not null default 0;
--> statement-breakpoint
update imports i
set created_count = r.created, updated_count = r.updated
from (
  select import_id, count(*) filter (where before is null) as created, count(before) as updated
  from import_rows group by import_id
) r
where r.import_id = i.id;
