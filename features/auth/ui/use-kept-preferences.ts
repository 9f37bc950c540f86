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

/** Loads the signed-in user's preferences from the account, so that they apply in any browser. */
export function useKeptPreferences({ id, preferences = {} }: Me): void {
  const take = useEffectEvent(() => {
    const unsent = unsentBy(id)
    adoptPreferences(withPatch(preferences as Partial<Preferences>, unsent), keeper(id, unsent))
  })
  // Runs before a list writes its remembered layout into the address.
  useLayoutEffect(() => take(), [id])
}

const pauseMs = 300
const unsentKey = 'prizm.preferences.unsent'

/** Preferences this account changed here that the server has not acknowledged. */
function unsentBy(id: number): Partial<Preferences> {
  const left = recall(unsentKey) as { id?: unknown; patch?: Partial<Preferences> } | undefined
  return left?.id === id ? (left.patch ?? {}) : {}
}

/**
 * Saves changes with the account: the first at once, those that follow within a moment (such as
 * each step of a column resize) debounced into one. Changes that fail to arrive are stored in the
 * browser and sent with the next change or at the next start. Rejected changes are dropped;
 * otherwise all later ones would be rejected with them.
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
