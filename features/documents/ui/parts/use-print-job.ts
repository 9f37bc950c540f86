import { useState } from 'react'
import { notify } from '#platform/ui/notices/toast.ts'
import { ApiError } from '#platform/web/api-client.ts'
import type { DocumentDraft } from '../../printed-document.ts'

/** Maximum number of documents per print job. */
export const maxDocuments = 200

const batchSize = 8

/** The current print job; `count` distinguishes consecutive jobs. */
export type PrintJob = { drafts: DocumentDraft[]; count: number }

export type PrintAll = <R>(
  records: readonly R[],
  readContent: (record: R) => Promise<DocumentDraft>,
) => Promise<void>

/** Prints the documents of one or many records: reads their data, then prints them as one job. */
export function usePrintJob(): { printAll: PrintAll; job: PrintJob | undefined; endJob(): void } {
  const [job, setJob] = useState<PrintJob>()
  const printAll: PrintAll = async (records, readContent) => {
    if (records.length > maxDocuments) return fail(`At most ${maxDocuments} documents at once`)
    try {
      const documents = await readAll(records, readContent)
      setJob((previous) => ({ drafts: documents, count: (previous?.count ?? 0) + 1 }))
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
  readContent: (record: R) => Promise<DocumentDraft>,
): Promise<DocumentDraft[]> {
  const contents: DocumentDraft[] = []
  for (let start = 0; start < records.length; start += batchSize) {
    // Reads a few at a time, so that a long job does not crowd out other requests.
    // oxlint-disable-next-line no-await-in-loop
    contents.push(...(await Promise.all(records.slice(start, start + batchSize).map(readContent))))
  }
  return contents
}
