import type { Worker } from 'node:worker_threads'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { CorrectedReading, FileRow, RecordFile, Values } from './import-file.ts'
import { createThread, type WorkOwner } from '../jobs/thread.ts'

/** The error code if parsing a file took too long or used too much memory. */
export const parseTimedOut = 'reading-ended'

const timeoutText = 'The file could not be read: it took more than'
const waiting = 20
const defaultLimitMs = 20_000

type FileTask = { task: string; input: unknown }
type Read = (request: FileTask, owner: WorkOwner) => Promise<unknown>

let read: Read = () => Promise.reject(new Error('No thread reads files'))

/** Configures how the file thread is opened and how long one file may take. */
export function readFilesIn(open: () => Worker, limitMs = defaultLimitMs): void {
  const seconds = limitMs / 1000
  const ended = () => {
    const sentence = `${timeoutText} ${seconds} seconds or too much memory`
    return new Refusal('tooLarge', parseTimedOut, sentence)
  }
  read = createThread<FileTask, unknown>({ open, waiting, limitMs, ended, manyWait })
}

function manyWait(count: number): Refusal {
  const sentence = `${count} of your files are already being read. Try again when they are done`
  return new Refusal('tooMany', 'too-many-files', sentence, [], { retryAfterSeconds: 5 })
}

/**
 * Runs a task on an uploaded file in the file thread. Throws a refusal if it takes too long or the
 * user has too many files waiting.
 */
export function inFileThread<Value>(
  task: string,
  input: unknown,
  owner: WorkOwner = 'program',
): Promise<Value> {
  return read({ task, input }, owner) as Promise<Value>
}

/** The input of the task `records`; the file's name selects the row schema. */
export type RecordsTask = {
  file: Omit<RecordFile, 'form'>
  text: string
  reading: CorrectedReading
}
export type RecordsRead<Form extends Values> = { rows: FileRow<Form>[]; ignored: string[] }

/** Parses a file of records in the file thread, like `readRecords`. */
export function readFileOf<Form extends Values>(
  ctx: { user: { id: number } | undefined },
  { form: _, ...file }: RecordFile<Form>,
  { text, reading: { decimal, days, cells } }: { text: string; reading: CorrectedReading },
): Promise<RecordsRead<Form>> {
  const request: RecordsTask = { file, text, reading: { decimal, days, cells } }
  return inFileThread('records', request, ctx.user?.id)
}
