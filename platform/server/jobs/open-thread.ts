import { type ResourceLimits, Worker } from 'node:worker_threads'

// A thread of the source has to read TypeScript first.
const fromSource = `
  const { workerData } = require('node:worker_threads')
  import('tsx/esm/api').then(({ tsImport }) => tsImport(workerData, workerData))`

/**
 * Opens a thread by the file that stands beside `from`. Beside the built server stands the built
 * thread, all in one folder; in development and tests it is the source.
 */
export function openThread(name: string, from: string, resourceLimits?: ResourceLimits): Worker {
  const limits = resourceLimits && { resourceLimits }
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), { ...limits })
  const workerData = new URL(`./${name}.ts`, from).href
  return new Worker(fromSource, { eval: true, workerData, ...limits })
}
