import type { Worker } from 'node:worker_threads'
import { openThread } from '#platform/server/jobs/open-thread.ts'

/** Enough for the largest allowed file; a file that needs more crashes only this worker thread. */
const maxOldGenerationSizeMb = 512

/** Opens the worker thread that parses uploaded files. */
export function openFileThread(): Worker {
  return openThread('server-file-worker', import.meta.url, { maxOldGenerationSizeMb })
}
