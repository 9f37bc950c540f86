import { printedAddress } from '#features/documents/server/service.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import * as contract from '../contract.ts'

const billingAddress = printedAddress('c', 'c.billing_address')

/**
 * Reads the invoices past due on `$1` that can be reminded: open, not disputed, below the last
 * reminder level, not fees of earlier letters, and of customers with a positive balance. `$2`
 * limits them to these customers; null means all.
 */
export const readOverdueInvoices = {
  name: '',
  text: `select i.id as "invoiceId", i.invoice_number as "invoiceNumber",
                i.doc_date as "docDate", i.due_date as "dueDate",
                ($1::date - i.due_date)::int as "daysLate", i.open_amount as "openAmount",
                i.dunning_level as "dunningLevel", c.id as "customerId",
                c.customer_code as "customerCode", c.name as "customerName", c.email,
                ${billingAddress} as address,
                c.credit_status as "creditStatus",
                (select max(l.letter_on) from dunning_letters l
                 where l.customer_id = c.id) as "lastLetterOn"
         from invoices i join customers c on c.id = i.customer_id
         where i.open_amount > 0 and not i.is_disputed and i.due_date < $1::date
           and i.dunning_level < 3 and c.current_balance > 0
           and ($2::int[] is null or i.customer_id = any($2))
           and not exists (select from dunning_letters l where l.fee_invoice_id = i.id)
         order by i.customer_id, i.due_date, i.id`,
}

const letterColumns = `l.id, l.letter_number as "letterNumber", l.customer_id as "customerId",
  c.customer_code as "customerCode", c.name as "customerName", l.level,
  l.letter_on as "letterOn", l.total, l.fee, i.invoice_number as "feeInvoiceNumber",
  (select count(*) from dunning_lines d where d.letter_id = l.id)::int as invoices,
  u.username as "createdByName"`
const letterJoins = `join customers c on c.id = l.customer_id
  left join invoices i on i.id = l.fee_invoice_id
  left join users u on u.id = l.created_by`

/** List spec for letters, newest first. */
export const letterList = listSpec(contract.letterList, {
  columns: letterColumns,
  from: 'dunning_letters l',
  joins: letterJoins,
  where: 'true',
  id: 'l.id',
  fields: {
    id: 'l.id',
    letterNumber: { sort: 'l.id', filter: 'l.letter_number' },
    customerId: { sql: 'l.customer_id', orderedBy: 'l.letter_on' },
    letterOn: 'l.letter_on',
    level: { sql: 'l.level', type: 'int' },
    total: 'l.total',
    invoiceId: {
      sql: 'd.invoice_id',
      within: 'l.id in (select d.letter_id from dunning_lines d where %)',
    },
    customerCode: {
      sql: 'lower(c.customer_code)',
      isFolded: true,
      within: 'l.customer_id = any(array(select c.id from customers c where %))',
    },
    asOf: { sql: 'l.letter_on', compare: '<=' },
  },
  search: [
    {
      key: 'l.customer_id',
      id: 'c.id',
      from: 'customers c',
      columns: ['c.customer_code', 'c.name'],
    },
    { startOf: 'l.letter_number' },
  ],
  countUpTo: 10_000,
})

export const summedLetters = sumSpecOf(contract.letterList, letterList, { amount: 'l.total' })

export const readLetters = {
  name: 'read_dunning_letters',
  text: `select ${letterColumns}, l.recipient, l.address, l.words
         from dunning_letters l ${letterJoins} where l.id = any($1::int[]) order by l.id`,
}

export const readLinesOf = {
  name: 'read_lines_of_dunning_letters',
  text: `select d.letter_id as "letterId", d.invoice_id as "invoiceId",
                i.invoice_number as "invoiceNumber", i.doc_date as "docDate",
                i.due_date as "dueDate", d.days_late as "daysLate",
                d.open_amount as "openAmount", d.level, o.customer_po as "customerPO"
         from dunning_lines d join invoices i on i.id = d.invoice_id
         left join sales_orders o on o.id = i.sales_order_id
         where d.letter_id = any($1::int[]) order by d.letter_id, i.due_date, d.id`,
}

export const insertLetter = {
  name: 'insert_dunning_letter',
  text: `insert into dunning_letters
           (customer_id, level, letter_on, recipient, address, words, total, fee,
            fee_invoice_id, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         returning id, letter_number as "letterNumber"`,
}
