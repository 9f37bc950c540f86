-- Nodes of the version before may go on.
-- System Health shows these comments as the sentences of the nightly data checks.
comment on view inv_14_decisions is
  'Each decision record matches its hash and the history of its order.';
comment on view inv_15_parked_orders is
  'A parked order names the earlier order and reserves no stock.';
comment on view inv_16_soft_reservations is
  'The stock and credit held for validated orders equal what the unexpired approvals hold.';
comment on view inv_17_versions is
  'Current versions match the records, and the versions of a record do not overlap.';
