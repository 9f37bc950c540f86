import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import * as store from './store.ts'

/**
 * Deletes the raw bytes of settled messages that are older than the settings allow, and what was
 * read from them or found wrong in them, in batches. The message, its hash and its orders stay;
 * open messages are never touched.
 */
export async function deleteOldRawMessages(ctx: Context): Promise<void> {
  const { intakeRawDays } = await readSettings(ctx)
  for (let round = 0; round < store.maxBatches; round++) {
    // Sequential: each batch is a transaction of its own.
    // oxlint-disable-next-line no-await-in-loop
    const [done] = await rows<{ count: number }>(ctx.db, store.deleteOldRaw, [intakeRawDays])
    if ((done?.count ?? 0) < store.batchSize) return
  }
}

/** The texts of the messages are deleted; their rows stay. */
export const rawMessageRetention: RetentionRule = {
  deleteDue: deleteOldRawMessages,
  tables: [
    {
      table: 'intake_messages',
      keptDays: async (ctx) => (await readSettings(ctx)).intakeRawDays,
      hasPermanentRows: true,
      countDue: store.countOldRaw,
      valuesOf: (_ctx, days) => [days],
    },
  ],
}
