import { useEffectEvent, useLayoutEffect } from 'react'
import {
  adoptPreferences,
  type Preferences,
  withoutPatch,
  withPatch,
} from '#platform/ui/preferences.ts'
import { type ApiError, send } from '#platform/web/send.ts'
import { changePreferences, type KeptPreferences } from './contract.ts'
import type { Me } from './me.ts'

/** The preferences of who is signed in come along to whichever browser they sit at. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const take = useEffectEvent(() => {
    adoptPreferences(preferences as Partial<Preferences>, keeper())
  })
  // Before any list puts what is remembered of it into its address.
  useLayoutEffect(() => take(), [id])
}

const pauseMs = 300

/**
 * Keeps changes with the account: the first at once, what follows it within a moment, such as each
 * step of a column that is drawn wider, together. What does not arrive is kept by this browser, and
 * sent with the next change; what is refused is not, or it would have all that follows refused.
 */
function keeper(): (patch: Partial<Preferences>) => void {
  let unsent: Partial<Preferences> = {}
  let isPausing = false
  const sendAll = () => {
    const body = unsent
    isPausing = true
    send(changePreferences, { body: body as KeptPreferences }).then(
      () => {
        if (unsent === body) unsent = {}
      },
      (failure: ApiError) => {
        if (failure.status === 422) unsent = withoutPatch(unsent, body)
      },
    )
    setTimeout(() => {
      isPausing = false
      if (unsent !== body && Object.keys(unsent).length > 0) sendAll()
    }, pauseMs)
  }
  return (patch) => {
    unsent = withPatch(unsent, patch)
    if (!isPausing) sendAll()
  }
}
