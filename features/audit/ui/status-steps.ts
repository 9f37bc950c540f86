type Change = { toStatus: string | null; actor: string; at: string }

/** A step of a document: done, current or ahead, and the change that led to it. */
export type StatusStep<C extends Change> = {
  status: string
  state: 'done' | 'now' | 'ahead' | 'cancelled'
  by: C | undefined
}

/**
 * Returns the steps of a document in order. A document that left the regular sequence, such as a
 * cancelled one, has the steps it reached, followed by its end. `changes` are newest first, as in
 * the activity of a record.
 */
export function stepsOf<C extends Change>(
  { status, sequence }: { status: string; sequence: readonly string[] },
  changes: readonly C[],
): StatusStep<C>[] {
  const changeTo = (step: string) => changes.find((change) => change.toStatus === step)
  if (!sequence.includes(status)) {
    const reachedStatuses = sequence.filter((step) => step === sequence[0] || changeTo(step))
    const doneSteps = reachedStatuses.map((step) => ({
      status: step,
      state: 'done' as const,
      by: changeTo(step),
    }))
    return [...doneSteps, { status, state: 'cancelled', by: changeTo(status) }]
  }
  const currentIndex = sequence.indexOf(status)
  return sequence.map((step, index) => {
    const state = index < currentIndex ? 'done' : index === currentIndex ? 'now' : 'ahead'
    return { status: step, state, by: index <= currentIndex ? changeTo(step) : undefined }
  })
}
