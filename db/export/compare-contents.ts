import type { PGlite } from '@electric-sql/pglite'

// The last statements of an exported file: they compare every table with the embedded database.

/** A table with its number of rows and a checksum of them, as text. */
type TableContents = { name: string; rowCount: string; checksum: string }

/** The tables of a database, and the statement that reads their contents. */
export type DatabaseContents = { tables: readonly TableContents[]; statement: string }

/** With these settings, both databases write the same value as the same text. */
const settings = `set search_path = '';
set timezone = 'UTC';
set datestyle = 'ISO';
set intervalstyle = 'postgres';
set bytea_output = 'hex';
set extra_float_digits = 1;`

/**
 * Returns a statement that reads all tables. The checksum of a table is the sum of 64 bits of each
 * row's SHA-256, so it does not depend on the order of the rows. It omits generated columns: they
 * follow from the others, and `lower()` depends on the locale of the database.
 */
const statementText = `
  select string_agg(
    format(
      'select %L as name, count(*)::text as row_count, coalesce(sum((''x'' || encode(substr('
        || 'sha256(convert_to(row(%s)::text, ''UTF8'')), 1, 8), ''hex''))::bit(64)::bigint), 0)'
        || '::text as checksum from %s t',
      relation.relname, stored.list, relation.oid::regclass
    ),
    ' union all ' || chr(10) order by relation.relname
  ) as statement
  from pg_class relation
  cross join lateral (
    select string_agg(format('t.%I', attname), ', ' order by attnum) as list
    from pg_attribute
    where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
  ) stored
  where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'`

/** Counts the rows of every table and computes their checksums. Changes settings of the session. */
export async function readContents(
  database: Pick<PGlite, 'exec' | 'query'>,
): Promise<DatabaseContents> {
  await database.exec(settings)
  const { rows } = await database.query<{ statement: string | null }>(statementText)
  const statement = rows[0]?.statement
  if (!statement) throw new Error('The embedded database has no tables')
  const found = await database.query<{ name: string; row_count: string; checksum: string }>(
    statement,
  )
  const tables = found.rows.map(({ name, row_count: rowCount, checksum }) => {
    return { name, rowCount, checksum }
  })
  return { tables, statement }
}

/**
 * The statements that compare the database they run in with these contents. They return one row for
 * each table and a verdict; if a table differs, they fail with its name.
 */
export function buildComparison({ tables, statement }: DatabaseContents): string {
  const exported = tables.map(
    ({ name, rowCount, checksum }) => `  (${quoted(name)}, '${rowCount}', '${checksum}')`,
  )
  return `
--
-- Comparison of every table with the embedded database
--

${settings}

create temporary table comparison as
with exported (name, row_count, checksum) as (values
${exported.join(',\n')}
), loaded as (
${statement}
)
select name, exported.row_count::bigint as exported_rows, loaded.row_count::bigint as loaded_rows,
  exported.row_count = loaded.row_count and exported.checksum = loaded.checksum as is_equal
from exported join loaded using (name);

select name as "Table", exported_rows as "Rows exported", loaded_rows as "Rows loaded",
  case when is_equal then 'equal' else 'DIFFERENT' end as "Contents"
from comparison order by name;

do $$
declare
  different text;
begin
  select string_agg(name, ', ' order by name) into different from comparison where not is_equal;
  if different is not null then
    raise exception 'These tables differ from the embedded database: %', different
      using hint = 'Loaded with --single-transaction, nothing was saved.';
  end if;
end $$;

select format(
  'All %s tables with %s rows equal those of the embedded database', count(*), sum(loaded_rows)
) as "Result" from comparison;

drop table comparison;
`
}

function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
