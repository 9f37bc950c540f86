import { useState } from 'react'
import { notify } from '#platform/ui/notices/toast.ts'
import { ApiError } from '#platform/web/send.ts'
import type { Paper } from '../../paper.ts'

/** Maximum number of documents per print job. */
export const maxPapers = 200

const atOnce = 8

/** The current print job; `count` distinguishes consecutive jobs. */
export type PrintJob = { papers: Paper[]; count: number }

export type PrintAll = <R>(
  records: readonly R[],
  readPaper: (record: R) => Promise<Paper>,
) => Promise<void>

/** Prints the documents of one or many records: reads their data, then prints them as one job. */
export function usePrintJob(): { printAll: PrintAll; job: PrintJob | undefined; endJob(): void } {
  const [job, setJob] = useState<PrintJob>()
  const printAll: PrintAll = async (records, readPaper) => {
    if (records.length > maxPapers) return fail(`At most ${maxPapers} documents at once`)
    try {
      const papers = await readAll(records, readPaper)
      setJob((last) => ({ papers, count: (last?.count ?? 0) + 1 }))
    } catch (error) {
      fail(error instanceof ApiError ? error.message : 'The documents could not be loaded')
    }
  }
  return { printAll, job, endJob: () => setJob(undefined) }
}

function fail(detail: string): void {
  notify({ title: 'Error', text: 'Failed to print', tone: 'danger', detail })
}

async function readAll<R>(
  records: readonly R[],
  readPaper: (record: R) => Promise<Paper>,
): Promise<Paper[]> {
  const read: Paper[] = []
  for (let start = 0; start < records.length; start += atOnce) {
    // Reads a few at a time, so that a long job does not crowd out other requests.
    // oxlint-disable-next-line no-await-in-loop
    read.push(...(await Promise.all(records.slice(start, start + atOnce).map(readPaper))))
  }
  return read
}
