import type * as z from 'zod/mini'

// Words for what a schema says nothing of itself. A schema's own sentence always comes first.

type Issue = z.core.$ZodRawIssue

/** "Required" for what is missing; of anything else a body is told "Invalid input". */
export function requiredSentence(issue: Issue): string | undefined {
  return issue.input === undefined && ofMissing.has(issue.code) ? 'Required' : undefined
}

const ofMissing = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** What is allowed in a query parameter that is wrong, in one sentence. */
export function querySentence(issue: Issue): string | undefined {
  if (issue.input === undefined) return requiredSentence(issue)
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue.expected)
    case 'invalid_value':
      return choiceSentence(issue.values.map(String))
    case 'too_small':
      return boundSentence('least', issue.origin, Number(issue.minimum))
    case 'too_big':
      return boundSentence('most', issue.origin, Number(issue.maximum))
    default:
      return undefined
  }
}

function typeSentence(expected: string): string | undefined {
  if (expected === 'int') return 'Must be a whole number'
  return expected === 'number' ? 'Must be a number' : undefined
}

function choiceSentence(values: readonly string[]): string {
  if (values.length > 2) return `Must be one of ${values.join(', ')}`
  return `Must be ${values.join(' or ')}`
}

function boundSentence(bound: 'least' | 'most', origin: string, limit: number): string {
  const unit = origin === 'string' ? ` character${limit === 1 ? '' : 's'}` : ''
  return `Must be at ${bound} ${limit.toLocaleString('en-US')}${unit}`
}
