import type * as z from 'zod/mini'

// Default error messages. A schema's own message always takes precedence.

type Issue = z.core.$ZodRawIssue

/**
 * "Required" for a missing value; undefined for any other issue, so the default message applies.
 */
export function requiredSentence(issue: Issue): string | undefined {
  return issue.input === undefined && ofMissing.has(issue.code) ? 'Required' : undefined
}

const ofMissing = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** An error message for a query parameter that says what is allowed. */
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
