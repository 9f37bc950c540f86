// Invalid and valid states of stock adjustments that need approval, inserted by the invariants test
// and rolled back.

const aSku = '(select min(id) from skus)'

/** Five units, requested by the first account. */
const waiting = `insert into stock_adjustments (sku_id, units, asked_by) values (${aSku}, 5, 1)`

/** Approved by the second account, or by the requester. */
const approved = `insert into stock_adjustments
    (sku_id, units, status, asked_by, decided_by, decided_at)
  values (${aSku}, 5, 'approved', 1, 2, now())`
const approvedByRequester = approved.replace('1, 2', '1, 1')
const rejected = approved.replace('approved', 'rejected')

const moved = `insert into stock_moves
    (sku_id, kind, on_hand_delta, ref_type, ref_id, dedupe_key)
  select sku_id, 'adjust', 5, 'sku', sku_id, 'stock-adjustment:' || id
  from stock_adjustments order by id desc limit 1;
  update skus set current_stock = current_stock + 5 where id = ${aSku};
  insert into stock_values (sku_id, source, source_id, posted_on, units, amount)
  values (${aSku}, 'stock_adjustment', 0, '2026-03-01', 5, 0)`
const movedOne = moved.replace("'adjust', 5", "'adjust', 1").replace('+ 5', '+ 1')

const allowed = `insert into approvals (entity, entity_id, action, approver_id)
  select 'sku', sku_id, 'approve-adjust', decided_by
  from stock_adjustments order by id desc limit 1`
const waived = `insert into approvals (entity, entity_id, action, approver_id, is_waiver)
  select 'sku', sku_id, 'approve-adjust', decided_by, true
  from stock_adjustments order by id desc limit 1`

const steps = (...statements: string[]) => statements.join(';')

/** Violations, with the full name of the view that must report them. */
export const brokenAdjustments: [view: string, what: string, statements: string][] = [
  ['inv_02_stock_adjustments', 'an adjustment that waits and moved', steps(waiting, moved)],
  ['inv_02_stock_adjustments', 'an adjustment that was rejected and moved', steps(rejected, moved)],
  [
    'inv_02_stock_adjustments',
    'an adjustment that was approved and moved nothing',
    steps(approved, allowed),
  ],
  [
    'inv_02_stock_adjustments',
    'an adjustment that was approved and moved other units',
    steps(approved, allowed, movedOne),
  ],
  [
    'inv_02_stock_adjustments',
    'units adjusted for an adjustment that is not there',
    steps(waiting, moved, 'delete from stock_adjustments'),
  ],
  [
    'inv_09_stock_adjustments',
    'an adjustment approved without an approval',
    steps(approved, moved),
  ],
  [
    'inv_09_stock_adjustments',
    'an adjustment approved by who asked, without a waiver',
    steps(approvedByRequester, moved, allowed),
  ],
]

/** Valid states: every invariant view stays empty. */
export const validAdjustments: [what: string, statements: string][] = [
  ['an adjustment that waits', waiting],
  ['an adjustment approved by a second person', steps(approved, moved, allowed)],
  ['an adjustment approved by who asked, on record', steps(approvedByRequester, moved, waived)],
]
