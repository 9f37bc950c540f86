import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import type { Notice } from './toast.ts'
import { offerUndo } from './undo.ts'

const maxReasons = 3

/**
 * The result of a bulk action as one toast: how many records changed, and why others did not.
 * `takeBack` undoes the action, if it is a step of its own.
 */
export function outcomeNotice(
  { done, kept }: BulkOutcome,
  outcome: string,
  takeBack?: (done: readonly number[]) => Promise<unknown>,
): Notice {
  const count = (items: readonly unknown[]) => items.length.toLocaleString('en-US')
  const stayed = kept.length > 0 ? `, ${count(kept)} unchanged` : ''
  const reasons = kept.slice(0, maxReasons).map(({ reason }) => reason)
  const more = kept.length - reasons.length
  if (more > 0) reasons.push(`and ${more.toLocaleString('en-US')} more`)
  const isNothing = done.length === 0
  return {
    title: isNothing ? 'Error' : 'Success',
    tone: isNothing ? 'danger' : 'plain',
    text: `${count(done)} ${outcome}${stayed}`,
    ...(reasons.length > 0 && { detail: reasons.join(' · ') }),
    ...(takeBack && !isNothing && { action: offerUndo(() => takeBack(done)) }),
  }
}
