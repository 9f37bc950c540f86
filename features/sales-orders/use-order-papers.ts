import { useState } from 'react'
import type { Paper } from '#features/documents/paper.ts'
import { notify } from '#platform/ui/toast.ts'
import { ApiError, send } from '#platform/web/send.ts'
import { listShipments, maxOrders, readSalesOrder, type SalesOrder } from './contract.ts'
import { packingSlip, pickList } from './papers.ts'

export type WarehousePaper = 'packing-slip' | 'pick-list'

const atOnce = 8

/** What is printed now; `count` tells one job from the next. */
export type PrintJob = { papers: Paper[]; count: number }

/** Prints papers of one or many orders: reads their lines, then prints them as one job. */
export function useOrderPapers(): {
  print: (paper: WarehousePaper, orders: readonly SalesOrder[]) => Promise<void>
  job: PrintJob | undefined
  endJob: () => void
} {
  const [job, setJob] = useState<PrintJob>()
  const print = async (paper: WarehousePaper, orders: readonly SalesOrder[]) => {
    if (orders.length > maxOrders) return fail(`At most ${maxOrders} orders at once`)
    try {
      const papers = await readAll(paper, orders)
      setJob((last) => ({ papers, count: (last?.count ?? 0) + 1 }))
    } catch (error) {
      fail(error instanceof ApiError ? error.message : 'The orders could not be read')
    }
  }
  return { print, job, endJob: () => setJob(undefined) }
}

function fail(detail: string): void {
  notify({ title: 'Error', text: 'Failed to print', tone: 'danger', detail })
}

async function readAll(paper: WarehousePaper, orders: readonly SalesOrder[]): Promise<Paper[]> {
  const read: Paper[] = []
  for (let start = 0; start < orders.length; start += atOnce) {
    const part = orders.slice(start, start + atOnce)
    // A few at a time, so that a long job does not crowd out the others.
    // oxlint-disable-next-line no-await-in-loop
    read.push(...(await Promise.all(part.map((order) => readOne(paper, order)))))
  }
  return read
}

async function readOne(paper: WarehousePaper, { id, shipmentCount }: SalesOrder): Promise<Paper> {
  const params = { id }
  if (paper === 'pick-list') return pickList(await send(readSalesOrder, { params }))
  const [order, shipments] = await Promise.all([
    send(readSalesOrder, { params }),
    shipmentCount > 0 ? send(listShipments, { params }) : [],
  ])
  return packingSlip(order, shipments)
}
