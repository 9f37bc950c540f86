import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { ApiError, send, sendForLines } from '#platform/web/api-client.ts'
import {
  type documentFileForms,
  documentFileStep,
  type DocumentFileStep,
  listSendings,
  readDocumentFile,
  readLastSendings,
  type Sendable,
  sendMany,
} from '../contract.ts'
import { download } from '#platform/ui/table/export/build-file.ts'

export type NamedRecord = { id: number; code: string }
type FileForm = (typeof documentFileForms)[number]

/** A job on many documents: how far it is, and what failed with its reason. */
export type DocumentJob = {
  kind: FileForm | 'email'
  phase: 'running' | 'stopped' | 'done'
  /** The documents that are settled, well or not. */
  settled: number
  /** Those that were already sent or are queued. */
  already: number
  failures: { code: string; reason: string }[]
  /** What ended the job early. */
  error?: string
}

/** The most documents of one file; the server takes more, but nobody opens such a file. */
export const maxDocuments = 200
/** Emails are queued in calls of a few, so that a person can stop in between. */
const emailsPerCall = 10

/** Saves or emails documents of one kind, one job at a time, and lets a person stop it. */
export function useDocumentJob(name: Sendable, records: readonly NamedRecord[]) {
  const client = useQueryClient()
  const [job, setJob] = useState<DocumentJob>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const run = async (kind: DocumentJob['kind'], work: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController()
    stopper.current = controller
    const { signal } = controller
    setJob({ kind, phase: 'running', settled: 0, already: 0, failures: [] })
    const end = (change: Partial<DocumentJob>) => setJob((now) => now && { ...now, ...change })
    try {
      await work(signal)
      end({ phase: signal.aborted ? 'stopped' : 'done' })
    } catch (error) {
      if (signal.aborted) return end({ phase: 'stopped' })
      const isRefusal = error instanceof ApiError
      const sentence = isRefusal ? error.sentence : 'The connection was lost. Try again'
      end({ phase: 'stopped', error: sentence })
    }
  }
  const settle = (results: readonly SettledDocument[]) =>
    setJob((now) => now && withResults(now, results))
  const codeOf = new Map(records.map(({ id, code }) => [id, code]))
  const settledOf = (recordId: number, says: string | null, isAlready = false) => {
    return { code: codeOf.get(recordId) ?? String(recordId), says, isAlready }
  }
  const save = (form: FileForm) =>
    run(form, async (signal) => {
      const query = { name, ids: records.map(({ id }) => id).join(), form }
      for await (const line of sendForLines(readDocumentFile, { query, signal })) {
        const step: DocumentFileStep = documentFileStep.parse(line)
        if ('recordId' in step) settle([settledOf(step.recordId, step.says)])
        else download(fileOf(step.base64, form), step.fileName)
      }
    })
  const email = () =>
    run('email', async (signal) => {
      for (let at = 0; at < records.length && !signal.aborted; at += emailsPerCall) {
        const ids = records.slice(at, at + emailsPerCall).map(({ id }) => id)
        const request = { body: { name, ids }, idempotencyKey: newIdempotencyKey() }
        // oxlint-disable-next-line no-await-in-loop
        const outcomes = await send(sendMany, request)
        settle(
          outcomes.map(({ recordId, outcome, says }) =>
            settledOf(recordId, says, outcome === 'already'),
          ),
        )
      }
      await refresh(client, [readLastSendings, listSendings[name]])
    })
  return { job, save, email, stop: () => stopper.current?.abort() }
}

type SettledDocument = { code: string; says: string | null; isAlready: boolean }

function withResults(job: DocumentJob, results: readonly SettledDocument[]): DocumentJob {
  const failed = results.flatMap(({ code, says }) =>
    says === null ? [] : [{ code, reason: says }],
  )
  return {
    ...job,
    settled: job.settled + results.length,
    already: job.already + results.filter(({ isAlready }) => isAlready).length,
    failures: [...job.failures, ...failed],
  }
}

const mediaTypes = { pdf: 'application/pdf', zip: 'application/zip' } as const

function fileOf(base64: string, form: FileForm): Blob {
  const binary = atob(base64)
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: mediaTypes[form] })
}
