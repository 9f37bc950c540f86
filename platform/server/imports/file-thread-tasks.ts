import type * as z from 'zod/mini'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { RecordsTask } from './file-parsing-thread.ts'
import { readRecords, type Values } from './import-file.ts'
import { refusalFields, serveThread, type ThreadAnswer } from '../jobs/thread.ts'

// The worker side of the file thread; its main file registers the tasks.

export type FileTasks = Readonly<Record<string, (input: never) => unknown>>

/** The task that parses files of records; `forms` has the row schema of each kind of file. */
export function recordsTask(forms: Readonly<Record<string, z.ZodMiniType<Values>>>): FileTasks {
  return {
    records: ({ file, text, reading }: RecordsTask) => {
      const form = forms[file.name]
      if (!form) throw new Error(`No form for the rows of ${file.name}`)
      return readRecords(text, { ...file, form }, reading)
    },
  }
}

/** Serves all tasks in this worker thread. */
export function serveFileTasks(tasks: FileTasks): void {
  serveThread(({ task, input }: { task: string; input: never }) => answerTo(tasks[task], input))
}

async function answerTo(task: FileTasks[string] | undefined, input: never): Promise<ThreadAnswer> {
  try {
    if (!task) throw new Error('No such task')
    return { value: await task(input) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: refusalFields(error) }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
