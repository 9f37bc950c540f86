import type { Context } from '#platform/server/database/db.ts'
import { technicalRetention } from '#platform/server/jobs/retention.ts'
import { countDueRows, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { DueDeletion } from '../contract.ts'

/** Counts what the hourly cleanup would delete now, and deletes nothing. */
export async function previewRetention(
  ctx: Context,
  rules: readonly RetentionRule[],
): Promise<{ tables: DueDeletion[] }> {
  return { tables: await countDueRows(ctx, [technicalRetention, ...rules]) }
}
