import { useState } from 'react'
import { notify } from '#platform/ui/notices/toast.ts'
import { ApiError } from '#platform/web/send.ts'
import type { Paper } from '../../paper.ts'

/** The most papers that are printed at once. */
export const maxPapers = 200

const atOnce = 8

/** What is printed now; `count` tells one job from the next. */
export type PrintJob = { papers: Paper[]; count: number }

export type PrintAll = <R>(
  records: readonly R[],
  readPaper: (record: R) => Promise<Paper>,
) => Promise<void>

/** Prints the papers of one or many records: reads what is on them, then prints them as one job. */
export function usePrintJob(): { printAll: PrintAll; job: PrintJob | undefined; endJob(): void } {
  const [job, setJob] = useState<PrintJob>()
  const printAll: PrintAll = async (records, readPaper) => {
    if (records.length > maxPapers) return fail(`At most ${maxPapers} papers at once`)
    try {
      const papers = await readAll(records, readPaper)
      setJob((last) => ({ papers, count: (last?.count ?? 0) + 1 }))
    } catch (error) {
      fail(error instanceof ApiError ? error.message : 'The papers could not be read')
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
    // A few at a time, so that a long job does not crowd out the others.
    // oxlint-disable-next-line no-await-in-loop
    read.push(...(await Promise.all(records.slice(start, start + atOnce).map(readPaper))))
  }
  return read
}
