// Invalid states of messages of the intake inbox, inserted by the invariants test and rolled back.

const message = `insert into intake_messages (channel, sha256, size, state)
  values ('text', '\\x01', 1, 'placed');`
const otherMessage = `insert into intake_messages (channel, sha256, size, state)
  values ('text', '\\x02', 1, 'placed');`
const links = `insert into intake_orders (message_id, sales_order_id)
  select m.id, (select min(id) from sales_orders) from intake_messages m
  where m.sha256 in ('\\x01', '\\x02');`

/** Violations and the view that must report each. */
export const brokenIntake: [view: string, what: string, statements: string][] = [
  ['inv_18_intake_messages', 'a placed message without an order', message],
  ['inv_18_intake_messages', 'an order of two messages', [message, otherMessage, links].join(' ')],
]

/** Legal writes: they leave every view empty. */
export const validIntake: [what: string, statements: string][] = [
  ['a placed message with its order', [message, links].join(' ')],
]
