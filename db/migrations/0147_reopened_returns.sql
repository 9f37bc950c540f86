-- A completed return whose credit was wrong is opened again: it is received until it is completed.
create or replace view allowed_transitions as
select entity, from_status, to_status
from (values
  ('sales_order', '', 'pending'),
  ('sales_order', 'pending', 'processing'),
  ('sales_order', 'pending', 'cancelled'),
  ('sales_order', 'processing', 'shipped'),
  ('sales_order', 'processing', 'pending'),
  ('sales_order', 'processing', 'cancelled'),
  ('sales_order', 'shipped', 'delivered'),
  ('purchase_order', '', 'draft'),
  ('purchase_order', 'draft', 'submitted'),
  ('purchase_order', 'draft', 'cancelled'),
  ('purchase_order', 'submitted', 'draft'),
  ('purchase_order', 'submitted', 'approved'),
  ('purchase_order', 'submitted', 'cancelled'),
  ('purchase_order', 'approved', 'received'),
  ('purchase_order', 'received', 'approved'),
  ('purchase_order', 'approved', 'cancelled'),
  ('return', '', 'pending'),
  ('return', 'pending', 'approved'),
  ('return', 'pending', 'rejected'),
  ('return', 'pending', 'cancelled'),
  ('return', 'approved', 'received'),
  ('return', 'approved', 'shipped'),
  ('return', 'approved', 'cancelled'),
  ('return', 'received', 'completed'),
  ('return', 'completed', 'received'),
  ('return', 'shipped', 'completed')
) as step (entity, from_status, to_status);
