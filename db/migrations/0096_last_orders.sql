ALTER TABLE "customers" ADD COLUMN "last_order_on" date;--> statement-breakpoint
CREATE INDEX "customers_by_last_order" ON "customers" USING btree ("last_order_on","id");--> statement-breakpoint
-- The day of a customer's latest order that stands: looked up for each customer, a list sorted by it
-- read a million orders' index. A customer's row changes with the first order of a day only.
create function note_new_orders() returns trigger language plpgsql as $$
begin
  update customers as c set last_order_on = latest.day
  from (select customer_id, max(order_date) as day from made
        where status <> 'cancelled' group by customer_id) as latest
  where c.id = latest.customer_id
    and (c.last_order_on is null or c.last_order_on < latest.day);
  return null;
end
$$;

-- What an order was and what it is now, where that may move the day: the day is looked up anew. Who
-- cancels or changes an order holds its customer's lock.
create function note_changed_orders() returns trigger language plpgsql as $$
begin
  update customers as c
  set last_order_on = (select max(o.order_date) from sales_orders o
                       where o.customer_id = c.id and o.status <> 'cancelled')
  where c.id in (
    select g.customer_id from gone g join made m on m.id = g.id
    where g.customer_id <> m.customer_id or g.order_date <> m.order_date
       or (g.status = 'cancelled') <> (m.status = 'cancelled')
    union
    select m.customer_id from gone g join made m on m.id = g.id
    where g.customer_id <> m.customer_id);
  return null;
end
$$;

create function note_deleted_orders() returns trigger language plpgsql as $$
begin
  update customers as c
  set last_order_on = (select max(o.order_date) from sales_orders o
                       where o.customer_id = c.id and o.status <> 'cancelled')
  where c.id in (select customer_id from gone);
  return null;
end
$$;

create trigger sales_orders_noted_made after insert on sales_orders
  referencing new table as made for each statement execute function note_new_orders();
create trigger sales_orders_noted_changed after update on sales_orders
  referencing old table as gone new table as made
  for each statement execute function note_changed_orders();
create trigger sales_orders_noted_gone after delete on sales_orders
  referencing old table as gone for each statement execute function note_deleted_orders();

update customers as c set last_order_on = latest.day
from (select customer_id, max(order_date) as day from sales_orders
      where status <> 'cancelled' group by customer_id) as latest
where c.id = latest.customer_id;
