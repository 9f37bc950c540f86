import type { AppNode } from './app-node.ts'
import { sleep } from './wait-until.ts'

const mebibyte = 1024 * 1024
const lookEveryMs = 50

/** The resident memory of a node, in MiB. Throws if the node does not report it. */
export async function residentMiB(node: AppNode): Promise<number> {
  const { text, status } = await node.call({ method: 'GET', path: '/metrics' })
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]
  if (bytes === undefined) throw new Error(`The node does not report its memory: ${status}`)
  return Math.round(Number(bytes) / mebibyte)
}

/** The largest resident memory of a node within a time, in MiB. */
export async function largestMiB(node: AppNode, forMs: number): Promise<number> {
  const end = performance.now() + forMs
  let largest = 0
  while (performance.now() < end) {
    largest = Math.max(largest, await residentMiB(node))
    await sleep(lookEveryMs)
  }
  return largest
}
