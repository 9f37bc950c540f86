import type { Worker } from 'node:worker_threads'
import type { FileReading } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { FileRow, RecordFile, Values } from './import-file.ts'
import { createThread, type WorkOwner } from '../jobs/thread.ts'

/** The code of the refusal of a file whose reading took too long, or more memory than there is. */
export const readingEnded = 'reading-ended'

const endedText = 'Its reading was ended: it takes longer than'
const waiting = 20
const usualLimitMs = 20_000

type FileTask = { task: string; input: unknown }
type Read = (asked: FileTask, owner: WorkOwner) => Promise<unknown>

let read: Read = () => Promise.reject(new Error('No thread reads files'))

/** Says how the thread is opened that reads files from outside, and how long one may take. */
export function readFilesIn(open: () => Worker, limitMs = usualLimitMs): void {
  const seconds = limitMs / 1000
  const ended = () => {
    const sentence = `${endedText} ${seconds} seconds or too much memory`
    return new Refusal('tooLarge', readingEnded, sentence)
  }
  read = createThread<FileTask, unknown>({ open, waiting, limitMs, ended, manyWait })
}

function manyWait(count: number): Refusal {
  const sentence = `${count} files are being read for you. Try again when they are there`
  return new Refusal('tooMany', 'too-many-files', sentence, [], { retryAfterSeconds: 5 })
}

/** Has a task done on a file from outside, off the main thread. Refuses what takes too long. */
export function inFileThread<Value>(
  task: string,
  input: unknown,
  owner: WorkOwner = 'program',
): Promise<Value> {
  return read({ task, input }, owner) as Promise<Value>
}

/** What is asked of the task `records`: the form is found by the name of its file. */
export type RecordsTask = {
  file: Omit<RecordFile, 'form'>
  text: string
  reading: FileReading
}
export type RecordsRead<Form extends Values> = { rows: FileRow<Form>[]; ignored: string[] }

/** Reads a file of records as `readRecords` does, off the main thread. */
export function readFileOf<Form extends Values>(
  ctx: { user: { id: number } | undefined },
  { form: _, ...file }: RecordFile<Form>,
  { text, reading: { decimal, days } }: { text: string; reading: FileReading },
): Promise<RecordsRead<Form>> {
  const asked: RecordsTask = { file, text, reading: { decimal, days } }
  return inFileThread('records', asked, ctx.user?.id)
}
