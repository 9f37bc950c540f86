import { expect, vi } from 'vitest'
import type { TestApp } from '#app/testing.ts'

type HealthAnswer = { overall: string; warnings?: string[] }

/**
 * Reads the health summary until it contains warnings. A response omits what could not be read in
 * time, so on a busy machine it retries.
 */
export function healthWithWarnings(prizm: TestApp, as: string): Promise<HealthAnswer> {
  const ask = async () => {
    const { overall, warnings } = (
      await prizm.call('GET', '/api/health', { as })
    ).json<HealthAnswer>()
    expect(warnings).toBeDefined()
    return { overall, ...(warnings && { warnings }) }
  }
  return vi.waitFor(ask, { timeout: 240_000, interval: 100 })
}
