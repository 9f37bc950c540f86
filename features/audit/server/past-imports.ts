import { type Context, rows } from '#platform/server/database/db.ts'
import type { ImportedTable, PastImport } from '../contract.ts'

const listStatement = {
  name: 'list_imports',
  text: `select i.id, i.table_name as "table", i.made_at as "madeAt", u.username as "madeBy",
           i.file_name as "fileName", i.created_count as created, i.updated_count as updated,
           i.undone_at as "undoneAt",
           i.undone_at is null and exists (
             select from import_rows r where r.import_id = i.id
           ) as "canUndo"
         from imports i left join users u on u.id = i.made_by
         where i.action = 'import' and i.table_name = any($1::text[])
         order by i.id desc limit 50`,
}

/** Lists the latest 50 imports into these tables, newest first. */
export function listImports(ctx: Context, tables: readonly ImportedTable[]): Promise<PastImport[]> {
  return rows<PastImport>(ctx.db, listStatement, [tables])
}
