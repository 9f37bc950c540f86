import { useState } from 'react'
import { notify } from '#platform/ui/toast.ts'
import { ApiError, send } from '#platform/web/send.ts'
import { maxOrders, readSalesOrder, type SalesOrder, type SalesOrderDetails } from './contract.ts'
import type { Paper } from './PrintOrders.tsx'

const atOnce = 8

/** What is printed now; `count` tells one job from the next. */
export type PrintJob = { paper: Paper; orders: SalesOrderDetails[]; count: number }

/** Prints papers of one or many orders: reads their lines, then prints them as one job. */
export function useOrderPapers(): {
  print: (paper: Paper, orders: readonly SalesOrder[]) => Promise<void>
  job: PrintJob | undefined
  endJob: () => void
} {
  const [job, setJob] = useState<PrintJob>()
  const print = async (paper: Paper, orders: readonly SalesOrder[]) => {
    if (orders.length > maxOrders) return fail(`At most ${maxOrders} orders at once`)
    try {
      const read = await readAll(orders)
      setJob((last) => ({ paper, orders: read, count: (last?.count ?? 0) + 1 }))
    } catch (error) {
      fail(error instanceof ApiError ? error.message : 'The orders could not be read')
    }
  }
  return { print, job, endJob: () => setJob(undefined) }
}

function fail(detail: string): void {
  notify({ title: 'Error', text: 'Failed to print', tone: 'danger', detail })
}

async function readAll(orders: readonly SalesOrder[]): Promise<SalesOrderDetails[]> {
  const read: SalesOrderDetails[] = []
  for (let start = 0; start < orders.length; start += atOnce) {
    const part = orders.slice(start, start + atOnce)
    // A few at a time, so that a long job does not crowd out the others.
    // oxlint-disable-next-line no-await-in-loop
    read.push(
      ...(await Promise.all(part.map(({ id }) => send(readSalesOrder, { params: { id } })))),
    )
  }
  return read
}
