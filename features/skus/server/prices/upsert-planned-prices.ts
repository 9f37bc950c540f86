import { answerOnlyFields, type UpsertOutcome } from '#platform/kernel/upsert.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { rememberUpsert } from '#platform/server/imports/import-sql.ts'
import {
  failedResult,
  outcomeOf,
  readUpsertRecords,
  recordName,
  writtenResult,
} from '#platform/server/imports/upsert-parsing-and-results.ts'
import { plannedPrice, plannedPriceRow } from '../../contract.ts'
import { skuPrices } from '../tables.ts'
import { insertPlans, planRows, readPlanFacts } from './plan-price-rows.ts'

const reading = {
  form: plannedPriceRow,
  code: 'sku',
  isCodeUnique: false,
  ignores: answerOnlyFields(plannedPrice, plannedPriceRow),
}

/**
 * Plans prices of SKUs, each from its own future day on, with the rules of a file of planned
 * prices. A record with errors is not planned and does not affect the others. What was planned is
 * recorded, for undo.
 */
export async function upsertPlannedPrices(
  ctx: Context,
  records: readonly unknown[],
): Promise<UpsertOutcome> {
  const sent = await readUpsertRecords(records, reading)
  return inTransaction(ctx, async (inner) => {
    const facts = await readPlanFacts(
      inner,
      sent.map(({ code }) => code),
    )
    const { created, unchanged, errors } = planRows(sent, facts, recordName)
    const ids = await insertPlans(inner, created, facts)
    const plans = ids.map((id) => ({ id, before: null }))
    await rememberUpsert(inner, { table: skuPrices, unchanged: unchanged.length }, plans)
    const failed = new Set(errors.map(({ row }) => row))
    return outcomeOf([
      ...created.map(({ row }, at) => writtenResult(row, ids[at] as number, 'created')),
      ...unchanged.map(({ row, id }) => writtenResult(row, id, 'unchanged')),
      ...[...failed].map((row) => failedResult(row, null, errors)),
    ])
  })
}
