-- An order is invoiced on the terms it was taken on. Orders that are still to be invoiced get the
-- terms that their customers have today; older rows need none.
alter table sales_orders add column payment_terms varchar(50);
--> statement-breakpoint
update sales_orders o
set payment_terms = c.payment_terms
from customers c
where c.id = o.customer_id and o.status in ('pending', 'processing');
