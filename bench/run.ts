import { type Figure, isMet, tableOf } from './figures.ts'
import { benchBacktest } from './backtest.ts'
import { benchDocuments } from './documents.ts'
import { benchFirstLoad } from './screens/first-load.ts'
import { benchLists } from './lists.ts'
import { benchEmbedded, benchOrders, benchValidate } from './orders.ts'
import { benchOrderLines } from './screens/order-lines.ts'
import { benchPageSpeed } from './screens/page-speed.ts'
import { benchReceipts } from './receipts/compare-receipts.ts'
import { writeReport } from './report.ts'
import { benchWarehouse } from './warehouse.ts'
import { benchStartUp } from './startup.ts'

const parts: Record<string, () => Promise<Figure[]>> = {
  orders: benchOrders,
  receipts: benchReceipts,
  validate: benchValidate,
  embedded: benchEmbedded,
  lists: benchLists,
  warehouse: benchWarehouse,
  backtest: benchBacktest,
  documents: benchDocuments,
  startup: benchStartUp,
  'first-load': benchFirstLoad,
  'page-speed': benchPageSpeed,
  'order-lines': benchOrderLines,
}

/** Measures the parts named on the command line, or all, and writes them to the report. */
async function main(): Promise<void> {
  const requestedParts = process.argv.slice(2)
  const unknown = requestedParts.find((name) => !Object.hasOwn(parts, name))
  if (unknown) throw new Error(`There is no part ${unknown}, only ${Object.keys(parts).join(', ')}`)
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (requestedParts.length > 0 && !requestedParts.includes(name)) continue
    console.log(`${name} …`)
    const found = await measure()
    console.log(tableOf(found))
    figures.push(...found)
  }
  writeReport(figures)
  const missed = figures.filter((figure) => !isMet(figure)).length
  console.log(`${figures.length - missed} ok, ${missed} MISSED`)
  if (missed > 0) process.exitCode = 1
}

await main()
