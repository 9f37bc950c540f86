// Invalid states of messages of the intake inbox, inserted by the invariants test and rolled back.

const message = (sha: string) => `insert into intake_messages (channel, sha256, size, state)
  values ('text', '\\x${sha}', 1, 'placed');`
const order = '(select min(id) from sales_orders)'
const link = (sha: string) => `insert into intake_orders (message_id, sales_order_id)
  select id, ${order} from intake_messages where sha256 = '\\x${sha}';`

/** Violations and the view that must report each. */
export const brokenIntake: [view: string, what: string, statements: string][] = [
  ['inv_18_intake_messages', 'a placed message without an order', message('01')],
  [
    'inv_18_intake_messages',
    'an order of two messages',
    `${message('01')} ${link('01')} ${message('02')} ${link('02')}`,
  ],
]

/** Legal writes: they leave every view empty. */
export const validIntake: [what: string, statements: string][] = [
  ['a placed message with its order', `${message('01')} ${link('01')}`],
]
