// Invalid and valid binding approvals, inserted by the invariants test and rolled back.

const aCustomer = '(select min(id) from customers)'
const aSku = '(select min(id) from skus)'
const anOrder = '(select min(id) from sales_orders)'
const units = `jsonb_build_object(${aSku}::text, 2)`
const into = `insert into order_approvals
  (user_id, customer_id, state, amount, units, request_sha256, approved, decision_id,
   sales_order_id, approved_at, expires_at)`

const approval = (
  state: string,
  { order = 'null', approvedAt = 'now()', expires = `now() + interval '15 minutes'` } = {},
) => `${into} values (1, ${aCustomer}, '${state}', 5.00, ${units}, '', '{}', 1, ${order},
        ${approvedAt}, ${expires})`

const counted = `update skus set soft_reserved = soft_reserved + 2 where id = ${aSku};
  update customers set soft_reserved_amount = soft_reserved_amount + 5 where id = ${aCustomer}`

/** Violations and the view that must report each. */
export const brokenApprovals: [view: string, what: string, statements: string][] = [
  [
    'inv_16_soft_reservations',
    'soft-reserved units that no approval holds',
    `update skus set soft_reserved = 1 where id = ${aSku}`,
  ],
  [
    'inv_16_soft_reservations',
    'soft-reserved credit that no approval holds',
    `update customers set soft_reserved_amount = 1 where id = ${aCustomer}`,
  ],
  ['inv_16_soft_reservations', 'an approval that nothing counts', approval('held')],
  [
    'inv_16_soft_reservations',
    'an approval that holds after its time',
    `${approval('held', {
      approvedAt: `now() - interval '3 hours'`,
      expires: `now() - interval '2 hours'`,
    })}; ${counted}`,
  ],
  [
    'inv_16_soft_reservations',
    'an approval whose order is of another customer',
    approval('placed', {
      order: `(select min(id) from sales_orders where customer_id <> ${aCustomer})`,
    }),
  ],
]

/** Legal writes: they leave every view empty. */
export const validApprovals: [what: string, statements: string][] = [
  ['an approval that holds stock and credit', `${approval('held')}; ${counted}`],
  ['an approval that was given back', approval('released')],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalApprovals: [code: string, what: string, statements: string][] = [
  ['23514', 'a negative soft reservation', `update skus set soft_reserved = -1 where id = ${aSku}`],
  [
    '23514',
    'negative soft-reserved credit',
    `update customers set soft_reserved_amount = -1 where id = ${aCustomer}`,
  ],
  ['23514', 'a placed approval without an order', approval('placed')],
  ['23514', 'an approval for a day', approval('held', { expires: `now() + interval '1 day'` })],
  [
    '23505',
    'two approvals of one order',
    `${approval('placed', { order: anOrder })}; ${approval('placed', { order: anOrder })}`,
  ],
]
