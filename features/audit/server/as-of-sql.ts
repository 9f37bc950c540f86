// SQL for the history as of an earlier day `$1` in the business time zone `$2`.

/** The end of the day `$1` in the business time zone `$2`, as a timestamp. */
export const endOfDay = `(($1::date + 1)::timestamp at time zone $2::text)`

type RecordRef = { entity: string; id: string }
type FieldRef = RecordRef & { field: string; current: string }

/**
 * A field as of then: the last value before the end of the day, else the old value of the first
 * later change, else the current value.
 */
export const fieldAsOf = ({ entity, id, field, current }: FieldRef) => `(
    select h.value from (
      (select 1 as place, a.changes #>> '{${field},to}' as value from audit_log a
       where a.entity = '${entity}' and a.entity_id = ${id} and a.at < ${endOfDay}
         and a.changes -> '${field}' is not null
       order by a.id desc limit 1)
      union all
      (select 2, a.changes #>> '{${field},from}' from audit_log a
       where a.entity = '${entity}' and a.entity_id = ${id} and a.at >= ${endOfDay}
         and a.changes -> '${field}' is not null
       order by a.id limit 1)
      union all
      select 3, ${current}::text
    ) h order by h.place limit 1
  )`

/** The status as of then: the last one in the history by the end of the day; null if none. */
export const statusAsOf = ({ entity, id }: RecordRef) => `(
    select a.to_status from audit_log a
    where a.entity = '${entity}' and a.entity_id = ${id} and a.to_status is not null
      and a.at < ${endOfDay}
    order by a.id desc limit 1
  )`
