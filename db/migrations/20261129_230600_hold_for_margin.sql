-- Nodes of the version before may go on.
alter table sales_orders drop constraint sales_order_hold_known;
alter table sales_orders add constraint sales_order_hold_known check ((hold_reason = any (array['credit'::text, 'stock'::text, 'price'::text, 'address'::text, 'duplicate'::text, 'manual'::text, 'payment'::text, 'margin'::text])));
