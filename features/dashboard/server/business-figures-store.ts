// The figures of the business. All statements are unnamed, so that they are planned for their days.

/** Income and cost of goods by day, from totals that are maintained as entries are posted. */
export const readEarnings = {
  name: '',
  text: `select posted_on as day,
                coalesce(sum(credit - debit) filter (where account like '4%'), 0.00)::text
                  as income,
                coalesce(sum(debit - credit) filter (where account like '5%'), 0.00)::text
                  as "costOfGoods"
         from journal_totals
         where posted_on between $1::date and $2::date
           and (account like '4%' or account like '5%')
         group by posted_on`,
}

/** Orders from `$2` to `$3`, and those from `$1` until the day before `$2`. */
export const readOrders = {
  name: '',
  text: `select count(*) filter (where order_date >= $2::date) as orders,
                coalesce(sum(total_amount) filter (where order_date >= $2::date), 0.00) as ordered,
                count(*) filter (where order_date < $2::date) as "previousOrders",
                coalesce(sum(total_amount) filter (where order_date < $2::date), 0.00)
                  as "previousOrdered"
         from sales_orders
         where order_date between $1::date and $3::date and status <> 'cancelled'`,
}

/** Open invoices due from today, `$1`, to `$2`, and those due before today. */
export const readOpenInvoices = {
  name: '',
  text: `select count(*) filter (where due_date >= $1::date) as "expectedCount",
                coalesce(sum(open_amount) filter (where due_date >= $1::date), 0.00)
                  as "expectedAmount",
                count(*) filter (where due_date < $1::date) as "overdueCount",
                coalesce(sum(open_amount) filter (where due_date < $1::date), 0.00)
                  as "overdueAmount"
         from invoices
         where open_amount > 0 and due_date <= $2::date and doc_date <= $1::date`,
}

export const readTopCustomers = {
  name: '',
  text: `select c.id, c.customer_code as "customerCode", c.name as "customerName", o.orders,
                o.amount
         from (select customer_id, count(*) as orders, sum(total_amount) as amount
               from sales_orders
               where order_date between $1::date and $2::date and status <> 'cancelled'
               group by customer_id order by amount desc, customer_id limit 5) o
         join customers c on c.id = o.customer_id
         order by o.amount desc, c.id`,
}

/** The amount of a SKU is that of its lines, before tax and shipping. */
export const readTopSkus = {
  name: '',
  text: `select s.id, s.sku, s.name, o.orders, o.units, o.amount
         from (select i.sku_id, count(distinct i.sales_order_id) as orders,
                      sum(i.quantity) as units, sum(i.total_price) as amount
               from sales_orders o join sales_order_items i on i.sales_order_id = o.id
               where o.order_date between $1::date and $2::date and o.status <> 'cancelled'
               group by i.sku_id order by amount desc, i.sku_id limit 5) o
         join skus s on s.id = o.sku_id
         order by o.amount desc, s.id`,
}
