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
comment on view inv_09_approvals is
  'An approved purchase order has an approval, and one by its creator has a waiver.';
comment on view inv_09_manual_entries is
  'A manual entry that needs an approval is posted only with one.';
comment on view inv_09_refunds is
  'A released refund has an approval, and one released by its preparer has a waiver.';
comment on view inv_09_requisitions is
  'An approved requisition has an approval by someone other than its requester.';
comment on view inv_09_stock_adjustments is
  'An approved adjustment has an approval, and one by its requester has a waiver.';
