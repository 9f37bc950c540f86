import { expect, vi } from 'vitest'
import type { TestApp } from '#app/testing.ts'

type Told = { overall: string; warnings?: string[] }

/**
 * What the health of the program says, once it tells of something wrong. An answer leaves out what
 * could not be read in time, so on a busy machine it is asked for again.
 */
export function healthWithWarnings(prizm: TestApp, as: string): Promise<Told> {
  const ask = async () => {
    const { overall, warnings } = (await prizm.call('GET', '/api/health', { as })).json<Told>()
    expect(warnings).toBeDefined()
    return { overall, ...(warnings && { warnings }) }
  }
  return vi.waitFor(ask, { timeout: 240_000, interval: 100 })
}
