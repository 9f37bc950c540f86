// What the history says of an earlier day `$1`, which ends by the business time zone `$2`.

/** The moment at which the day `$1` ends, by the business time zone `$2`. */
export const end = `(($1::date + 1)::timestamp at time zone $2::text)`

type Of = { entity: string; id: string }
type Changed = Of & { field: string; now: string }

/** A field as it was: as it was changed to last before the end, else from first after it. */
export const fieldThen = ({ entity, id, field, now }: Changed) => `(
    select h.value from (
      (select 1 as place, a.changes #>> '{${field},to}' as value from audit_log a
       where a.entity = '${entity}' and a.entity_id = ${id} and a.at < ${end}
         and a.changes -> '${field}' is not null
       order by a.id desc limit 1)
      union all
      (select 2, a.changes #>> '{${field},from}' from audit_log a
       where a.entity = '${entity}' and a.entity_id = ${id} and a.at >= ${end}
         and a.changes -> '${field}' is not null
       order by a.id limit 1)
      union all
      select 3, ${now}::text
    ) h order by h.place limit 1
  )`

/** The status as it was: the last one that the history had by the end; null where it had none. */
export const statusThen = ({ entity, id }: Of) => `(
    select a.to_status from audit_log a
    where a.entity = '${entity}' and a.entity_id = ${id} and a.to_status is not null
      and a.at < ${end}
    order by a.id desc limit 1
  )`
