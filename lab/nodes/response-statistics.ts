import { type Answer, codeOf } from './http.ts'

/** Counts responses by status and code, the most frequent first. */
export function tally(answers: readonly Pick<Answer, 'status' | 'body'>[]): string {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    const name = `${answer.status || 'no answer'} ${codeOf(answer)}`.trim()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([name, count]) => `${count} × ${name}`).join(', ')
}

/** The quantile of some figures: 0.5 is the median. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
