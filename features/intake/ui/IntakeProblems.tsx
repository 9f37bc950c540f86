import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { IntakeProblem } from '../intake-form.ts'

const mostShown = 8

/** What is wrong with a message, in reading order. */
export function IntakeProblems({ problems }: { problems: readonly IntakeProblem[] }) {
  if (problems.length === 0) return null
  const more = problems.length - mostShown
  return (
    <Alert tone="warning" title="This message needs attention">
      <ul className="list-disc pl-4">
        {problems.slice(0, mostShown).map(({ path, message }, index) => (
          <li key={`${path} ${index}`}>{message}</li>
        ))}
        {more > 0 && <li>{`and ${more} more`}</li>}
      </ul>
    </Alert>
  )
}
