import { type ResourceLimits, Worker } from 'node:worker_threads'

// A worker that runs from source must register a TypeScript loader first.
const fromSource = `
  const { workerData } = require('node:worker_threads')
  import('tsx/esm/api').then(({ tsImport }) => tsImport(workerData, workerData))`

/**
 * Opens a worker thread from the file beside `from`. The built server runs the built worker, in the
 * same folder; development and tests run the source.
 */
export function openThread(name: string, from: string, resourceLimits?: ResourceLimits): Worker {
  const limits = resourceLimits && { resourceLimits }
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), { ...limits })
  const workerData = new URL(`./${name}.ts`, from).href
  return new Worker(fromSource, { eval: true, workerData, ...limits })
}
