import type { Worker } from 'node:worker_threads'
import { openThread } from '#platform/server/jobs/open-thread.ts'

/** More than any file of the largest size needs; one that takes more ends its thread alone. */
const maxOldGenerationSizeMb = 512

/** Opens the thread that reads files from outside. */
export function openFileThread(): Worker {
  return openThread('file-worker', import.meta.url, { maxOldGenerationSizeMb })
}
