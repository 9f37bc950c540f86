import { businessDay } from '#features/settings/server/service.ts'
import { answerOnlyFields, type UpsertOutcome, type UpsertResult } from '#platform/kernel/upsert.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { type RowError, withAmounts } from '#platform/server/imports/import-file.ts'
import { rememberUpsert } from '#platform/server/imports/import-sql.ts'
import {
  failedResult,
  outcomeOf,
  readUpsertRecords,
  recordName,
  type UpsertRecord,
  writtenResult,
} from '#platform/server/imports/upsert-parsing-and-results.ts'
import { contractPrice, contractPriceUpsert, priceColumns, type PriceRow } from '../contract.ts'
import {
  type ImportedPrice,
  isSame,
  type PlannedPrice,
  planPriceImport,
} from './plan-contract-price-import.ts'
import { idsIn, resolvePriceRow, lockPrices, partiesOf } from './import-contract-prices.ts'
import { contractPricing } from './tables.ts'
import { type Parties, writePrices, writesOf } from './write-contract-prices.ts'

type PriceRecord = UpsertRecord<PriceRow>
type Planning = Parameters<typeof planPriceImport>
type Facts = { onRecord: Planning[1]; how: Planning[2] }

const reading = {
  form: contractPriceUpsert,
  code: 'sku',
  isCodeUnique: false,
  ignores: answerOnlyFields(contractPrice, contractPriceUpsert),
}

/**
 * Creates and updates contract prices, with the rules of a file whose prices update existing ones.
 * A record with errors is not written and does not affect the others. What changed is recorded, for
 * undo.
 */
export async function upsertContractPrices(
  ctx: Context,
  records: readonly unknown[],
): Promise<UpsertOutcome> {
  const read: PriceRecord[] = await readUpsertRecords(records, reading)
  const sent = read.map(withTwoDecimals)
  return inTransaction(ctx, async (inner) => {
    const valid = sent.filter(({ errors }) => errors.length === 0)
    const parties = await partiesOf(inner, valid)
    const onRecord = await lockPrices(inner, {
      customerIds: idsIn(parties.customers),
      skuIds: idsIn(parties.skus),
    })
    const how = { isUpdate: true, today: await businessDay(inner), nameOf: recordName }
    const plan = planOf(valid, parties, { onRecord, how })
    const { prices } = plan
    const errors = [...sent.flatMap((record) => record.errors), ...plan.errors]
    const writes = writesOf(prices)
    const added = await writePrices(inner, writes, parties)
    const ids = new Map(writes.made.map(({ row }, at) => [row, added[at]?.id]))
    const failed = new Set(errors.map(({ row }) => row))
    const outcome = outcomeOf([
      ...prices.flatMap((price) => resultOf(price, ids)),
      ...[...failed].map((row) => failedResult(row, null, errors)),
    ])
    const created = added.map(({ id }) => ({ id, before: null }))
    const changes = { table: contractPricing, unchanged: outcome.unchanged }
    await rememberUpsert(inner, changes, [...created, ...writes.changed])
    return outcome
  })
}

function withTwoDecimals(record: PriceRecord): PriceRecord {
  if (record.errors.length > 0) return record
  return { ...record, form: withAmounts(record.form, priceColumns({})) as PriceRow }
}

/** Plans the valid records. One that proves wrong beside the others is left out of the plan. */
function planOf(
  sent: readonly PriceRecord[],
  parties: Parties,
  { onRecord, how }: Facts,
): { prices: PlannedPrice[]; errors: RowError[] } {
  const read = sent.map((record) => resolvePriceRow(record, parties))
  const errors = read.flatMap(({ wrong = [] }) => wrong)
  let lines = read.flatMap(({ line }): ImportedPrice[] => (line ? [line] : []))
  for (;;) {
    const plan = planPriceImport(lines, onRecord, how)
    if (plan.errors.length === 0) return { prices: plan.prices, errors }
    const wrong = new Set(plan.errors.map(({ row }) => row))
    const remainingLines = lines.filter(({ row }) => !wrong.has(row))
    if (remainingLines.length === lines.length) throw new Error('Stored contract prices overlap')
    errors.push(...plan.errors)
    lines = remainingLines
  }
}

/** The result of the record that names a price; none if only another price ends it. */
function resultOf(
  { row, id, before, terms }: PlannedPrice,
  added: ReadonlyMap<number | undefined, number | undefined>,
): UpsertResult[] {
  if (row === undefined) return []
  if (!before) return [writtenResult(row, added.get(row) ?? null, 'created')]
  return [writtenResult(row, id ?? null, isSame(before, terms) ? 'unchanged' : 'updated')]
}
