import type { Context } from '#platform/server/database/db.ts'
import { previewDeletions } from '#platform/server/jobs/retention.ts'
import type { DueDeletion } from '../contract.ts'

/** Counts what the hourly cleanup of technical tables would delete now, and deletes nothing. */
export async function previewRetention({ db }: Context): Promise<{ tables: DueDeletion[] }> {
  return { tables: await previewDeletions(db) }
}
