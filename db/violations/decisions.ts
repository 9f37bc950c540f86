// Invalid receipts of decisions, inserted by the invariants test and rolled back.

const anOrder = '(select min(id) from sales_orders)'
const text = `'{"form":1,"kind":"validate"}'`
const hash = `sha256(convert_to(${text}, 'UTF8'))`
const into = 'insert into decision_receipts (kind, sales_order_id, channel, canonical, sha256)'
const receipt = `${into} values ('validate', null, 'api', ${text}, ${hash})`
const receiptOfOrder = `${into} values ('validate', ${anOrder}, 'api', ${text}, ${hash})`
const receiptWithShortHash = `${into} values ('validate', null, 'api', ${text}, '\\x00'::bytea)`
const receiptOfAnotherKind = `${into} values ('create', null, 'api', ${text}, ${hash})`

/** Violations and the view that must report each. */
export const brokenDecisions: [view: string, what: string, statements: string][] = [
  [
    'inv_14_decisions',
    'a receipt whose facts were changed',
    `${receipt};
     alter table decision_receipts disable trigger decision_receipts_unchanged;
     update decision_receipts set canonical = replace(canonical, '1', '2')`,
  ],
  ['inv_14_decisions', 'a receipt of another kind than it says', receiptOfAnotherKind],
  ['inv_14_decisions', 'a receipt that no history has', receiptOfOrder],
]

/** Legal writes: they leave every view empty. */
export const validDecisions: [what: string, statements: string][] = [
  ['the receipt of a validation', receipt],
  [
    'an old receipt of a validation that is deleted',
    `${receipt}; delete from decision_receipts where sales_order_id is null`,
  ],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalDecisions: [code: string, what: string, statements: string][] = [
  ['42501', 'a changed receipt', `${receipt}; update decision_receipts set channel = 'web'`],
  [
    '42501',
    'a deleted receipt of an order',
    `${receiptOfOrder};
     delete from decision_receipts where sales_order_id is not null`,
  ],
  ['23514', 'a receipt with a short hash', receiptWithShortHash],
]
