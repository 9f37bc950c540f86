import { useEffectEvent, useLayoutEffect } from 'react'
import {
  adoptPreferences,
  hasSome,
  type Preferences,
  recall,
  remember,
  withoutPatch,
  withPatch,
} from '#platform/ui/preferences/preferences.ts'
import { type ApiError, send } from '#platform/web/send.ts'
import { changePreferences, type StoredPreferences } from '../contract.ts'
import type { Me } from './parts/current-user.ts'

/** The preferences of who is signed in come along to whichever browser they sit at. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const take = useEffectEvent(() => {
    const unsent = unsentBy(id)
    adoptPreferences(withPatch(preferences as Partial<Preferences>, unsent), keeper(id, unsent))
  })
  // Before any list puts what is remembered of it into its address.
  useLayoutEffect(() => take(), [id])
}

const pauseMs = 300
const unsentKey = 'prizm.preferences.unsent'

/** What this account changed here before the page was left, and its server did not answer for. */
function unsentBy(id: number): Partial<Preferences> {
  const left = recall(unsentKey) as { id?: unknown; patch?: Partial<Preferences> } | undefined
  return left?.id === id ? (left.patch ?? {}) : {}
}

/**
 * Keeps changes with the account: the first at once, what follows it within a moment, such as each
 * step of a column that is drawn wider, together. What does not arrive is kept by this browser, and
 * sent with the next change or when the program is opened again; what is refused is not, or it
 * would have all that follows refused.
 */
function keeper(id: number, left: Partial<Preferences>): (patch: Partial<Preferences>) => void {
  let unsent: Partial<Preferences> = {}
  let isPausing = false
  const take = (next: Partial<Preferences>) => {
    unsent = next
    remember(unsentKey, hasSome(unsent) ? { id, patch: unsent } : null)
  }
  const sendAll = () => {
    const body = unsent
    isPausing = true
    send(changePreferences, { body: body as StoredPreferences }).then(
      () => {
        if (unsent === body) take({})
      },
      (failure: ApiError) => {
        if (failure.status === 422) take(withoutPatch(unsent, body))
      },
    )
    setTimeout(() => {
      isPausing = false
      if (unsent !== body && hasSome(unsent)) sendAll()
    }, pauseMs)
  }
  const keep = (patch: Partial<Preferences>) => {
    take(withPatch(unsent, patch))
    if (!isPausing) sendAll()
  }
  if (hasSome(left)) keep(left)
  return keep
}
