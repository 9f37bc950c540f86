import type { Chance } from '../seeded-random.ts'
import type { AppNode } from './app-node.ts'
import { sleep } from './wait-until.ts'

/** When a node was killed, in milliseconds since the lab started. */
export type Kill = { node: string; at: number }

type Plan = { chance: Chance; seconds: number; least: number }

/**
 * Kills a running node every one to three seconds and restarts it at once, while the other may
 * still be starting. On a busy machine the time for the kills extends up to threefold.
 */
export async function killNow(nodes: readonly AppNode[], plan: Plan): Promise<Kill[]> {
  const { chance, seconds, least } = plan
  const kills: Kill[] = []
  const starting = new Map<AppNode, Promise<void>>()
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  while (elapsed() < seconds || (kills.length < least && elapsed() < 3 * seconds)) {
    await sleep(chance.between(1000, 3000))
    if (starting.size === nodes.length) await Promise.race(starting.values())
    const node = chance.oneOf(nodes.filter((each) => !starting.has(each)))
    await node.kill()
    kills.push({ node: node.name, at: performance.now() })
    starting.set(
      node,
      node.restart().then(() => void starting.delete(node)),
    )
  }
  await Promise.all(starting.values())
  return kills
}
