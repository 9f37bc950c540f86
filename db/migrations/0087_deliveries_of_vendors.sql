CREATE TABLE "vendor_deliveries" (
	"vendor_id" integer NOT NULL,
	"day" date NOT NULL,
	"orders_before" integer NOT NULL,
	"on_time_before" integer NOT NULL,
	"orders" integer NOT NULL,
	"on_time" integer NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_deliveries_of_day" PRIMARY KEY("vendor_id","day"),
	CONSTRAINT "vendor_deliveries_add_up" CHECK (on_time_before between 0 and orders_before and on_time between 0 and orders)
);
--> statement-breakpoint
ALTER TABLE "vendor_deliveries" ADD CONSTRAINT "vendor_deliveries_vendor_id_vendors_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
comment on table vendor_deliveries is 'Orders of a vendor that were whole until a day, and in time: before it and on it.';

-- The day of a moment where the business is. A change of the setting moves no day that is on record.
create function business_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce(
    (select value #>> '{}' from settings where name = 'businessTimeZone'), 'America/New_York'
  ))::date
$$;

-- A vendor's deliveries are counted one after another; a day that comes late moves those after it.
create function count_vendor_delivery() returns trigger language plpgsql as $$
declare
  vendor int;
  hit int;
  delivered date := business_day(new.at);
begin
  select vendor_id, (delivered <= expected_date)::int into vendor, hit
  from purchase_orders where id = new.entity_id and expected_date is not null;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(727287, vendor);
  insert into vendor_deliveries as d (vendor_id, day, orders_before, on_time_before, orders, on_time)
  select vendor, delivered, coalesce(max(b.orders_before + b.orders), 0),
         coalesce(max(b.on_time_before + b.on_time), 0), 1, hit
  from vendor_deliveries b where b.vendor_id = vendor and b.day < delivered
  on conflict (vendor_id, day) do update
  set orders = d.orders + excluded.orders, on_time = d.on_time + excluded.on_time;
  update vendor_deliveries
  set orders_before = orders_before + 1, on_time_before = on_time_before + hit
  where vendor_id = vendor and day > delivered;
  return null;
end
$$;

create trigger vendor_deliveries_counted after insert on audit_log
  for each row
  when (new.entity = 'purchase_order' and new.action = 'receive' and new.to_status = 'received')
  execute function count_vendor_delivery();

insert into vendor_deliveries (vendor_id, day, orders_before, on_time_before, orders, on_time)
select vendor_id, day, sum(orders) over before - orders, sum(on_time) over before - on_time, orders,
       on_time
from (
  select p.vendor_id, business_day(a.at) as day, count(*) as orders,
         count(*) filter (where business_day(a.at) <= p.expected_date) as on_time
  from audit_log a join purchase_orders p on p.id = a.entity_id
  where a.entity = 'purchase_order' and a.action = 'receive' and a.to_status = 'received'
    and p.expected_date is not null
  group by 1, 2
) as of_day
window before as (partition by vendor_id order by day);
