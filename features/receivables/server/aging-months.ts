/**
 * The amounts by age at the end of each month from `$2` to `$3`, up to a day `$1`, as a table `o`.
 * `changes` is a query of `due_on`, from which an age counts, `changed_on` and `amount`: a document
 * adds its amount on its date, and an application subtracts its own. Each table is read once,
 * whatever the number of months.
 */
export const agingMonthsOf = (changes: string) => `(
  select extract(year from m.starts)::int * 100 + extract(month from m.starts)::int as id,
         m.starts as "from", m.ends as "to",
         coalesce(sum(c.amount) filter (where m.ends < c.due_on), 0)::numeric(18, 2) as "notDue",
         coalesce(sum(c.amount) filter (where m.ends - c.due_on between 0 and 30), 0)
           ::numeric(18, 2) as "days0to30",
         coalesce(sum(c.amount) filter (where m.ends - c.due_on between 31 and 60), 0)
           ::numeric(18, 2) as "days31to60",
         coalesce(sum(c.amount) filter (where m.ends - c.due_on between 61 and 90), 0)
           ::numeric(18, 2) as "days61to90",
         coalesce(sum(c.amount) filter (where m.ends - c.due_on > 90), 0)::numeric(18, 2)
           as "over90",
         coalesce(sum(c.amount), 0)::numeric(18, 2) as total
  from (
    select starts::date as starts,
           least((starts + interval '1 month')::date - 1, $1::date) as ends
    from generate_series($2::timestamp, $3::timestamp, interval '1 month') as starts
  ) m
  left join (
    select due_on, changed_on, sum(amount) as amount from (${changes}) e group by 1, 2
  ) c on c.changed_on <= m.ends
  group by m.starts, m.ends
  ) o`
