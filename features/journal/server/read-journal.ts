import { type Amount, decimal, zero } from '#platform/kernel/money.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Day } from '#platform/kernel/days.ts'
import { csvDownload, fieldsOf } from '#platform/server/lists/csv-export.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList, streamFullList } from '#platform/server/lists/list.ts'
import type { Download, Page, Stream } from '#platform/server/http/route.ts'
import {
  type AccountBalance,
  type ExportJournalQuery,
  type JournalLine,
  type JournalQuery,
  type JournalSumsQuery,
  journalLine,
  type TrialBalance,
} from '../contract.ts'
import { accountName } from '../rules.ts'
import * as store from './store.ts'

type Row = Omit<JournalLine, 'accountName'>
type ExportedRow = Omit<Row, 'document'>

/** Returns a page of journal lines, or all of them without a limit. */
export async function listJournal(
  ctx: Context,
  query: JournalQuery,
): Promise<Page<JournalLine> | Stream<JournalLine>> {
  const found = await readList<Row>(ctx.db, store.list, query)
  if ('stream' in found) return { stream: withAccountNames(found.stream) }
  return { ...found, rows: found.rows.map(withAccountName) }
}

/** Returns the debits less the credits of matching journal lines, also by account or day. */
export function sumJournal(ctx: Context, query: JournalSumsQuery) {
  return readSums(ctx.db, store.list, store.summed, query)
}

/** Exports all journal lines that match the filters as CSV for the accounting system. */
export async function exportJournal(ctx: Context, query: ExportJournalQuery): Promise<Download> {
  const fields = fieldsOf(csvFields, query.columns)
  const csvFile = { fileName: `journal-${await businessDay(ctx)}.csv`, fields, amounts }
  const lines = await streamFullList<ExportedRow>(ctx.db, store.exportedList, query)
  return csvDownload(csvFile, withAccountNames(lines))
}

// A file names the document in its memo.
const csvFields = Object.keys(journalLine.shape).filter((name) => name !== 'document')

const amounts = ['debit', 'credit']

/** Returns the totals of all accounts at the end of a day, by default today. */
export async function readTrialBalance(ctx: Context, day: Day | undefined): Promise<TrialBalance> {
  const asOf = day ?? (await businessDay(ctx))
  const found = await rows<Omit<AccountBalance, 'name'>>(ctx.db, store.readBalances, [asOf])
  const [totals] = await rows<{ debit: Amount; credit: Amount }>(ctx.db, store.readTotals, [asOf])
  return {
    asOf,
    accounts: found.map((each) => ({ ...each, name: accountName(each.account) })),
    totalDebit: totals?.debit ?? decimal(zero),
    totalCredit: totals?.credit ?? decimal(zero),
  }
}

function withAccountName<Line extends ExportedRow>(line: Line) {
  return { ...line, accountName: accountName(line.account) }
}

async function* withAccountNames<Line extends ExportedRow>(
  chunks: AsyncIterable<Line[]>,
): AsyncGenerator<(Line & { accountName: string })[]> {
  for await (const chunk of chunks) yield chunk.map((line) => withAccountName(line))
}
